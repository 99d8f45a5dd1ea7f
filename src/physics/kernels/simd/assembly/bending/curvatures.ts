// The curvature of any surface, as in `javascript/curvature-loops.ts`: three rows at a time. Vectors of f64, particles given by 32 times
// their number; the three weights of an entry stand together. A shape is κ of each row, e and g: 15 numbers.

const SHAPE: usize = 120;
const E: usize = 72;
const G: usize = 96;
/** N and δN, and the three scratch shapes. */
const normal = memory.data(24, 16);
const turn = memory.data(24, 16);
const present = memory.data(120, 16);
const change = memory.data(120, 16);
const added = memory.data(120, 16);

/** to := Σ w p for each of three rows with the entries `s` … `end`, and the differences of p along e and g. */
function gather(s: usize, end: usize, places: usize, weights: usize, corners: usize, p: usize, to: usize): void {
  let x = f64x2.splat(0);
  let y = f64x2.splat(0);
  let z = f64x2.splat(0);
  let wxy = f64x2.splat(0);
  let wz = 0.0;
  let at = weights + s * 24;
  for (let e = places + (s << 2); e < places + (end << 2); e += 4, at += 24) {
    const o = p + (load<u32>(e) as usize);
    const uv = v128.load(at);
    x = f64x2.add(x, f64x2.mul(uv, v128.load64_splat(o)));
    y = f64x2.add(y, f64x2.mul(uv, v128.load64_splat(o, 8)));
    z = f64x2.add(z, f64x2.mul(uv, v128.load64_splat(o, 16)));
    wxy = f64x2.add(wxy, f64x2.mul(v128.load64_splat(at, 16), v128.load(o)));
    wz += load<f64>(at, 16) * load<f64>(o, 16);
  }
  store<f64>(to, f64x2.extract_lane(x, 0));
  store<f64>(to, f64x2.extract_lane(y, 0), 8);
  store<f64>(to, f64x2.extract_lane(z, 0), 16);
  store<f64>(to, f64x2.extract_lane(x, 1), 24);
  store<f64>(to, f64x2.extract_lane(y, 1), 32);
  store<f64>(to, f64x2.extract_lane(z, 1), 40);
  v128.store(to, wxy, 48);
  store<f64>(to, wz, 64);
  difference(to + E, p + (load<u32>(corners) as usize), p + (load<u32>(corners, 4) as usize));
  difference(to + G, p + (load<u32>(corners, 8) as usize), p + (load<u32>(corners, 12) as usize));
}

/** to := b − a. */
@inline
function difference(to: usize, a: usize, b: usize): void {
  v128.store(to, f64x2.sub(v128.load(b), v128.load(a)));
  store<f64>(to, load<f64>(b, 16) - load<f64>(a, 16), 16);
}

/** y −= w `added` for each of the rows, and y ± `added` at the ends of e and g. */
function scatter(s: usize, end: usize, places: usize, weights: usize, corners: usize, y: usize): void {
  const u = v128.load(added);
  const v = v128.load(added, 24);
  const w = v128.load(added, 48);
  const uz = load<f64>(added, 16);
  const vz = load<f64>(added, 40);
  const wz = load<f64>(added, 64);
  let at = weights + s * 24;
  for (let e = places + (s << 2); e < places + (end << 2); e += 4, at += 24) {
    const o = y + (load<u32>(e) as usize);
    const one = f64x2.mul(v128.load64_splat(at), u);
    const two = f64x2.mul(v128.load64_splat(at, 8), v);
    const three = f64x2.mul(v128.load64_splat(at, 16), w);
    v128.store(o, f64x2.sub(v128.load(o), f64x2.add(f64x2.add(one, two), three)));
    store<f64>(o, load<f64>(o, 16) - (load<f64>(at) * uz + load<f64>(at, 8) * vz + load<f64>(at, 16) * wz), 16);
  }
  addSigned(y + (load<u32>(corners, 4) as usize), added + E, 1);
  addSigned(y + (load<u32>(corners) as usize), added + E, -1);
  addSigned(y + (load<u32>(corners, 12) as usize), added + G, 1);
  addSigned(y + (load<u32>(corners, 8) as usize), added + G, -1);
}

function addSigned(to: usize, from: usize, sign: f64): void {
  for (let i: usize = 0; i < 24; i += 8) store<f64>(to + i, load<f64>(to + i) + sign * load<f64>(from + i));
}

/** to := a × b. */
function cross(to: usize, a: usize, b: usize): void {
  store<f64>(to, 0);
  store<f64>(to, 0, 8);
  store<f64>(to, 0, 16);
  addCross(to, a, b);
}

/** to += a × b. */
function addCross(to: usize, a: usize, b: usize): void {
  const x = load<f64>(a);
  const y = load<f64>(a, 8);
  const z = load<f64>(a, 16);
  const u = load<f64>(b);
  const v = load<f64>(b, 8);
  const w = load<f64>(b, 16);
  store<f64>(to, load<f64>(to) + y * w - z * v);
  store<f64>(to, load<f64>(to, 8) + z * u - x * w, 8);
  store<f64>(to, load<f64>(to, 16) + x * v - y * u, 16);
}

