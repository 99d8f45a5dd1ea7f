// The curvature of any surface, as in `javascript/curvature-loops.ts`: three rows at a time. Vectors x, v and p of f64, y of f32; an entry
// is 16 times its particle and its three weights in f32. Sums over entries nearly cancel: they are f64, and what follows is f32.
// A shape is κ of each row, e and g: five vectors of four f32, the last of each 0.

import { add, cross, high, low, subtract, sumOfLanes } from '../arithmetic';

const SHAPE: usize = 80;
const E: usize = 48;
const G: usize = 64;
/** The three scratch shapes. */
const present = memory.data(80, 16);
const change = memory.data(80, 16);
const added = memory.data(80, 16);

/** to := Σ w p for each of three rows with the entries from `at`, and the differences of p along e and g. */
function gather(at: usize, end: usize, corners: usize, p: usize, to: usize): void {
  let x = f64x2.splat(0);
  let y = f64x2.splat(0);
  let z = f64x2.splat(0);
  let wxy = f64x2.splat(0);
  let wz = f64x2.splat(0);
  for (; at < end; at += 16) {
    const entry = v128.load(at);
    const o = p + ((i32x4.extract_lane(entry, 0) as usize) << 1);
    const uv = f64x2.promote_low_f32x4(v128.shuffle<i32>(entry, entry, 1, 2, 1, 2));
    const w = f64x2.promote_low_f32x4(v128.shuffle<i32>(entry, entry, 3, 3, 3, 3));
    x = f64x2.add(x, f64x2.mul(uv, v128.load64_splat(o)));
    y = f64x2.add(y, f64x2.mul(uv, v128.load64_splat(o, 8)));
    z = f64x2.add(z, f64x2.mul(uv, v128.load64_splat(o, 16)));
    wxy = f64x2.add(wxy, f64x2.mul(w, v128.load(o)));
    wz = f64x2.add(wz, f64x2.mul(w, v128.load(o, 16)));
  }
  const xy = v128.shuffle<f32>(f32x4.demote_f64x2_zero(x), f32x4.demote_f64x2_zero(y), 0, 4, 1, 5);
  const zs = f32x4.demote_f64x2_zero(z);
  v128.store(to, v128.shuffle<f32>(xy, zs, 0, 1, 4, 6));
  v128.store(to, v128.shuffle<f32>(xy, zs, 2, 3, 5, 6), 16);
  v128.store(to, demote(wxy, wz), 32);
  difference(to + E, p, corners);
  difference(to + G, p, corners + 8);
}

/** (x, y, z, 0). */
@inline
function demote(xy: v128, z: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(z), 0, 1, 4, 6);
}

/** to := what p is more at the second of two corners than at the first. */
@inline
function difference(to: usize, p: usize, corners: usize): void {
  const a = p + ((load<u32>(corners) as usize) << 1);
  const b = p + ((load<u32>(corners, 4) as usize) << 1);
  v128.store(to, demote(f64x2.sub(v128.load(b), v128.load(a)), f64x2.sub(v128.load(b, 16), v128.load(a, 16))));
}

/** y −= w `added` for each of the rows, and y ± `added` at the ends of e and g. */
function scatter(at: usize, end: usize, corners: usize, y: usize): void {
  const u = v128.load(added);
  const v = v128.load(added, 16);
  const w = v128.load(added, 32);
  for (; at < end; at += 16) {
    const entry = v128.load(at);
    const o = y + (i32x4.extract_lane(entry, 0) as usize);
    const one = f32x4.mul(v128.shuffle<i32>(entry, entry, 1, 1, 1, 1), u);
    const two = f32x4.mul(v128.shuffle<i32>(entry, entry, 2, 2, 2, 2), v);
    const three = f32x4.mul(v128.shuffle<i32>(entry, entry, 3, 3, 3, 3), w);
    v128.store(o, f32x4.sub(v128.load(o), f32x4.add(f32x4.add(one, two), three)));
  }
  addOpposite(y, corners, v128.load(added, E));
  addOpposite(y, corners + 8, v128.load(added, G));
}

@inline
function addOpposite(y: usize, corners: usize, value: v128): void {
  subtract(y + (load<u32>(corners) as usize), value);
  add(y + (load<u32>(corners, 4) as usize), value);
}

/** Σa in each lane, where the last of a is 0. */
@inline
function sum(a: v128): v128 {
  const b = f32x4.add(a, v128.shuffle<f32>(a, a, 2, 3, 0, 1));
  return f32x4.add(b, v128.shuffle<f32>(b, b, 1, 0, 3, 2));
}

/** Sets `added` of row j, of which κ₀ is t. @returns what it adds to the torque about e and g, times A_c */
@inline
function addRow(j: usize, t: v128, shape: usize, K: v128, n: v128, c: v128, dc: v128, D: v128, viscous: v128): v128 {
  const kappa = v128.load(shape + (j << 4));
  const rate = f32x4.add(f32x4.mul(c, v128.load(change + (j << 4))), f32x4.mul(dc, kappa));
  const damped = f32x4.mul(viscous, sum(rate));
  const bent = f32x4.mul(D, f32x4.sub(K, f32x4.mul(t, n)));
  v128.store(added + (j << 4), f32x4.add(bent, f32x4.mul(damped, c)));
  return f32x4.sub(f32x4.mul(t, bent), f32x4.mul(damped, kappa));
}

