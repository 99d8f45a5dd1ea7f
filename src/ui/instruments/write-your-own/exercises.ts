/** Exercises in which a method is written. */

import { methodTexts, type OwnExercise } from './exercise';
import { FORCE_EXERCISES } from './force-exercises';

const STAGE = `
const middle = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
const a = arena.floats(size);`;

const MIDPOINT = { id: 'my-midpoint', label: 'My midpoint', order: 2, summary: 'Explicit midpoint.', create: STAGE };

const midpoint: OwnExercise = {
  id: 'midpoint',
  title: 'Explicit midpoint',
  statement:
    'The stub is explicit Euler, of order 1. Make it explicit midpoint, of order 2: half a step of Euler leads to the middle; the velocity and acceleration there advance the whole step.',
  hints: [
    'x½ = x + ½h v and v½ = v + ½h a(x, v); then x⁺ = x + h v½ and v⁺ = v + h a(x½, v½).',
    'kernel.combineOne(out, y, w, k) computes out = y + w k for all particles.',
    'The middle is a state of its own, with its own time: wind and moving pins depend on it. world.prescribe(middle) moves the pins there.',
  ],
  ...methodTexts(MIDPOINT, {
    stub: `
world.computeAccelerations(state, a); // m/s²
// Explicit Euler: x⁺ = x + h v, v⁺ = v + h a.
kernel.combineOne(x, x, h, v);
kernel.combineOne(v, v, h, a);`,
    solution: `
world.prescribe(state);
world.computeAccelerations(state, a); // m/s²
kernel.combineOne(middle.positions, x, 0.5 * h, v);
kernel.combineOne(middle.velocities, v, 0.5 * h, a);
middle.time = state.time + 0.5 * h;
world.prescribe(middle);
world.computeAccelerations(middle, a);
kernel.combineOne(x, x, h, middle.velocities);
kernel.combineOne(v, v, h, a);`,
  }),
};

const VERLET = {
  id: 'my-verlet',
  label: 'My Verlet',
  order: 2,
  summary: 'Velocity Verlet.',
  create: `
const before = arena.floats(size);
const after = arena.floats(size);
const end = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };`,
};

const verlet: OwnExercise = {
  id: 'verlet',
  title: 'Velocity Verlet',
  statement:
    'Write velocity Verlet: positions with the acceleration at the start, velocities with the mean of those at the start and at the end. It has order 2 and keeps the energy of an undamped spring.',
  hints: [
    'x⁺ = x + h v + ½h² a, then v⁺ = v + ½h (a + a⁺) with a⁺ = a(x⁺, v + h a).',
    'kernel.combineTwo(out, y, w0, k0, w1, k1) computes out = y + w0 k0 + w1 k1.',
    'A damper needs a velocity at the end: predict v + h a. With v + ½h a the order would be 1.',
  ],
  ...methodTexts(VERLET, {
    stub: `
world.computeAccelerations(state, before); // m/s²
kernel.combineOne(x, x, h, v);
kernel.combineOne(v, v, h, before);`,
    solution: `
world.computeAccelerations(state, before); // m/s²
kernel.combineTwo(x, x, h, v, 0.5 * h * h, before);
end.positions.set(x);
kernel.combineOne(end.velocities, v, h, before);
end.time = state.time + h;
world.computeAccelerations(end, after);
kernel.combineTwo(v, v, 0.5 * h, before, 0.5 * h, after);`,
  }),
  says: { law: 'undamped spring', text: 'keeps its energy' },
};

const RK4 = {
  id: 'my-rk4',
  label: 'My Runge–Kutta 4',
  order: 4,
  summary: 'The classical method of order 4.',
  create: `
const stage = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
const sum = { positions: arena.floats(size), velocities: arena.floats(size) };
const a = arena.floats(size);`,
};

