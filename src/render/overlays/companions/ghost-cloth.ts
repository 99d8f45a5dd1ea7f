/** The transparent cloth of a ghost. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, RawShaderMaterial } from 'three';
import type { Structure } from '../../../runtime/frame/frame';
import type { SoftShadow } from '../../background/soft-shadow';
import type { Rgb } from '../../background/theme-colors';
import type { ClothShape } from '../../cloth/cloth-surface';
import { SHAPE_AT, TORN } from '../../cloth/normals';
import { FETCH_PARTICLE, type ParticleStore } from '../../mass-spring/particle-store';

/**
 * More opaque where it is seen at a grazing angle, so that its folds show.
 * @param shape of the main run, which has the same triangles
 */
export function createGhostCloth(store: ParticleStore, shape: ClothShape, { toLight }: SoftShadow) {
  const uniforms = { ...shape, particles: store.uniform, toLight, tint: { value: [0, 0, 0] }, opacity: { value: 1 } };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
    // Where both coincide, the main run's cloth is seen.
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 8,
    uniforms,
    vertexShader: `precision highp float;
      ${FETCH_PARTICLE}
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
    fragmentShader: `precision highp float;
      uniform vec3 toLight, tint;
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
  });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;

  return {
    mesh,
    /** The triangles have changed. */
    update(structure: Structure) {
      mesh.geometry.dispose();
      mesh.geometry = new BufferGeometry().setIndex(new BufferAttribute(structure.surface, 1));
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
