/** The springs of a ghost: the edge of its cloth, and the springs that are not part of it, in one color. */
import { GLSL3, InstancedBufferAttribute, Mesh, RawShaderMaterial } from 'three';
import type { Structure } from '../../../runtime/frame/frame';
import type { Rgb } from '../../background/theme-colors';
import { createInstancedQuad } from '../../mass-spring/ball';
import { FETCH_PARTICLE, type ParticleStore } from '../../mass-spring/particle-store';
import { rodsOf } from '../../mass-spring/spring-lines';

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

export function createGhostSprings(
  store: ParticleStore,
  viewport: { value: [number, number] },
  pixelRatio: { value: number },
) {
  const uniforms = {
    particles: store.uniform,
    viewport,
    pixelRatio,
    tint: { value: [0, 0, 0] },
    opacity: { value: 1 },
  };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthWrite: false,
    uniforms,
    vertexShader: `precision highp float;
      ${FETCH_PARTICLE}
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec2 viewport;
      uniform float pixelRatio;
      in uvec2 ends;
      out float across;
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        // Moved towards the camera, so that the cloth does not cover it.
        vec4 p = projectionMatrix * vec4((viewMatrix * vec4(particle(ends.x), 1.)).xyz * .997, 1.);
        vec4 q = projectionMatrix * vec4((viewMatrix * vec4(particle(ends.y), 1.)).xyz * .997, 1.);
        if (p.w <= 0. || q.w <= 0.) return;
        vec2 along = (q.xy / q.w - p.xy / p.w) * viewport;
        along = dot(along, along) > 0. ? normalize(along) : vec2(1., 0.);
        if ((gl_VertexID & 1) == 1) p = q;
        across = (float(gl_VertexID >> 1) * 2. - 1.) * (${HALF_WIDTH} * pixelRatio + 1.);
        p.xy += vec2(-along.y, along.x) * across * 2. / viewport * p.w;
        gl_Position = p;
      }`,
    fragmentShader: `precision highp float;
      uniform vec3 tint;
      uniform float pixelRatio, opacity;
      in float across;
      out vec4 color;
      void main() {
        color = vec4(tint, .85 * opacity * clamp(${HALF_WIDTH} * pixelRatio + .5 - abs(across), 0., 1.));
        if (color.a < .01) discard;
      }`,
  });
  const mesh = new Mesh(createInstancedQuad(), material);
  mesh.frustumCulled = false;

  return {
    mesh,
    /** Springs or triangles have changed. */
    update(structure: Structure) {
      mesh.geometry.dispose();
      mesh.geometry = createInstancedQuad();
      const rods = rodsOf(structure);
      const ends = boundaryOf(structure);
      for (let j = 0; j < rods.length; j++) {
        if (rods[j] === 1 && !structure.absent[j]) ends.push(structure.springs[2 * j], structure.springs[2 * j + 1]);
      }
      mesh.geometry.setAttribute('ends', new InstancedBufferAttribute(Uint32Array.from(ends), 2));
      mesh.geometry.instanceCount = ends.length / 2;
    },
    setColor(color: Rgb) {
      uniforms.tint.value = [...color];
    },
    /** @param opacity part of the usual one */
    setOpacity(opacity: number) {
      uniforms.opacity.value = opacity;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
