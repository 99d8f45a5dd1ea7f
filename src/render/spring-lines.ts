import { GLSL3, InstancedBufferAttribute, type InstancedBufferGeometry, Mesh, RawShaderMaterial } from 'three';
import type { Structure } from '../runtime/protocol';
import { createInstancedQuad } from './ball';
import { FETCH_PARTICLE, type ParticleStore } from './particle-store';
import type { Stage } from './stage';
import { STRAIN_COLOR } from './strain-colors';

/** Strain from which a spring shows through the cloth though the layer is off, and from which it does so fully. */
const SHOWS = 0.12;
const SHOWS_FULLY = 0.25;
/** Strain from which a spring fades, and at which it is gone: the threads of a burst would cover everything. */
const FADES = 20;
const GONE = 40;

export interface SpringLines {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  /** @param alone there is no cloth: springs are rods with a body. */
  rebuild(structure: Structure, stage: Stage, alone: boolean): void;
  /** Springs were cut, mended or switched. */
  update(structure: Structure): void;
  /** Decides what of them is drawn, if anything. @param strain largest of the frame */
  show(layer: boolean, strain: number): void;
  setPixelRatio(ratio: number): void;
  dispose(): void;
}

/** Every spring as a line between its ends, coloured by l/L₀ − 1; length and colour are found on the GPU. */
export function createSpringLines(store: ParticleStore, viewport: { value: [number, number] }): SpringLines {
  const uniforms = {
    particles: store.uniform,
    viewport,
    layer: { value: 0 },
    radius: { value: 0 },
    thinnest: { value: 0.5 },
  };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    uniforms,
    vertexShader: `precision highp float;
      ${FETCH_PARTICLE}
      ${STRAIN_COLOR}
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec2 viewport;
      uniform float layer, radius, thinnest;
      in uvec2 ends;
      in float restLength;
      out vec4 tint;
      out float across, halfWidth;
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        vec3 a = particle(ends.x), b = particle(ends.y);
        float strain = restLength > 0. ? distance(a, b) / restLength - 1. : 0.;
        float shown = max(layer, smoothstep(${SHOWS}, ${SHOWS_FULLY}, abs(strain))) * (1. - smoothstep(${FADES}., ${GONE}., strain));
        vec3 eyeA = (viewMatrix * vec4(a, 1.)).xyz, eyeB = (viewMatrix * vec4(b, 1.)).xyz;
        if (restLength < 0. || shown <= 0. || max(eyeA.z, eyeB.z) >= 0.) return;
        // Towards the eye along the line of sight, so that a line lies on the cloth and not in it.
        float lift = radius > 0. ? 1. : .997;
        vec4 p = projectionMatrix * vec4(eyeA * lift, 1.), q = projectionMatrix * vec4(eyeB * lift, 1.);
        vec2 along = (q.xy / q.w - p.xy / p.w) * viewport;
        along = dot(along, along) > 0. ? normalize(along) : vec2(1., 0.);
        if ((gl_VertexID & 1) == 1) p = q;
        halfWidth = max(thinnest, radius * projectionMatrix[1][1] / p.w * viewport.y * .5);
        across = (float(gl_VertexID >> 1) * 2. - 1.) * (halfWidth + 1.5);
        p.xy += vec2(-along.y, along.x) * across * 2. / viewport * p.w;
        tint = vec4(strainColor(strain), shown * (radius > 0. ? 1. : mix(.5, 1., smoothstep(0., .1, abs(strain)))));
        gl_Position = p;
      }`,
    fragmentShader: `precision highp float;
      uniform float radius;
      in vec4 tint;
      in float across, halfWidth;
      out vec4 color;
      void main() {
        float core = clamp(halfWidth + .5 - abs(across), 0., 1.);
        if (radius > 0.) {
          float round = .72 + .4 * sqrt(max(0., 1. - across * across / (halfWidth * halfWidth)));
          color = vec4(tint.rgb * round, tint.a * core);
        } else {
          // A faint dark seam on both sides, so that a line stands out from cloth of its own lightness.
          float seam = .3 * clamp(halfWidth + 1.2 - abs(across), 0., 1.);
          color = vec4(mix(vec3(.07), tint.rgb, core), tint.a * max(core, seam));
        }
        if (color.a < .01) discard;
      }`,
  });
  const mesh = new Mesh(createInstancedQuad(), material);
  mesh.frustumCulled = false;
  let solid = false;

  function update(structure: Structure): void {
    const rest = mesh.geometry.getAttribute('restLength');
    for (let j = 0; j < structure.kinds.length; j++)
      rest.array[j] = structure.absent[j] ? -1 : structure.restLengths[j];
    rest.needsUpdate = true;
  }

  return {
    mesh,
    rebuild(structure, stage, alone) {
      mesh.geometry.dispose();
      const m = structure.kinds.length;
      mesh.geometry = createInstancedQuad();
      mesh.geometry.setAttribute('ends', new InstancedBufferAttribute(structure.springs, 2));
      mesh.geometry.setAttribute('restLength', new InstancedBufferAttribute(new Float32Array(m), 1));
      mesh.geometry.instanceCount = m;
      solid = alone;
      uniforms.radius.value = alone ? Math.min(0.006 * stage.size, 0.06 * stage.spacing) : 0;
      material.depthWrite = alone;
      update(structure);
    },
    update,
    show(layer, strain) {
      const on = layer || solid;
      uniforms.layer.value = on ? 1 : 0;
      mesh.visible = on || strain > SHOWS;
    },
    setPixelRatio(ratio) {
      uniforms.thinnest.value = 0.5 * ratio;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
