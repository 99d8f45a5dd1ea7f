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
