// @module-tag chooses-kernels
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import type { NetBending } from '../../../src/physics/kernels/curvature-rows';
import { javascriptKernel } from '../../../src/physics/kernels/javascript';
import type { GridLevels, GridMatrix } from '../../../src/physics/kernels/kernel';
import { type ContactRows, ROW } from '../../../src/physics/kernels/kernel';
import { simd } from '../../../src/physics/kernels/simd';
import { type Arena, createArena } from '../../../src/physics/model/arena';
import type { Model } from '../../../src/physics/model/model';
import { buildModel } from '../../../src/physics/scenes/builders/build-model';
import { loadFile } from '../../../src/physics/scenes/file/load-file';
import { type Cycle, cycle, V_CYCLE, W_CYCLE } from '../../../src/physics/solvers/multigrid/cycle';
import { randomCloth, randomNumbers } from '../../fixtures/random';

/** s and s² of a step of 1/60 s. */
const H = 1 / 60;
/** Rows and columns: the smallest net, odd and even, long and wide, full and partial groups of four, many levels. */
const SIZES = [
  [4, 4],
  [5, 5],
  [4, 17],
  [23, 4],
  [8, 16],
  [9, 7],
  [32, 31],
  [33, 34],
];
/** Fraction of springs that are cut, and of particles that are pinned or in contact with a plane. */
const CUT = 0.15;
const PINNED = 0.1;
const IN_CONTACT = 0.1;
/** How far the differences of bending reach: rows down, columns to the right. */
const DIFFERENCES = [
  [0, 2],
  [2, 0],
  [1, 1],
];

interface Problem {
  model: Model;
  matrix: GridMatrix;
  arena: Arena;
}

/** What a problem has more: bending, and contacts between four particles each, for each particle. */
interface More {
  bends?: boolean;
  contacts?: number;
}

/** A crumpled net with cuts, pins and obstacles; the same for the same seed, in any arena. */
function problem(
  seed: number,
  rows: number,
  columns: number,
  arena: Arena,
  { bends, contacts = 0 }: More = {},
): Problem {
  const random = randomNumbers(seed);
  const { data } = loadFile(randomCloth(seed, { rows, columns }));
  const model = buildModel({ ...data, grid: { rows, columns } }, arena);
  model.masses.set(data.masses);
  for (let j = 0; j < model.springCount; j++) {
    const isCut = random() < CUT;
    model.stiffness[j] = isCut ? 0 : data.stiffness[j];
    model.damping[j] = isCut ? 0 : data.damping[j];
  }
  const n = model.particleCount;
  const positions = arena.floats(4 * n);
  for (let i = 0; i < n; i++) positions.set(data.positions.subarray(3 * i, 3 * i + 3), 4 * i);
  const matrix = { tangents: arena.doubles(4 * model.springCount), diagonalBlocks: arena.doubles(9 * n) };
  const filter = arena.doubles(9 * n);
  const state = { positions, velocities: arena.floats(4 * n), time: 0 };
  javascriptKernel.linearizeSprings(model, state, false, matrix.tangents);
  for (let i = 0; i < n; i++) {
    const chance = random();
    const normal = [0.36, 0.48, 0.8];
    for (let k = 0; k < 9; k++) {
      const unit = k % 4 === 0 ? 1 : 0;
      matrix.diagonalBlocks[9 * i + k] = unit * model.masses[i];
      if (chance < PINNED) continue;
      const removed = chance < PINNED + IN_CONTACT ? normal[Math.floor(k / 3)] * normal[k % 3] : 0;
      filter[9 * i + k] = unit - removed;
    }
  }
  const bending: NetBending = {
    rows,
    columns,
    weights: arena.floats(4 * n),
    scratch: arena.floats(0),
    positions,
    dampingFactor: 0,
    approximated: 0,
    factor: 3,
  };
  for (const [kind, [down, right]] of DIFFERENCES.entries()) {
    for (let i = 0; i < n; i++) {
      const isWithin = Math.floor(i / columns) + down < rows && (i % columns) + right < columns;
      if (isWithin && random() > CUT) bending.weights[4 * i + kind] = random();
    }
  }
  return {
    model,
    matrix: {
      ...matrix,
      net: { rows, columns },
      bending: bends ? bending : null,
      contacts: contacts > 0 ? anyContacts(Math.round(contacts * n), n, random) : null,
      filter,
      isFiltered: true,
      a: H * H,
      b: H,
    },
    arena,
  };
}

/** Contacts between any particles; in every fifth, one of them is there three times. */
function anyContacts(count: number, n: number, random: () => number): ContactRows {
  const contacts = { count, particles: new Uint32Array(4 * count), numbers: new Float64Array(ROW * count) };
  for (let c = 0; c < count; c++) {
    const numbers = contacts.numbers.subarray(ROW * c, ROW * c + ROW);
    for (let k = 0; k < 4; k++) contacts.particles[4 * c + k] = Math.floor(random() * n);
    if (c % 5 === 0) contacts.particles.fill(contacts.particles[4 * c + 1], 4 * c + 1, 4 * c + 4);
    const [s, t, scale] = [random(), random(), 30 * random()];
    numbers.set([
      0.6 * scale,
      0,
      0.8 * scale,
      ...(c % 2 === 0 ? [s, 1 - s, -t, t - 1] : [1, -s * t, -s * (1 - t), s - 1]),
    ]);
  }
  return contacts;
}

