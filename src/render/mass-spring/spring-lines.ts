/** Springs as lines, colored by their strain. */
import { BufferGeometry, DataTexture, FloatType, Mesh, RGFormat, RGIntegerFormat, UnsignedIntType } from 'three';
import { STRAIN_RANGE, STRAIN_STOPS } from '../../runtime/frame/color-scales';
import type { CompanionFrame, DrawableFrame, Structure } from '../../runtime/frame/frame';
import { CASTS_SHADOW } from '../background/lighting';
import { shaderMaterial } from '../background/shader-material';
import { rgb } from '../background/theme-colors';
import type { SceneBounds } from '../camera/scene-bounds';
import { SHOWN_STRAIN } from '../view';
import { FETCH_PARTICLE, type ParticleStore } from './particle-store';
import { SCREEN, type Screen } from './screen';

const stops = STRAIN_STOPS.map(({ color }) => `vec3(${rgb(color).map((c) => c.toFixed(4))})`);
const last = STRAIN_STOPS.length - 1;

/** GLSL: the color of a strain, as displayed; linear between the stops of the legend. */
const STRAIN_COLOR = /* glsl */ `
vec3 strainColor(float strain) {
  vec3 stops[${stops.length}] = vec3[](${stops});
  float s = clamp(strain * ${(last / 2 / STRAIN_RANGE).toFixed(4)} + ${(last / 2).toFixed(1)}, 0., ${(last - 1e-3).toFixed(3)});
  int k = int(s);
  return mix(stops[k], stops[k + 1], s - float(k));
}
`;

/** Strain at which a spring shows fully on the cloth while the layer is off; from SHOWN_STRAIN on it starts to. */
const SHOWS_FULLY = 0.25;
/** Strains at which a spring starts to fade, and at which it is invisible: in a blow-up springs would cover everything. */
const FADES: readonly [number, number] = [20, 40];
/** The same while a blow-up is shown: they must not hide the cloth. Rods stay. */
const FADES_IN_SHOW: readonly [number, number] = [1, 3];

/** m; 1 for a spring with an end that is not part of the cloth: the cloth does not show it. */
export function rodsOf({ particleCount, springs, kinds, surface }: Structure): Float32Array {
  const corner = new Uint8Array(particleCount);
  for (let k = 0; k < surface.length; k++) corner[surface[k]] = 1;
  const rods = new Float32Array(kinds.length);
  for (let j = 0; j < rods.length; j++) rods[j] = 1 - corner[springs[2 * j]] * corner[springs[2 * j + 1]];
  return rods;
}

/** The largest strain of what is drawn: infinite while a blow-up is shown, as the strain of a frame is that of the state at rest. */
export function drawnStrain(frame: DrawableFrame | null, companion: CompanionFrame | null): number {
  if (companion) return companion.show ? Number.POSITIVE_INFINITY : companion.strain;
  return frame?.showsState ? frame.status.strain : Number.POSITIVE_INFINITY;
}

/**
 * Every spring as a line between its ends, colored by l/L₀ − 1, which the GPU computes. Two triangles each, without attributes:
 * as instances of one quad they take software rendering seven times as long.
 */
