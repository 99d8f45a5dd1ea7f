import type { NetFeatures } from '../../forces/features';
import { planesOf } from './solver-source';

/** Numbers of `Touch`, in bytes. */
export const TOUCH_BYTES = 96;

/** How a particle that hits something is held in a step; FREE: it has let go. */
export const MODE = { none: 0, slides: 1, sticks: 2, free: 3 } as const;

/**
 * What obstacles do to a particle within a step. It keeps what a solve must not change out of it by the projection S, Baraff and
 * Witkin's filter:
 *
 *    S v = v − n (n·v),   t (t·v)   or   0
 *
 * for one on a surface with normal n, in an edge along t, or one that is held: (n, 0), (t, 1) and (0, 1) in `hold`.
 */
export const HOLD = /* wgsl */ `
struct Touch {
  hold: vec4f,
  push: vec3f,       // N; of the surfaces that it rests on, at the start of the step
  contacts: u32,     // which these are: see forces/contact.ts
  prescribed: vec3f, // m/s; the part of (x⁺ − x)/h along the normals of those that it hits
  impacts: u32,      // which these are, how many, and from bit 17 on how they hold it
  friction: vec3f,   // N·s; of one that slides on them
  height: vec3f,     // m; of each of them, the distance φ at the end
  rebound: vec3f,    // m/s; and the velocity to which it reflects
};
fn held(hold: vec4f, v: vec3f) -> vec3f {
  let along = dot(hold.xyz, v) * hold.xyz;
  return select(v - along, along, hold.w == 1.0);
}
fn is_fixed(hold: vec4f) -> bool { return hold.w == 1.0 && all(hold.xyz == vec3f(0.0)); }
fn mode_of(touch: Touch) -> u32 { return (touch.impacts >> 17u) & 3u; }
`;

/** S from orthogonal unit vectors that span the normals; those that are 0 add no direction. */
export const HOLD_OF_AXES = /* wgsl */ `
fn hold_of(axes: array<vec3f, 3>) -> vec4f {
  var count = 0u;
  var first = vec3f(0.0);
  var last = vec3f(0.0);
  for (var c = 0u; c < 3u; c++) {
    if (all(axes[c] == vec3f(0.0))) { continue; }
    if (count == 0u) { first = axes[c]; }
    last = axes[c];
    count++;
  }
  if (count == 2u) { return vec4f(normalize(cross(first, last)), 1.0); }
  return vec4f(select(first, vec3f(0.0), count == 3u), select(0.0, 1.0, count == 3u));
}
`;

/** For the blocks of a particle: S B S, and S (S B S)⁺ S of a smoother. */
export const HELD_BLOCKS = /* wgsl */ `
fn held_block(hold: vec4f, B: Block) -> Block {
  let n = hold.xyz;
  let u = times(B, n);
  let s = dot(n, u);
  let along = spring_block(vec4f(n, 0.0));
  if (hold.w == 1.0) { return plus(no_block(), s, along); }
  // u nᵀ + n uᵀ as a difference of squares.
  let mixed = plus(spring_block(vec4f(u + n, 0.0)), -1.0, spring_block(vec4f(u - n, 0.0)));
  return plus(plus(B, -0.5, mixed), s, along);
}
fn held_inverse(hold: vec4f, B: Block, omega: f32) -> Block {
  if (is_fixed(hold)) { return no_block(); }
  // What S removes gets a diagonal of the same size, so that there is an inverse.
  let size = B.xx + B.yy + B.zz;
  let along = spring_block(vec4f(hold.xyz, 0.0));
  let rest = plus(diagonal_block(hold.w), 1.0 - 2.0 * hold.w, along);
  return held_block(hold, weighted_inverse(plus(held_block(hold, B), size, rest), omega));
}
`;

/** S of particle i, from the tangents: nothing where there are no obstacles. */
export function holdsOf(features: NetFeatures): string {
  if (features.obstacles === 0) return 'fn allowed(i: u32, v: vec3f) -> vec3f { return v; }';
  return /* wgsl */ `
fn allowed(i: u32, v: vec3f) -> vec3f {
  let hold = tangents[${planesOf(features).hold}u * solver.rows * solver.columns + i];
  let along = dot(hold.xyz, v) * hold.xyz;
  return select(v - along, along, hold.w == 1.0);
}
`;
}
