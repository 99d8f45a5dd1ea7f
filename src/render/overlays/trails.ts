import { DataTexture, FloatType, GLSL3, Mesh, RawShaderMaterial, RGBAFormat } from 'three';
import type { Frame } from '../../runtime/frame/frame';
import type { Rgb } from '../background/theme-colors';
import { createInstancedQuad } from '../particles/ball';
import { TRAIL_LIMIT } from './trail-limit';

/** Places that are kept of each body. */
const LENGTH = 1024;
/** How far a body goes from one place to the next, in sizes of the stage. */
const APART = 0.003;

export interface Trails {
  readonly mesh: Mesh;
  /** Goes on with the trails of a frame. @param size m; of the stage */
  follow(frame: Frame, positions: Float32Array, size: number): void;
  clear(): void;
  setColor(color: Rgb): void;
  dispose(): void;
}

/** The ways that bodies have come, fading with age: places in a ring, one row of a texture for each body. */
export function createTrails(viewport: { value: [number, number] }, pixelRatio: { value: number }): Trails {
  const places = new Float32Array(4 * LENGTH * TRAIL_LIMIT);
  const texture = new DataTexture(places, LENGTH, TRAIL_LIMIT, RGBAFormat, FloatType);
  const uniforms = {
    places: { value: texture },
    viewport,
    pixelRatio,
    /** Of the newest place, in each row. */
    newest: { value: 0 },
    bodies: { value: 0 },
    ink: { value: [0, 0, 0] as readonly number[] },
  };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    depthWrite: false,
    uniforms,
    vertexShader: `precision highp float;
      uniform highp sampler2D places;
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec2 viewport;
      uniform float pixelRatio;
      uniform int newest, bodies;
      out float across, strength;
      vec4 seen(int age, int body) {
        vec3 place = texelFetch(places, ivec2((newest - age) & ${LENGTH - 1}, body), 0).xyz;
        return projectionMatrix * viewMatrix * vec4(place, 1.);
      }
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        int segment = gl_InstanceID / bodies, body = gl_InstanceID % bodies;
        vec4 p = seen(segment, body), q = seen(segment + 1, body);
        if (p.w <= 0. || q.w <= 0.) return;
        vec2 along = (q.xy / q.w - p.xy / p.w) * viewport;
        along = dot(along, along) > 0. ? normalize(along) : vec2(1., 0.);
        bool end = (gl_VertexID & 1) == 1;
        if (end) p = q;
        float age = float(segment + (end ? 1 : 0)) / float(${LENGTH - 1});
        strength = (1. - age) * (1. - age);
        across = (float(gl_VertexID >> 1) * 2. - 1.) * (pixelRatio + 1.);
        p.xy += vec2(-along.y, along.x) * across * 2. / viewport * p.w;
        gl_Position = p;
      }`,
    fragmentShader: `precision highp float;
      uniform vec3 ink;
      uniform float pixelRatio;
      in float across, strength;
      out vec4 color;
      void main() {
        color = vec4(ink, .75 * strength * clamp(.75 * pixelRatio + .5 - abs(across), 0., 1.));
        if (color.a < .01) discard;
      }`,
  });
  const mesh = new Mesh(createInstancedQuad(), material);
  mesh.frustumCulled = false;
  let bodies = 0;
  /** Places that there are. */
  let count = 0;
  let generation = -1;
  let steps = 0;

  function write(positions: Float32Array): void {
    for (let b = 0; b < bodies; b++) {
      const o = 4 * (b * LENGTH + uniforms.newest.value);
      for (let c = 0; c < 3; c++) places[o + c] = positions[4 * b + c];
    }
    texture.needsUpdate = true;
  }

  /** The farthest that a body has come since the place before the newest, m. */
  function gone(positions: Float32Array): number {
    const before = (uniforms.newest.value + LENGTH - 1) % LENGTH;
    let most = 0;
    for (let b = 0; b < bodies; b++) {
      const o = 4 * (b * LENGTH + before);
      most = Math.max(
        most,
        Math.hypot(
          positions[4 * b] - places[o],
          positions[4 * b + 1] - places[o + 1],
          positions[4 * b + 2] - places[o + 2],
        ),
      );
    }
    return most;
  }

  function advance(): void {
    uniforms.newest.value = (uniforms.newest.value + 1) % LENGTH;
    count = Math.min(LENGTH, count + 1);
  }

  return {
    mesh,
    follow({ structure, status }, positions, size) {
      const { stepCount } = status;
      if (structure.generation !== generation || stepCount < steps) {
        count = 0;
        bodies = structure.particleCount <= TRAIL_LIMIT ? structure.particleCount : 0;
      }
      generation = structure.generation;
      steps = stepCount;
      mesh.visible = bodies > 0;
      if (bodies === 0) return;
      // The newest place is where a body is now; it stays behind once the body has gone far enough.
      if (count === 0) {
        advance();
        write(positions);
        advance();
      } else if (gone(positions) > APART * size) {
        write(positions);
        advance();
      }
      write(positions);
      uniforms.bodies.value = bodies;
      mesh.geometry.instanceCount = bodies * (count - 1);
    },
    clear() {
      mesh.visible = false;
      count = 0;
    },
    setColor(color) {
      uniforms.ink.value = color;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      texture.dispose();
    },
  };
}