const rk4: OwnExercise = {
  id: 'rk4',
  title: 'Runge–Kutta 4',
  statement:
    'Write the classical Runge–Kutta method of order 4: four slopes, of which the first and the last count once and the two in the middle twice.',
  hints: [
    'With y = (x, v) and F = (v, a): k₁ = F(y), k₂ = F(y + ½h k₁), k₃ = F(y + ½h k₂), k₄ = F(y + h k₃), y⁺ = y + h/6 (k₁ + 2k₂ + 2k₃ + k₄).',
    'The velocity part of a slope is the velocity of its stage: add it to the sum before the stage changes.',
    'Loops over x.length work as well as the kernel’s functions.',
  ],
  ...methodTexts(RK4, {
    stub: `
world.computeAccelerations(state, a); // m/s²
kernel.combineOne(x, x, h, v);
kernel.combineOne(v, v, h, a);`,
    solution: `
stage.positions.set(x);
stage.velocities.set(v);
stage.time = state.time;
sum.positions.set(x);
sum.velocities.set(v);
for (let i = 0; i < 4; i++) {
  const weight = (i === 0 || i === 3 ? 1 / 6 : 1 / 3) * h;
  world.prescribe(stage);
  world.computeAccelerations(stage, a);
  kernel.combineOne(sum.positions, sum.positions, weight, stage.velocities);
  kernel.combineOne(sum.velocities, sum.velocities, weight, a);
  const next = i < 2 ? 0.5 * h : h;
  kernel.combineOne(stage.positions, x, next, stage.velocities);
  kernel.combineOne(stage.velocities, v, next, a);
  stage.time = state.time + next;
}
x.set(sum.positions);
v.set(sum.velocities);`,
  }),
};

const IMPLICIT = {
  id: 'my-implicit-euler',
  label: 'My implicit Euler',
  order: 1,
  summary: 'Implicit Euler for one particle on springs.',
  create: `
const { inverseMasses, masses, particleCount } = model;
const f = arena.floats(size);
const blocks = arena.floats(9 * particleCount); // 3×3, row by row`,
};

const implicitEuler: OwnExercise = {
  id: 'implicit-euler',
  title: 'Implicit Euler on one spring, by hand',
  statement:
    'The stub solves (m − h ∂f/∂v) Δv = h f for each particle. That is not implicit in the positions. Add the stiffness, so that one particle on a spring is stable at every step. (A net needs all particles in one system: the built-in method solves that.)',
  hints: [
    'Implicit Euler: v⁺ = v + h/m f(x + h v⁺, v⁺). Linearized: (m − h ∂f/∂v − h² ∂f/∂x) Δv = h (f + h ∂f/∂x v).',
    'world.linearize(state, true), and then world.addDiagonals(blocks, a, b), which adds a ∂f/∂x + b ∂f/∂v, 9 numbers for each particle.',
    'world.addDerivatives(y, p, a, b) adds (a ∂f/∂x + b ∂f/∂v) p to y: with p = v and a = h it completes the right-hand side.',
  ],
  ...methodTexts(IMPLICIT, {
    stub: implicitStep('0', ''),
    solution: implicitStep('h * h', 'world.addDerivatives(f, v, h, 0); // + h ∂f/∂x v'),
  }),
  laws: ['order', 'undamped spring', 'pins stay', 'determinism', 'allocations'],
  says: { law: 'undamped spring', text: 'without damping stable at every step' },
};

function implicitStep(stiffness: string, rightSide: string): string {
  return `
world.computeForces(state, f); // N
world.linearize(state, true);
${rightSide}
blocks.fill(0);
world.addDiagonals(blocks, ${stiffness}, h);
for (let i = 0; i < particleCount; i++) {
  if (inverseMasses[i] === 0) continue; // pinned
  // A = m − blocks: solved by Cramer’s rule.
  const [b, o] = [9 * i, 4 * i];
  const m = masses[i];
  const a00 = m - blocks[b], a01 = -blocks[b + 1], a02 = -blocks[b + 2];
  const a10 = -blocks[b + 3], a11 = m - blocks[b + 4], a12 = -blocks[b + 5];
  const a20 = -blocks[b + 6], a21 = -blocks[b + 7], a22 = m - blocks[b + 8];
  const c0 = a11 * a22 - a12 * a21, c1 = a12 * a20 - a10 * a22, c2 = a10 * a21 - a11 * a20;
  const scale = h / (a00 * c0 + a01 * c1 + a02 * c2);
  const r0 = f[o], r1 = f[o + 1], r2 = f[o + 2];
  v[o] += scale * (c0 * r0 + (a02 * a21 - a01 * a22) * r1 + (a01 * a12 - a02 * a11) * r2);
  v[o + 1] += scale * (c1 * r0 + (a00 * a22 - a02 * a20) * r1 + (a02 * a10 - a00 * a12) * r2);
  v[o + 2] += scale * (c2 * r0 + (a01 * a20 - a00 * a21) * r1 + (a00 * a11 - a01 * a10) * r2);
}
kernel.combineOne(x, x, h, v);`;
}

/** All exercises, in the order in which they are listed. */
export const EXERCISES: readonly OwnExercise[] = [midpoint, verlet, rk4, implicitEuler, ...FORCE_EXERCISES];