export function createSpringLines(store: ParticleStore, screen: Screen) {
  const { springEnds, springLengths, ...table } = createSpringTable();
  const uniforms = {
    ...screen,
    springEnds,
    springLengths,
    particles: store.uniform,
    layer: { value: 0 },
    fades: { value: FADES },
    radius: { value: 0 },
    behind: { value: 0 },
  };
  const material = shaderMaterial(
    { transparent: true, uniforms },
    `${FETCH_PARTICLE}
      ${FETCH_SPRING}
      ${STRAIN_COLOR}
      ${SCREEN}
      uniform vec2 fades;
      uniform float layer, radius, behind;
      out vec4 tint;
      out float across, halfWidth;
      flat out float body;
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        uint spring = uint(gl_VertexID) / 6u;
        int corner = int[](0, 1, 2, 2, 1, 3)[gl_VertexID % 6];
        uvec2 ends = endsOf(spring);
        vec2 own = lengthOf(spring);
        float restLength = own.x, rod = own.y;
        vec3 a = particle(ends.x), b = particle(ends.y);
        float strain = restLength > 0. ? distance(a, b) / restLength - 1. : 0.;
        float shown = max(max(layer, rod), smoothstep(${SHOWN_STRAIN}, ${SHOWS_FULLY}, abs(strain))) * (rod > 0. && fades.x < ${FADES[0]}. ? 1. : 1. - smoothstep(fades.x, fades.y, strain));
        vec3 eyeA = (viewMatrix * vec4(a, 1.)).xyz, eyeB = (viewMatrix * vec4(b, 1.)).xyz;
        if (restLength < 0. || shown <= 0. || max(eyeA.z, eyeB.z) >= 0.) return;
        // Lines are moved towards the camera, so that the cloth does not cover them; rods away from it, so that it covers their ends.
        float lift = rod > 0. ? 1. + behind / -max(eyeA.z, eyeB.z) : .997;
        body = rod;
        vec4 p = projectionMatrix * vec4(eyeA * lift, 1.), q = projectionMatrix * vec4(eyeB * lift, 1.);
        vec2 normal = normalOf(p, q);
        if ((corner & 1) == 1) p = q;
        halfWidth = max(.5 * pixelRatio, rod * radius * projectionMatrix[1][1] / p.w * viewport.y * .5);
        across = (float(corner >> 1) * 2. - 1.) * (halfWidth + 1.5);
        p.xy += normal * across * p.w;
        tint = vec4(strainColor(strain), shown * (rod > 0. ? 1. : mix(.5, 1., smoothstep(0., .1, abs(strain)))));
        gl_Position = p;
      }`,
    `in vec4 tint;
      in float across, halfWidth;
      flat in float body;
      out vec4 color;
      void main() {
        float core = clamp(halfWidth + .5 - abs(across), 0., 1.);
        if (body > 0.) {
          float round = .72 + .4 * sqrt(max(0., 1. - across * across / (halfWidth * halfWidth)));
          color = vec4(tint.rgb * round, tint.a * core);
        } else {
          // A faint dark outline, visible on cloth of the same lightness.
          float outline = .3 * clamp(halfWidth + 1.2 - abs(across), 0., 1.);
          color = vec4(mix(vec3(.07), tint.rgb, core), tint.a * max(core, outline));
        }
        if (color.a < .01) discard;
      }`,
  );
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  mesh.layers.enable(CASTS_SHADOW);
  let hasRods = false;
  /** What the table is built of when springs are first to be seen: most visits begin with a cloth that hides them. */
  let unseen: Structure | null = null;
  let rods: Float32Array = new Float32Array(0);

  function buildTable(): void {
    if (unseen) table.rebuild(unseen, rods);
    unseen = null;
  }

  return {
    mesh,
    /** The textures that the shader reads, built before springs are to be seen. */
    tables(): (typeof springEnds)[] {
      buildTable();
      return [springEnds, springLengths];
    },
    /** True if some springs are drawn as rods: those that are not part of a cloth. */
    get hasRods() {
      return hasRods;
    },
    rebuild(structure: Structure, bounds: SceneBounds, noCloth: boolean) {
      rods = rodsOf(structure);
      hasRods = rods.includes(1);
      unseen = structure;
      mesh.geometry.setDrawRange(0, 6 * structure.kinds.length);
      uniforms.radius.value = (noCloth ? 1 : 0.6) * Math.min(0.006 * bounds.size, 0.06 * bounds.spacing);
      uniforms.behind.value = noCloth ? 0 : 4 * uniforms.radius.value;
      material.depthWrite = noCloth;
    },
    /** Springs were cut, mended or switched. */
    update(structure: Structure) {
      if (unseen) unseen = structure;
      else table.update(structure);
    },
    /** Sets which springs are drawn. @param layer all of them @param strain largest of the frame; Infinity while a blow-up is shown */
    show(layer: boolean, strain: number) {
      mesh.visible = layer || hasRods || strain > SHOWN_STRAIN;
      if (mesh.visible) buildTable();
      uniforms.layer.value = layer ? 1 : 0;
      uniforms.fades.value = strain === Infinity ? FADES_IN_SHOW : FADES;
    },
  };
}

// The springs as textures: with attributes their data would be repeated for each of the six corners.

/** Texels in a row; a power of two. */
const WIDTH = 1024;

/** GLSL: the ends of spring j; its rest length, m, or −1 if it is absent, and 1 for a rod, else 0. */
const FETCH_SPRING = /* glsl */ `
uniform highp usampler2D springEnds;
uniform highp sampler2D springLengths;
ivec2 springTexel(uint j) { return ivec2(int(j & ${WIDTH - 1}u), int(j >> 10u)); }
uvec2 endsOf(uint j) { return texelFetch(springEnds, springTexel(j), 0).xy; }
vec2 lengthOf(uint j) { return texelFetch(springLengths, springTexel(j), 0).xy; }
`;

function createSpringTable() {
  const springEnds: { value: DataTexture | null } = { value: null };
  const springLengths: { value: DataTexture | null } = { value: null };
  let lengths = new Float32Array(0);

  /** Springs were cut, mended or switched. */
  function update({ kinds, absent, restLengths }: Structure): void {
    for (let j = 0; j < kinds.length; j++) lengths[2 * j] = absent[j] ? -1 : restLengths[j];
    if (springLengths.value) springLengths.value.needsUpdate = true;
  }

  return {
    springEnds,
    springLengths,
    /** The springs are new ones. @param rods m; 1 for a rod */
    rebuild(structure: Structure, rods: Float32Array) {
      for (const { value } of [springEnds, springLengths]) value?.dispose();
      const rows = Math.max(1, Math.ceil(rods.length / WIDTH));
      const ends = new Uint32Array(2 * WIDTH * rows);
      ends.set(structure.springs);
      springEnds.value = new DataTexture(ends, WIDTH, rows, RGIntegerFormat, UnsignedIntType);
      springEnds.value.needsUpdate = true;
      lengths = new Float32Array(2 * WIDTH * rows);
      for (let j = 0; j < rods.length; j++) lengths[2 * j + 1] = rods[j];
      springLengths.value = new DataTexture(lengths, WIDTH, rows, RGFormat, FloatType);
      update(structure);
    },
    update,
  };
}