/**
 * `added` := elastic Jᵀ(K − κ₀n) + viscous b(b·p) in parts, and with `second` the rest of the derivative about the shape.
 * @param rest κ₀ of three rows, and 1/A_c @param K κ or δκ, with c or δc
 */
function setAdded(rest: v128, shape: usize, K: usize, elastic: f32, viscous: f32, second: bool): void {
  const e = v128.load(shape, E);
  const g = v128.load(shape, G);
  const perArea = v128.shuffle<f32>(rest, rest, 3, 3, 3, 3);
  const c = f32x4.mul(perArea, cross(e, g));
  const dc = f32x4.mul(perArea, f32x4.add(cross(v128.load(change, E), g), cross(e, v128.load(change, G))));
  const n = K == change ? dc : c;
  const D = f32x4.splat(elastic);
  const damping = f32x4.splat(viscous);
  const t0 = v128.shuffle<f32>(rest, rest, 0, 0, 0, 0);
  const t1 = v128.shuffle<f32>(rest, rest, 1, 1, 1, 1);
  const t2 = v128.shuffle<f32>(rest, rest, 2, 2, 2, 2);
  let torque = addRow(0, t0, shape, v128.load(K), n, c, dc, D, damping);
  torque = f32x4.add(torque, addRow(1, t1, shape, v128.load(K, 16), n, c, dc, D, damping));
  torque = f32x4.add(torque, addRow(2, t2, shape, v128.load(K, 32), n, c, dc, D, damping));
  torque = f32x4.mul(perArea, torque);
  // κ·(δe × g) = δe·(g × κ), and κ·(e × δg) = δg·(κ × e).
  let atE = cross(g, torque);
  let atG = cross(torque, e);
  if (second) {
    let R = f32x4.mul(t0, f32x4.sub(v128.load(shape), f32x4.mul(t0, c)));
    R = f32x4.add(R, f32x4.mul(t1, f32x4.sub(v128.load(shape, 16), f32x4.mul(t1, c))));
    R = f32x4.add(R, f32x4.mul(t2, f32x4.sub(v128.load(shape, 32), f32x4.mul(t2, c))));
    R = f32x4.mul(f32x4.mul(D, perArea), R);
    atE = f32x4.add(atE, cross(v128.load(change, G), R));
    atG = f32x4.add(atG, cross(R, v128.load(change, E)));
  }
  v128.store(added, atE, E);
  v128.store(added, atG, G);
}

/** Sets the shapes of n groups of three rows at the positions x. */
export function setCurvatureShapes(x: usize, shapes: usize, n: i32, starts: usize, entries: usize, corners: usize): void {
  for (let end = corners + ((n as usize) << 4); corners < end; corners += 16, starts += 4, shapes += SHAPE)
    gather(entries + (load<u32>(starts) as usize), entries + (load<u32>(starts, 4) as usize), corners, x, shapes);
}

/** y −= D Σ Jᵀ(κ − κ₀c) + damping Σ b(b·v). */
export function addCurvatureForce(
  y: usize,
  x: usize,
  v: usize,
  D: f32,
  damping: f32,
  n: i32,
  starts: usize,
  entries: usize,
  corners: usize,
  rest: usize,
): void {
  memory.fill(change, 0, SHAPE);
  for (let end = corners + ((n as usize) << 4); corners < end; corners += 16, starts += 4, rest += 16) {
    const from = entries + (load<u32>(starts) as usize);
    const to = entries + (load<u32>(starts, 4) as usize);
    gather(from, to, corners, x, present);
    if (damping != 0) gather(from, to, corners, v, change);
    setAdded(v128.load(rest), present, present, D, damping, false);
    scatter(from, to, corners, y);
  }
}

/** y −= elastic Σ (JᵀJ + (κ − κ₀c)·∂²(κ − κ₀c)) p + viscous Σ b(b·p) about the shapes; without the second term if it is clamped. */
export function addCurvatureDerivative(
  y: usize,
  p: usize,
  shapes: usize,
  elastic: f32,
  viscous: f32,
  isClamped: bool,
  n: i32,
  starts: usize,
  entries: usize,
  corners: usize,
  rest: usize,
): void {
  for (let end = corners + ((n as usize) << 4); corners < end; corners += 16, starts += 4, rest += 16, shapes += SHAPE) {
    const from = entries + (load<u32>(starts) as usize);
    const to = entries + (load<u32>(starts, 4) as usize);
    gather(from, to, corners, p, change);
    setAdded(v128.load(rest), shapes, change, elastic, viscous, !isClamped);
    scatter(from, to, corners, y);
  }
}

/** Σ |κ − κ₀c|². */
export function squaredCurvatures(x: usize, n: i32, starts: usize, entries: usize, corners: usize, rest: usize): f64 {
  let sum = f64x2.splat(0);
  for (let end = corners + ((n as usize) << 4); corners < end; corners += 16, starts += 4, rest += 16) {
    gather(entries + (load<u32>(starts) as usize), entries + (load<u32>(starts, 4) as usize), corners, x, present);
    const c = f32x4.mul(v128.load32_splat(rest, 12), cross(v128.load(present, E), v128.load(present, G)));
    let squares = f32x4.splat(0);
    for (let j: usize = 0; j < 3; j++) {
      const r = f32x4.sub(v128.load(present + (j << 4)), f32x4.mul(v128.load32_splat(rest + (j << 2)), c));
      squares = f32x4.add(squares, f32x4.mul(r, r));
    }
    sum = f64x2.add(sum, low(squares));
    sum = f64x2.add(sum, high(squares));
  }
  return sumOfLanes(sum);
}
