/** Another run of the scene in the same view, in one color: transparent cloth with its edges, or springs and balls. */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh } from 'three';
import type { Structure } from '../../../runtime/frame/frame';
import type { Lighting } from '../../background/lighting';
import { OVERLAY, shaderMaterial } from '../../background/shader-material';
import { type Rgb, rgb } from '../../background/theme-colors';
import type { EnvironmentBounds } from '../../camera/environment-bounds';
import type { ClothShape } from '../../cloth/cloth-surface';
import { SHAPE_AT, TORN } from '../../cloth/normals';
import { createQuads, setInstances } from '../../mass-spring/ball';
import { createParticleDots } from '../../mass-spring/particle-dots';
import {
  type ColorMap,
  createParticleStore,
  FETCH_PARTICLE,
  type ParticleStore,
} from '../../mass-spring/particle-store';
import { SCREEN, type Screen } from '../../mass-spring/screen';
import { rodsOf } from '../../mass-spring/spring-lines';
import type { RenderContext } from '../render-context';

export type Ghost = ReturnType<typeof createGhost>;

/** The color of all parts of a ghost. */
interface Tint {
  value: Rgb;
}

const singleColor = (tint: Tint): ColorMap => ({
  vertex: 'float mapValue(uint i) { return 0.; }',
  fragment: 'uniform vec3 tint; vec3 mapColor(vec3 own, float value) { return tint; }',
  uniforms: { tint },
});

export function createGhost({ cloth, lighting, screen }: RenderContext) {
  const store = createParticleStore();
  const tint: Tint = { value: [0, 0, 0] };
  const ghostCloth = createGhostCloth(store, cloth.shape, lighting, tint);
  const ghostSprings = createGhostSprings(store, screen, tint);
  const dots = createParticleDots(store, screen);
  dots.setColorMap(singleColor(tint));
  const group = new Group();
  group.add(ghostCloth.mesh, ghostSprings.mesh, dots.mesh);
  let lastStructure: Structure | null = null;
  let lastColor = '';

  return {
    group,
    /** @param texels as in a frame @param color `#rrggbb` */
    update(structure: Structure, texels: Float32Array, bounds: EnvironmentBounds, color: string) {
      const noCloth = structure.surface.length === 0;
      store.show(texels, structure.particleCount);
      if (structure.generation !== lastStructure?.generation) dots.rebuild(structure, bounds, noCloth);
      if (structure !== lastStructure) for (const part of [ghostCloth, ghostSprings]) part.update(structure);
      lastStructure = structure;
      dots.mesh.visible = noCloth;
      if (color === lastColor) return;
      lastColor = color;
      tint.value = rgb(color);
    },
    /** @param growth size over that of the scene: what grows in front of the main run fades */
    setGrowth(growth: number) {
      ghostCloth.opacity.value = 1 / growth ** 2;
      ghostSprings.opacity.value = 1 / growth;
    },
    dispose() {
      for (const { mesh } of [ghostCloth, ghostSprings]) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      dots.dispose();
      store.dispose();
    },
  };
}

// The transparent cloth of a ghost.

/**
 * More opaque where it is seen at a grazing angle, so that its folds show.
 * @param shape of the main run, which has the same triangles
 */
function createGhostCloth(store: ParticleStore, shape: ClothShape, { toLight }: Lighting, tint: Tint) {
  const opacity = { value: 1 };
  const uniforms = { ...shape, particles: store.uniform, toLight, tint, opacity };
  const material = shaderMaterial(
    {
      ...OVERLAY,
      side: DoubleSide,
      // Where both coincide, the main run's cloth is seen.
      polygonOffset: true,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 8,
      uniforms,
    },
    `${FETCH_PARTICLE}
      ${SHAPE_AT}
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec3 cameraPosition;
      out vec3 n, toCamera;
      out float bend;
      void main() {
        vec3 p = particle(uint(gl_VertexID));
        vec4 shape = shapeAt(uint(gl_VertexID), p);
        n = shape.xyz;
        bend = shape.w;
        toCamera = cameraPosition - p;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
      }`,
    `uniform vec3 toLight, tint;
      uniform float opacity;
      in vec3 n, toCamera;
      in float bend;
      out vec4 color;
      void main() {
        if (bend > ${TORN / 1e6}) discard;
        vec3 N = normalize(n);
        float grazing = 1. - abs(dot(N, normalize(toCamera)));
        float light = .78 + .3 * abs(dot(N, toLight));
        color = vec4(tint * light, opacity * mix(.2, .85, grazing * grazing));
      }`,
  );
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;

  return {
    mesh,
    /** A part of the usual one. */
    opacity,
    /** The triangles have changed. */
    update(structure: Structure) {
      mesh.geometry.dispose();
      mesh.geometry = new BufferGeometry().setIndex(new BufferAttribute(structure.surface, 1));
    },
  };
}

// The springs of a ghost: the edge of its cloth, and the springs that are not part of it, in one color.

/** CSS pixels. */
const HALF_WIDTH = 0.9;

/** The edges that belong to one triangle only, two ends each: the edge of the cloth, and of its tears. */
function boundaryOf({ surface, particleCount: n }: Structure): number[] {
  const isSingle = new Map<number, boolean>();
  for (let k = 0; k < surface.length; k++) {
    const a = surface[k];
    const b = surface[k % 3 === 2 ? k - 2 : k + 1];
    const edge = Math.min(a, b) * n + Math.max(a, b);
    isSingle.set(edge, !isSingle.has(edge));
  }
  const boundary: number[] = [];
  for (const [edge, single] of isSingle) if (single) boundary.push(Math.floor(edge / n), edge % n);
  return boundary;
}

function createGhostSprings(store: ParticleStore, screen: Screen, tint: Tint) {
  const opacity = { value: 1 };
  const uniforms = { ...screen, particles: store.uniform, tint, opacity };
  const material = shaderMaterial(
    { ...OVERLAY, uniforms },
    `${FETCH_PARTICLE}
      ${SCREEN}
      in uvec2 ends;
      out float across;
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        // Moved towards the camera, so that the cloth does not cover it.
        vec4 p = projectionMatrix * vec4((viewMatrix * vec4(particle(ends.x), 1.)).xyz * .997, 1.);
        vec4 q = projectionMatrix * vec4((viewMatrix * vec4(particle(ends.y), 1.)).xyz * .997, 1.);
        if (p.w <= 0. || q.w <= 0.) return;
        vec2 normal = normalOf(p, q);
        if ((gl_VertexID & 1) == 1) p = q;
        across = (float(gl_VertexID >> 1) * 2. - 1.) * (${HALF_WIDTH} * pixelRatio + 1.);
        p.xy += normal * across * p.w;
        gl_Position = p;
      }`,
    `uniform vec3 tint;
      uniform float pixelRatio, opacity;
      in float across;
      out vec4 color;
      void main() {
        color = vec4(tint, .85 * opacity * clamp(${HALF_WIDTH} * pixelRatio + .5 - abs(across), 0., 1.));
        if (color.a < .01) discard;
      }`,
  );
  const mesh = createQuads(material);

  return {
    mesh,
    /** A part of the usual one. */
    opacity,
    /** Springs or triangles have changed. */
    update(structure: Structure) {
      const rods = rodsOf(structure);
      const ends = boundaryOf(structure);
      for (let j = 0; j < rods.length; j++) {
        if (rods[j] === 1 && !structure.absent[j]) ends.push(structure.springs[2 * j], structure.springs[2 * j + 1]);
      }
      setInstances(mesh, ends.length / 2, { ends: [Uint32Array.from(ends), 2] });
    },
  };
}
