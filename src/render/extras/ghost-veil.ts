import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, RawShaderMaterial } from 'three';
import type { Structure } from '../../runtime/protocol';
import { computeNormals, TORN } from '../normals';
import { FETCH_PARTICLE, type ParticleStore } from '../particle-store';
import type { SoftShadow } from '../soft-shadow';
import type { Stage } from '../stage';
import type { Rgb } from '../studio-colors';

/** Times as large as at rest, triangles are no longer cloth; as of the cloth itself. */
const BURST = 150;

export interface GhostVeil {
  readonly mesh: Mesh;
  rebuild(structure: Structure, stage: Stage): void;
  /** Other triangles of the same particles. */
  update(structure: Structure): void;
  /** Normals from the store's positions. */
  shade(): void;
  setColor(color: Rgb): void;
  dispose(): void;
}

/** A cloth that one sees through: faint where it faces the eye, denser where it turns away, so that its folds show. */
export function createGhostVeil(store: ParticleStore, { lamp }: SoftShadow): GhostVeil {
  const uniforms = { particles: store.uniform, lamp, tint: { value: [0, 0, 0] } };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
    // Where it lies in the cloth itself, that is what is seen.
    polygonOffset: true,
    polygonOffsetFactor: 2,
    polygonOffsetUnits: 8,
    uniforms,
    vertexShader: `precision highp float;
      ${FETCH_PARTICLE}
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec3 cameraPosition;
      in vec4 normal;
      out vec3 n, toEye;
      out float hollow;
      void main() {
        vec3 p = particle(uint(gl_VertexID));
        n = normal.xyz;
        hollow = normal.w;
        toEye = cameraPosition - p;
        gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.);
      }`,
    fragmentShader: `precision highp float;
      uniform vec3 lamp, tint;
      in vec3 n, toEye;
      in float hollow;
      out vec4 color;
      void main() {
        if (hollow > ${TORN / 1e6}) discard;
        vec3 N = normalize(n);
        float away = 1. - abs(dot(N, normalize(toEye)));
        float light = .78 + .3 * abs(dot(N, lamp));
        color = vec4(tint * light, mix(.2, .85, away * away));
      }`,
  });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  let triangles: Uint32Array = new Uint32Array(0);
  let normals = new Float32Array(0);
  let largest = 0;

  function update(structure: Structure): void {
    triangles = structure.surface;
    mesh.geometry.dispose();
    mesh.geometry.setIndex(new BufferAttribute(triangles, 1));
  }

  return {
    mesh,
    rebuild(structure, stage) {
      mesh.geometry.dispose();
      normals = new Float32Array(4 * structure.particleCount);
      mesh.geometry = new BufferGeometry().setAttribute('normal', new BufferAttribute(normals, 4));
      largest = BURST * 6 * stage.spacing * stage.spacing;
      update(structure);
    },
    update,
    shade() {
      if (triangles.length === 0) return;
      computeNormals(store.positions, triangles, triangles.length, largest, normals);
      mesh.geometry.attributes.normal.needsUpdate = true;
    },
    setColor(color) {
      uniforms.tint.value = [...color];
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
}
