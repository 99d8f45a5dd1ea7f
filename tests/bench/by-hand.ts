import type { Simulation } from '../../src/physics';

/** Plain loops for this one cloth, without an engine, over the same typed arrays. */
export interface ByHand {
  /** 4n; m. */
  x: Float32Array;
  /** 4n; m/s. */
  v: Float32Array;
  symplecticEuler(): void;
  rk4(): void;
}

interface Springs {
  /** 2m; the end particles of each spring. */
  springs: Uint32Array;
  /** m; rest lengths, m. */
  L: Float32Array;
  /** m; N/m. */
  ks: Float32Array;
  /** m; N·s/m. */
  kd: Float32Array;
}

/** Copies structure, state and parameters of a simulation in single precision. */
export function byHand({ model, state, params }: Simulation): ByHand {
  const { dt: h, gravity: g, drag } = params;
  const n = model.particleCount;
  const springs: Springs = {
    springs: Uint32Array.from(model.springs),
    L: Float32Array.from(model.restLengths),
    ks: Float32Array.from(model.stiffness),
    kd: Float32Array.from(model.damping),
  };
  const masses = Float32Array.from(model.masses);
  const inverseMasses = Float32Array.from(model.inverseMasses);
  const floats = () => new Float32Array(4 * n);
  const x = Float32Array.from(state.positions);
  const v = Float32Array.from(state.velocities);
  const f = floats();

  function symplecticEuler(): void {
    springForces(springs, x, v, f);
    for (let i = 0; i < n; i++) {
      const o = 4 * i;
      const kick = h * inverseMasses[i];
      v[o] += kick * (f[o] - drag * v[o]);
      v[o + 1] += kick * (f[o + 1] - masses[i] * g - drag * v[o + 1]);
      v[o + 2] += kick * (f[o + 2] - drag * v[o + 2]);
      x[o] += h * v[o];
      x[o + 1] += h * v[o + 1];
      x[o + 2] += h * v[o + 2];
    }
  }

  function accelerations(x: Float32Array, v: Float32Array, a: Float32Array): void {
    springForces(springs, x, v, a);
    for (let i = 0; i < n; i++) {
      const o = 4 * i;
      const w = inverseMasses[i];
      a[o] = w * (a[o] - drag * v[o]);
      a[o + 1] = w * (a[o + 1] - masses[i] * g - drag * v[o + 1]);
      a[o + 2] = w * (a[o + 2] - drag * v[o + 2]);
    }
  }

  const a1 = floats();
  const a2 = floats();
  const a3 = floats();
  const a4 = floats();
  const v2 = floats();
  const v3 = floats();
  const v4 = floats();
  const xs = floats();

  function rk4(): void {
    const half = h / 2;
    accelerations(x, v, a1);
    for (let i = 0; i < 4 * n; i++) {
      xs[i] = x[i] + half * v[i];
      v2[i] = v[i] + half * a1[i];
    }
    accelerations(xs, v2, a2);
    for (let i = 0; i < 4 * n; i++) {
      xs[i] = x[i] + half * v2[i];
      v3[i] = v[i] + half * a2[i];
    }
    accelerations(xs, v3, a3);
    for (let i = 0; i < 4 * n; i++) {
      xs[i] = x[i] + h * v3[i];
      v4[i] = v[i] + h * a3[i];
    }
    accelerations(xs, v4, a4);
    for (let i = 0; i < 4 * n; i++) {
      x[i] += (h / 6) * (v[i] + 2 * (v2[i] + v3[i]) + v4[i]);
      v[i] += (h / 6) * (a1[i] + 2 * (a2[i] + a3[i]) + a4[i]);
    }
  }

  return { x, v, symplecticEuler, rk4 };
}

/** The arrays are arguments: as variables of a closure the compiler could treat them as constants, unlike in a general loop. */
function springForces({ springs, L, ks, kd }: Springs, x: Float32Array, v: Float32Array, f: Float32Array): void {
  f.fill(0);
  for (let j = 0; j < L.length; j++) {
    const a = 4 * springs[2 * j];
    const b = 4 * springs[2 * j + 1];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const l = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const inverse = 1 / l;
    const u = ((v[a] - v[b]) * dx + (v[a + 1] - v[b + 1]) * dy + (v[a + 2] - v[b + 2]) * dz) * inverse;
    const t = (ks[j] * (l - L[j]) + kd[j] * u) * inverse;
    f[a] -= t * dx;
    f[a + 1] -= t * dy;
    f[a + 2] -= t * dz;
    f[b] += t * dx;
    f[b + 1] += t * dy;
    f[b + 2] += t * dz;
  }
}
