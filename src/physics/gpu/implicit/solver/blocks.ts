import type { NetFeatures } from '../../forces/external';
import { planesOf } from './solver-source';

/** Rounding error of a sum of blocks in single precision, as a fraction of its trace. */
const ROUNDING = 1e-7;

/** Symmetric 3×3 blocks. In memory a block is three pairs, each in a plane of its own: (xx, xy), (xz, yy), (yz, zz). */
export const BLOCKS = /* wgsl */ `
struct Block { xx: f32, xy: f32, xz: f32, yy: f32, yz: f32, zz: f32 };

fn no_block() -> Block { return Block(0.0, 0.0, 0.0, 0.0, 0.0, 0.0); }

/** s I. */
fn diagonal_block(s: f32) -> Block { return Block(s, 0.0, 0.0, s, 0.0, s); }

/** A + s B. */
fn plus(A: Block, s: f32, B: Block) -> Block {
  return Block(A.xx + s * B.xx, A.xy + s * B.xy, A.xz + s * B.xz, A.yy + s * B.yy, A.yz + s * B.yz, A.zz + s * B.zz);
}

/** B q. */
fn times(B: Block, q: vec3f) -> vec3f {
  return vec3f(
    B.xx * q.x + B.xy * q.y + B.xz * q.z,
    B.xy * q.x + B.yy * q.y + B.yz * q.z,
    B.xz * q.x + B.yz * q.y + B.zz * q.z,
  );
}

/** w wᵀ + β I of a spring, with w in xyz and β in w. */
fn spring_block(s: vec4f) -> Block {
  return Block(s.x * s.x + s.w, s.x * s.y, s.x * s.z, s.y * s.y + s.w, s.y * s.z, s.z * s.z + s.w);
}

/**
 * ω B̃⁻¹ with B̃ = B + δI, as B̃ = L D Lᵀ; 0 for a zero block. B is a sum in single precision: where a flat surface hardly resists
 * in one direction, its rounding error can outweigh that. δ is as large, so that B̃ is not less than the exact sum.
 */
fn weighted_inverse(B: Block, omega: f32) -> Block {
  let delta = ${ROUNDING} * (B.xx + B.yy + B.zz);
  if (!(delta > 0.0)) { return no_block(); }
  let d1 = B.xx + delta;
  let l21 = B.xy / d1;
  let l31 = B.xz / d1;
  let d2 = max(B.yy - l21 * B.xy, 0.0) + delta;
  let e = B.yz - l21 * B.xz;
  let l32 = e / d2;
  let d3 = max((B.zz - l31 * B.xz) - l32 * e, 0.0) + delta;
  // The rows of L⁻¹.
  let a = -l21;
  let b = l21 * l32 - l31;
  let c = -l32;
  let i1 = omega / d1;
  let i2 = omega / d2;
  let i3 = omega / d3;
  return Block(i1 + a * a * i2 + b * b * i3, a * i2 + b * c * i3, b * i3, i2 + c * c * i3, c * i3, i3);
}
`;

/** `name(at, plane)` reads a block of an array of pairs, and `set_name` writes one. @param isWritten false: only the first */
export function blockAccess(name: string, array: string, isWritten = false): string {
  const read = /* wgsl */ `
fn ${name}(at: u32, plane: u32) -> Block {
  let p = ${array}[at];
  let q = ${array}[at + plane];
  let s = ${array}[at + 2u * plane];
  return Block(p.x, p.y, q.x, q.y, s.x, s.y);
}
`;
  const write = /* wgsl */ `
fn set_${name}(at: u32, plane: u32, B: Block) {
  ${array}[at] = vec2f(B.xx, B.xy);
  ${array}[at + plane] = vec2f(B.xz, B.yy);
  ${array}[at + 2u * plane] = vec2f(B.yz, B.zz);
}
`;
  return isWritten ? read + write : read;
}

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
