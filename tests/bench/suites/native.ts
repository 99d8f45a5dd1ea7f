import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulation } from '../../../src/physics';
import { advance, explicitCloth } from '../cloth';
import type { Suite } from '../report';
import { duration } from '../timing';

const SIZE = 128;
const STEPS = 256;
const ROUNDS = 8;
/** 1/s. */
const SHEAR = 2;
const SOURCE = 'tests/bench/native/symplectic-euler.cpp';
const COMPILER = 'clang++';
const FLAGS = ['-std=c++17', '-O3', '-march=native', '-fno-math-errno'];

/** The same explicit loop in native C++. */
export const native: Suite = {
  id: 'native',
  about: 'the explicit loop in native C++, if clang++ is installed',
  run(report) {
    const title = `Symplectic Euler, cloth ${SIZE}×${SIZE}, and native C++`;
    const folder = mkdtempSync(join(tmpdir(), 'hooke-native-'));
    try {
      const version = compile(folder);
      if (version === null) report.tables.push({ title, rows: [{ loop: `skipped: ${COMPILER} was not found` }] });
      else report.tables.push({ title, rows: compare(folder, version) });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** @returns the compiler's version; null without a compiler */
function compile(folder: string): string | null {
  try {
    const [version] = execFileSync(COMPILER, ['--version'], { encoding: 'utf8' }).split('\n');
    execFileSync(COMPILER, [...FLAGS, SOURCE, '-o', join(folder, 'native')]);
    return version;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function compare(folder: string, version: string): Record<string, string | number>[] {
  const js = shearedCloth('js');
  const simd = shearedCloth('simd');
  writeFileSync(join(folder, 'cloth'), asFloats(js));
  const run = () =>
    Number(execFileSync(join(folder, 'native'), [join(folder, 'cloth'), join(folder, 'velocities'), String(STEPS)]));
  const best = { native: Number.POSITIVE_INFINITY, js: Number.POSITIVE_INFINITY, simd: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    best.native = Math.min(best.native, run());
    best.js = Math.min(
      best.js,
      duration(() => advance(js, STEPS)),
    );
    best.simd = Math.min(
      best.simd,
      duration(() => advance(simd, STEPS)),
    );
    if (round === 0) assertAlike(js, folder);
  }
  const row = (loop: string, ms: number) => ({
    loop,
    'ns per spring and step': (1e6 * ms) / (STEPS * js.springCount),
    'times native': ms / best.native,
  });
  return [
    row(`C++, list, ${version}, ${FLAGS.slice(1).join(' ')}`, best.native),
    row('WebAssembly SIMD, fused stencil', best.simd),
    row('JavaScript, list', best.js),
  ];
}

/** Initial velocities shear the rows, which stretches all springs except those along the rows. */
function shearedCloth(kernel: 'js' | 'simd'): Simulation {
  const simulation = explicitCloth(SIZE, 'symplectic-euler', { kernel }, { dt: 5e-5 });
  const { positions } = simulation.state;
  const velocities = positions.map((_, o) => (o % 4 === 0 ? SHEAR * positions[o + 1] : 0));
  simulation.apply({ type: 'place', positions, velocities, time: 0 });
  return simulation;
}

/** n, m, h, g, drag; then x and v (4n each), 1/m (n), ends (2m), rest lengths, stiffness and damping (m each). */
function asFloats({ model, state, params }: Simulation): Float32Array {
  const { particleCount, springCount, inverseMasses, springs, restLengths, stiffness, damping } = model;
  const { dt, gravity, drag } = params;
  return Float32Array.from([
    ...[particleCount, springCount, dt, gravity, drag],
    ...state.positions,
    ...state.velocities,
    ...inverseMasses,
    ...springs,
    ...restLengths,
    ...stiffness,
    ...damping,
  ]);
}

/** Compares the results, because a loop that does something else would be no fair comparison. The fastest modes amplify rounding. */
function assertAlike({ state }: Simulation, folder: string): void {
  const bytes = readFileSync(join(folder, 'velocities'));
  const v = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let difference = 0;
  let size = 0;
  for (let i = 0; i < v.length; i++) {
    difference += (v[i] - state.velocities[i]) ** 2;
    size += v[i] ** 2;
  }
  if (!(size > 0 && difference < 1e-3 * size)) {
    throw new Error(`native and engine differ by ${Math.sqrt(difference / size)} of their velocities`);
  }
}
