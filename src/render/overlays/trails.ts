/** The paths of particles, fading with age: recent samples in a ring buffer, one texture row per particle. */
import { DataTexture, FloatType, RGBAFormat } from 'three';
import type { DrawableFrame } from '../../runtime/frame/frame';
import { SAMPLED_PARTICLES } from '../../runtime/frame/samples';
import { OVERLAY, shaderMaterial } from '../background/shader-material';
import { createQuads } from '../mass-spring/ball';
import { SCREEN } from '../mass-spring/screen';
import type { RenderContext } from './render-context';

/** Recorded positions of each particle. */
const LENGTH = 1024;
/** Distance between recorded positions, in scene sizes. */
const SPACING = 0.003;

export function createTrails({ screen, theme }: RenderContext) {
  const recorded = new Float32Array(4 * LENGTH * SAMPLED_PARTICLES);
  const texture = new DataTexture(recorded, LENGTH, SAMPLED_PARTICLES, RGBAFormat, FloatType);
  const uniforms = {
    ...screen,
    recorded: { value: texture },
    /** Column of the newest position. */
    newest: { value: 0 },
    particles: { value: 0 },
    lineColor: theme.accent,
  };
  const material = shaderMaterial(
    { ...OVERLAY, uniforms },
    `uniform highp sampler2D recorded;
      ${SCREEN}
      uniform int newest, particles;
      out float across, strength;
      vec4 place(int age, int particle) {
        return project(texelFetch(recorded, ivec2((newest - age) & ${LENGTH - 1}, particle), 0).xyz);
      }
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        int segment = gl_InstanceID / particles, particle = gl_InstanceID % particles;
        vec4 p = place(segment, particle), q = place(segment + 1, particle);
        if (p.w <= 0. || q.w <= 0.) return;
        vec2 normal = normalOf(p, q);
        bool end = (gl_VertexID & 1) == 1;
        if (end) p = q;
        float age = float(segment + (end ? 1 : 0)) / float(${LENGTH - 1});
        strength = (1. - age) * (1. - age);
        across = (float(gl_VertexID >> 1) * 2. - 1.) * (pixelRatio + 1.);
        p.xy += normal * across * p.w;
        gl_Position = p;
      }`,
    `uniform vec3 lineColor;
      uniform float pixelRatio;
      in float across, strength;
      out vec4 color;
      void main() {
        color = vec4(lineColor, .75 * strength * clamp(.75 * pixelRatio + .5 - abs(across), 0., 1.));
        if (color.a < .01) discard;
      }`,
  );
  const mesh = createQuads(material);
  let particles = 0;
  /** Recorded positions so far. */
  let length = 0;
  let generation = -1;
  let steps = 0;
  /** Number of the next sample. */
  let next = 0;

  /** @param stride numbers per particle */
  function write(positions: ArrayLike<number>, stride: number): void {
    for (let b = 0; b < particles; b++) {
      const o = 4 * (b * LENGTH + uniforms.newest.value);
      for (let c = 0; c < 3; c++) recorded[o + c] = positions[stride * b + c];
    }
    texture.needsUpdate = true;
  }

  /** Records positions once a particle has moved far enough. The newest entry becomes a recorded one. */
  function record(positions: ArrayLike<number>, stride: number, size: number): void {
    if (length === 0) {
      advance();
      write(positions, stride);
      advance();
    } else if (distanceMoved(positions, stride) > SPACING * size) {
      write(positions, stride);
      advance();
    }
    write(positions, stride);
  }

  /** Largest distance of a particle from its last but one recorded position, m. */
  function distanceMoved(positions: ArrayLike<number>, stride: number): number {
    const before = (uniforms.newest.value + LENGTH - 1) % LENGTH;
    let most = 0;
    for (let b = 0; b < particles; b++) {
      const o = 4 * (b * LENGTH + before);
      most = Math.max(
        most,
        Math.hypot(
          positions[stride * b] - recorded[o],
          positions[stride * b + 1] - recorded[o + 1],
          positions[stride * b + 2] - recorded[o + 2],
        ),
      );
    }
    return most;
  }

  function advance(): void {
    uniforms.newest.value = (uniforms.newest.value + 1) % LENGTH;
    length = Math.min(LENGTH, length + 1);
  }

  return {
    mesh,
    /** @param positions 4n; m @param size of the scene, m */
    update({ structure, status, samples }: DrawableFrame, positions: Float32Array, size: number) {
      const { stepCount } = status;
      if (structure.generation !== generation || stepCount < steps) {
        length = 0;
        particles = structure.particleCount <= SAMPLED_PARTICLES ? structure.particleCount : 0;
        next = samples.end;
      }
      generation = structure.generation;
      steps = stepCount;
      mesh.visible = particles > 0;
      if (particles === 0) return;
      for (const sample of samples.from(next)) {
        if (sample.particles.length === particles) record(sample.positions, 3, size);
      }
      next = samples.end;
      // The present position, until the next sample.
      record(positions, 4, size);
      uniforms.particles.value = particles;
      mesh.geometry.instanceCount = particles * (length - 1);
    },
    clear() {
      mesh.visible = false;
      length = 0;
    },
  };
}