/** `added` := elastic Jᵀ(K − κ₀n) + viscous b(b·p) in parts. @param rest κ₀ of three rows, and 1/A_c */
function setAdded(rest: usize, shape: usize, K: usize, n: usize, elastic: f64, viscous: f64): void {
  cross(normal, shape + E, shape + G);
  cross(turn, change + E, shape + G);
  addCross(turn, shape + E, change + G);
  const perArea = load<f64>(rest, 24);
  const perSquare = viscous * perArea * perArea;
  const nx = load<f64>(normal);
  const ny = load<f64>(normal, 8);
  const nz = load<f64>(normal, 16);
  let x = 0.0;
  let y = 0.0;
  let z = 0.0;
  for (let j: usize = 0; j < 3; j++) {
    const o = j * 24;
    const tilt = load<f64>(rest + (j << 3)) * perArea;
    let rate = 0.0;
    if (perSquare != 0) {
      rate = nx * load<f64>(change + o) + ny * load<f64>(change + o, 8) + nz * load<f64>(change + o, 16);
      rate += load<f64>(turn) * load<f64>(shape + o);
      rate += load<f64>(turn, 8) * load<f64>(shape + o, 8);
      rate += load<f64>(turn, 16) * load<f64>(shape + o, 16);
      rate *= perSquare;
    }
    const cx = elastic * (load<f64>(K + o) - tilt * load<f64>(n));
    const cy = elastic * (load<f64>(K + o, 8) - tilt * load<f64>(n, 8));
    const cz = elastic * (load<f64>(K + o, 16) - tilt * load<f64>(n, 16));
    store<f64>(added + o, cx + rate * nx);
    store<f64>(added + o, cy + rate * ny, 8);
    store<f64>(added + o, cz + rate * nz, 16);
    x += tilt * cx - rate * load<f64>(shape + o);
    y += tilt * cy - rate * load<f64>(shape + o, 8);
    z += tilt * cz - rate * load<f64>(shape + o, 16);
  }
  // κ·(δe × g) = δe·(g × κ), and κ·(e × δg) = δg·(κ × e).
  store<f64>(turn, x);
  store<f64>(turn, y, 8);
  store<f64>(turn, z, 16);
  cross(added + E, shape + G, turn);
  cross(added + G, turn, shape + E);
}

/** Adds the second term of the derivative to `added`. */
function addSecond(rest: usize, shape: usize, elastic: f64): void {
  const perArea = load<f64>(rest, 24);
  for (let i: usize = 0; i < 24; i += 8) {
    let sum = 0.0;
    for (let j: usize = 0; j < 3; j++) {
      const tilt = load<f64>(rest + (j << 3)) * perArea;
      sum += elastic * tilt * (load<f64>(shape + j * 24 + i) - tilt * load<f64>(normal + i));
    }
    store<f64>(turn + i, sum);
  }
  addCross(added + E, change + G, turn);
  addCross(added + G, turn, change + E);
}

/** Sets the shapes of n groups of three rows at the positions x. */
export function setCurvatureShapes(
  n: i32,
  starts: usize,
  places: usize,
  weights: usize,
  corners: usize,
  x: usize,
  shapes: usize,
): void {
  for (let r: usize = 0; r < (n as usize); r++) {
    const s = load<u32>(starts + (r << 2)) as usize;
    const end = load<u32>(starts + (r << 2), 4) as usize;
    gather(s, end, places, weights, corners + (r << 4), x, shapes + r * SHAPE);
  }
}

/** y −= D Σ Jᵀ(κ − κ₀c) + damping Σ b(b·v). */
export function addCurvatureForce(
  n: i32,
  starts: usize,
  places: usize,
  weights: usize,
  corners: usize,
  rest: usize,
  y: usize,
  x: usize,
  v: usize,
  D: f64,
  damping: f64,
): void {
  for (let r: usize = 0; r < (n as usize); r++) {
    const s = load<u32>(starts + (r << 2)) as usize;
    const end = load<u32>(starts + (r << 2), 4) as usize;
    gather(s, end, places, weights, corners + (r << 4), x, present);
    if (damping != 0) gather(s, end, places, weights, corners + (r << 4), v, change);
    setAdded(rest + (r << 5), present, present, normal, D, damping);
    scatter(s, end, places, weights, corners + (r << 4), y);
  }
}

/** y −= elastic Σ (JᵀJ + (κ − κ₀c)·∂²(κ − κ₀c)) p + viscous Σ b(b·p) about the shapes; without the second term if it is clamped. */
export function addCurvatureDerivative(
  n: i32,
  starts: usize,
  places: usize,
  weights: usize,
  corners: usize,
  rest: usize,
  shapes: usize,
  y: usize,
  p: usize,
  elastic: f64,
  viscous: f64,
  isClamped: i32,
): void {
  for (let r: usize = 0; r < (n as usize); r++) {
    const s = load<u32>(starts + (r << 2)) as usize;
    const end = load<u32>(starts + (r << 2), 4) as usize;
    const shape = shapes + r * SHAPE;
    gather(s, end, places, weights, corners + (r << 4), p, change);
    setAdded(rest + (r << 5), shape, change, turn, elastic, viscous);
    if (!isClamped) addSecond(rest + (r << 5), shape, elastic);
    scatter(s, end, places, weights, corners + (r << 4), y);
  }
}