/** z := C r, where C is one cycle. */
function apply({ levels, setRightSide, getSolution }: GridLevels, z: Float64Array, r: Float64Array, way: Cycle): void {
  setRightSide(r);
  cycle(levels, way);
  getSolution(z);
}

/** S times a random vector, which S leaves as it is. */
function residual({ matrix: { filter }, model: { particleCount: n } }: Problem, seed: number): Float64Array {
  const random = randomNumbers(seed);
  const r = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) {
    const any = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    for (let row = 0; row < 3; row++)
      r[4 * i + row] = any.reduce((sum, value, k) => sum + filter[9 * i + 3 * row + k] * value, 0);
  }
  return r;
}

function relativeDistance(a: Float64Array, b: Float64Array): number {
  return Math.hypot(...a.map((value, i) => value - b[i])) / Math.hypot(...b);
}

describe.each(SIZES)('on a net of %i × %i particles', (rows, columns) => {
  test.each([
    [1, {}],
    [2, { bends: true }],
    [3, { bends: true }],
    [4, { contacts: 0.5 }],
    [5, { bends: true, contacts: 5 }],
  ])('the SIMD cycles equal the JavaScript ones to single precision (seed %i, with %o)', (seed, more) => {
    const { kernel, arena } = simd.open('single', 1e8);
    const here = problem(seed, rows, columns, arena, more);
    const there = problem(seed, rows, columns, createArena('single'), more);
    const fast = kernel.createGridLevels(here.model, here.matrix, arena);
    const plain = javascriptKernel.createGridLevels(there.model, there.matrix, there.arena);
    expect(fast.vectors).not.toBeNull();
    fast.assemble();
    plain.assemble();
    const r = arena.doubles(4 * rows * columns);
    r.set(residual(here, seed));
    const z = arena.doubles(r.length);
    const expected = new Float64Array(r.length);
    for (const way of [V_CYCLE, W_CYCLE]) {
      apply(fast, z, r, way);
      apply(plain, expected, r, way);
      expect(Math.hypot(...expected)).toBeGreaterThan(0);
      expect(relativeDistance(z, expected)).toBeLessThan(3e-6);
    }
  });
});

test('two runs of an implicit method on the SIMD kernel with multigrid give the same bits', () => {
  const run = () => {
    const simulation = createSimulation({
      kernel: 'simd',
      preconditioner: 'multigrid',
      integrator: 'implicit-euler',
      params: { rows: 21, columns: 18, dt: H, stiffness: 1000 },
    });
    simulation.step(10);
    simulation.apply({ type: 'cut', spring: 700 });
    simulation.step(10);
    expect([simulation.kernel, simulation.preconditioner]).toEqual(['simd', 'multigrid']);
    return simulation.hash();
  };
  expect(run()).toBe(run());
});

test('if the kernel memory is full, the cycle is the JavaScript one, to the bit', () => {
  const { kernel, arena } = simd.open('single', 1 << 16);
  // Fills the memory: a megabyte and a page.
  arena.floats(17 << 14);
  const here = problem(1, 12, 11, arena);
  const there = problem(1, 12, 11, createArena('single'));
  const z = new Float64Array(4 * 12 * 11);
  const expected = new Float64Array(z.length);
  const fallback = kernel.createGridLevels(here.model, here.matrix, arena);
  fallback.assemble();
  apply(fallback, z, residual(here, 1), W_CYCLE);
  const plain = javascriptKernel.createGridLevels(there.model, there.matrix, there.arena);
  plain.assemble();
  apply(plain, expected, residual(there, 1), W_CYCLE);
  expect([...z]).toEqual([...expected]);
});

test.each([javascriptKernel, null])('without a filter S follows from the pins, to the bit (%#)', (given) => {
  const { kernel, arena } = given ? { kernel: given, arena: createArena('single') } : simd.open('single', 1e8);
  const { model, matrix } = problem(1, 23, 14, arena);
  const levels = kernel.createGridLevels(model, matrix, arena);
  const r = arena.doubles(4 * model.particleCount);
  r.set(residual({ model, matrix, arena }, 1));
  const cycleAgain = () => {
    const z = arena.doubles(r.length);
    levels.assemble();
    apply(levels, z, r, W_CYCLE);
    return [...z];
  };
  const withContacts = cycleAgain();
  for (let i = 0; i < model.particleCount; i++) {
    const isFree = matrix.filter[9 * i] !== 0;
    model.inverseMasses[i] = isFree ? 1 / model.masses[i] : 0;
    for (let k = 0; k < 9; k++) matrix.filter[9 * i + k] = isFree && k % 4 === 0 ? 1 : 0;
  }
  const expected = cycleAgain();
  expect(expected).not.toEqual(withContacts);
  matrix.filter.fill(0.5);
  matrix.isFiltered = false;
  expect(cycleAgain()).toEqual(expected);
});
