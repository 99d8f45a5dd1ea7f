/* Loops over vectors of the state; `end` is 16n. */

/** y += a x. */
export function addScaled(end: usize, y: usize, a: f32, x: usize): void {
  combineOne(end, y, y, a, x);
}

/** y := a y. */
export function scale(end: usize, y: usize, a: f32): void {
  const factor = f32x4.splat(a);
  for (let at: usize = 0; at < end; at += 16) v128.store(y + at, f32x4.mul(factor, v128.load(y + at)));
}

/** y_i += a w_i x_i. */
export function addWeighted(end: usize, y: usize, a: f32, w: usize, x: usize): void {
  for (let at: usize = 0; at < end; at += 16) {
    const weight = f32x4.splat(a * load<f32>(w + (at >> 2)));
    v128.store(y + at, f32x4.add(v128.load(y + at), f32x4.mul(weight, v128.load(x + at))));
  }
}

/** y_i := w_i y_i. */
export function weigh(end: usize, y: usize, w: usize): void {
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(y + at, f32x4.mul(f32x4.splat(load<f32>(w + (at >> 2))), v128.load(y + at)));
  }
}

/** f_i −= w_i g e_y. */
export function addWeights(end: usize, f: usize, w: usize, g: f32): void {
  for (let at: usize = 0; at < end; at += 16) {
    store<f32>(f + at, load<f32>(f + at, 4) - g * load<f32>(w + (at >> 2)), 4);
  }
}

/** f_i += (x, y, z). */
export function addEverywhere(end: usize, f: usize, x: f32, y: f32, z: f32): void {
  const all = f32x4(x, y, z, 0);
  for (let at: usize = 0; at < end; at += 16) v128.store(f + at, f32x4.add(v128.load(f + at), all));
}

/** out := y + w0 k0. */
export function combineOne(end: usize, out: usize, y: usize, w0: f32, k0: usize): void {
  const weight = f32x4.splat(w0);
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(out + at, f32x4.add(v128.load(y + at), f32x4.mul(weight, v128.load(k0 + at))));
  }
}

/** out := y + (w0 k0 + w1 k1). */
export function combineTwo(end: usize, out: usize, y: usize, w0: f32, k0: usize, w1: f32, k1: usize): void {
  const a = f32x4.splat(w0);
  const b = f32x4.splat(w1);
  for (let at: usize = 0; at < end; at += 16) {
    const sum = f32x4.add(f32x4.mul(a, v128.load(k0 + at)), f32x4.mul(b, v128.load(k1 + at)));
    v128.store(out + at, f32x4.add(v128.load(y + at), sum));
  }
}

/** out := y + (w0 k0 + w1 k1 + w2 k2 + w3 k3). */
export function combine(
  end: usize,
  out: usize,
  y: usize,
  w0: f32,
  k0: usize,
  w1: f32,
  k1: usize,
  w2: f32,
  k2: usize,
  w3: f32,
  k3: usize,
): void {
  const a = f32x4.splat(w0);
  const b = f32x4.splat(w1);
  const c = f32x4.splat(w2);
  const d = f32x4.splat(w3);
  for (let at: usize = 0; at < end; at += 16) {
    const ab = f32x4.add(f32x4.mul(a, v128.load(k0 + at)), f32x4.mul(b, v128.load(k1 + at)));
    const cd = f32x4.add(f32x4.mul(c, v128.load(k2 + at)), f32x4.mul(d, v128.load(k3 + at)));
    v128.store(out + at, f32x4.add(v128.load(y + at), f32x4.add(ab, cd)));
  }
}
