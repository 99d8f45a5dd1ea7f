/** What a law is that a definition is graded by, and the laws of forces on all particles. */
import type { Arena, Precision } from '../../model/arena';
import type { State } from '../../model/model';
import { largestEntry } from '../../model/state';
import { loadScene } from '../../scenes/load-scene';
import { createSimulation, type Simulation } from '../../simulation';
import type { MutableWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';
import type { IntegratorDefinition } from '../../world/integrator';
import { noise } from '../eigen/lanczos';
import { createBareWorld } from '../state/bare-world';

/** How a definition does on one law. */
export interface Verdict {
  holds: boolean;
  /** A sentence with the number. */
  says: string;
}

/** A law of all definitions of a kind. */
export interface Law<Definition> {
  law: string;
  /** Measures it. An error of the definition counts against it. */
  measure(definition: Definition, arraysIn: ArraysIn): Verdict;
}

/** Bytes of the arrays that some work creates with `new`; 0 where the program cannot count them. */
export type ArraysIn = (work: () => void) => number;

/**
 * @param count of what the work repeats
 * @param what it repeats
 * @param work returns the bytes of the arrays that it has created
 */
export function allocationsIn(arena: Arena, count: number, what: string, work: () => number): Verdict {
  const before = arena.mark().total;
  const arrays = work();
  const fromArena = arena.mark().total - before;
  const bytes = Math.ceil((fromArena + arrays) / count);
  if (bytes === 0) return { holds: true, says: `a ${what} allocates 0 bytes of arrays` };
  const name = fromArena > 0 ? '`floats` and `doubles`' : '`new`';
  return { holds: false, says: `a ${what} allocates ${bytes} bytes of arrays: move ${name} to \`create\`` };
}

// Cloths on which definitions are graded: the same for each, determined by a seed.

/** Particles along an edge. */
const SIZE = 6;

/**
 * A crumpled cloth in motion, with a method.
 * @param params beside the size
 */
export function clothWith(
  integrator: IntegratorDefinition,
  params: Record<string, number> = {},
  precision: Precision = 'single',
): Simulation {
  const simulation = createSimulation({
    integrator,
    precision,
    params: { rows: SIZE, columns: SIZE, dt: 1e-4, cgTolerance: 1e-10, ...params },
  });
  const { state, model } = simulation;
  const [positions, velocities] = [state.positions.slice(), state.velocities.slice()];
  crumple({ positions, velocities, time: 0 }, 0.2 * model.meanLength, model.pinned, 7);
  simulation.apply({ type: 'place', positions, velocities, time: 0 });
  return simulation;
}

/** A crumpled cloth in motion on which one force acts alone, in double precision. */
function worldUnder(force: ForceDefinition, seed: number): { world: MutableWorld; state: State } {
  const { data, at, params } = loadScene('cloth', { rows: SIZE, columns: SIZE });
  // A parameter of 0 may switch the force off.
  const own = Object.fromEntries(
    Object.entries(force.params ?? {}).map(([key, { default: value, range }]) => [key, value === 0 ? range[1] : value]),
  );
  const { world, state } = createBareWorld({ data, at, params: { ...params, ...own, clamp: 0 } }, [force]);
  crumple(state, 0.2 * world.model.meanLength, null, seed);
  return { world, state };
}

/** Moves particles by up to `distance`, m, and gives them velocities of up to 0.5 m/s. */
function crumple({ positions, velocities }: State, distance: number, pinned: Uint8Array | null, seed: number): void {
  const random = noise(2 * positions.length, seed);
  for (let i = 0; i < positions.length; i++) {
    if (i % 4 === 3 || pinned?.[i >> 2] === 1) continue;
    positions[i] += distance * random[2 * i];
    velocities[i] = 0.5 * random[2 * i + 1];
  }
}

const SEEDS = [1, 2, 3];
/** Half the distance of central differences, m or m/s. */
const STEP = 1e-6;
/** Largest error of a difference over the size of what is differenced, with its rounding. */
const TOLERANCE = 1e-5;
/** N, or N/m: what counts as nothing. */
const NOTHING = 1e-9;

function forceAt({ computeForces, model }: MutableWorld, state: State): Float64Array {
  const f = new Float64Array(4 * model.particleCount);
  computeForces(state, f);
  return f;
}

/** The central difference of what `at` gives along p. */
function differenceAlong(
  at: (state: State) => Float64Array,
  state: State,
  by: 'positions' | 'velocities',
  p: Float64Array,
): Float64Array {
  const [up, down] = [STEP, -STEP].map((step) =>
    at({ ...state, [by]: state[by].map((value: number, i: number) => value + step * p[i]) }),
  );
  return up.map((value, i) => (value - down[i]) / (2 * STEP));
}

/** The derivative along random directions, against central differences. */
function derivative(law: string, by: 'positions' | 'velocities', a: number, b: number): Law<ForceDefinition> {
  return {
    law,
    measure(force): Verdict {
      let worst = 0;
      let begin = 'it';
      for (const seed of SEEDS) {
        const { world, state } = worldUnder(force, seed);
        if (world.forces[0].isDifferenced) begin = 'left out, so it is differenced; it';
        if (!world.forces[0].addForce) return { holds: true, says: 'it adds no force' };
        // As in the built-in forces, ∂f/∂x is that of a state at rest.
        if (by === 'positions') state.velocities.fill(0);
        const p = direction(state.positions.length, seed);
        const seen = new Float64Array(p.length);
        world.linearize(state, false);
        world.addDerivatives(seen, p, a, b);
        const exact = differenceAlong((moved) => forceAt(world, moved), state, by, p);
        const error = seen.map((value, i) => value - exact[i]);
        worst = Math.max(worst, largestEntry(error) / Math.max(NOTHING, largestEntry(exact), largestEntry(seen)));
      }
      const holds = worst <= 10 * TOLERANCE;
      const says = `${begin} ${holds ? 'agrees' : 'does not agree'} with differences of the force: ${worst.toExponential(1)} of the largest entry`;
      return { holds, says };
    },
  };
}

function direction(size: number, seed: number): Float64Array {
  return noise(size, seed + 100).map((value, i) => (i % 4 === 3 ? 0 : value));
}

export const FORCE_LAWS: readonly Law<ForceDefinition>[] = [
  {
    law: 'f = −∇E',
    measure(force) {
      let worst = { error: -1, particle: 0, axis: 0, f: 0, slope: 0 };
      for (const seed of SEEDS) {
        const { world, state } = worldUnder(force, seed);
        const [{ energy }] = world.forces;
        if (!energy) return { holds: true, says: 'it has no energy' };
        const energyAt = (moved: State) => Float64Array.of(energy(moved));
        state.velocities.fill(0);
        const f = forceAt(world, state);
        const size = Math.max(NOTHING, largestEntry(f));
        for (let o = 0; o < f.length; o++) {
          if (o % 4 === 3) continue;
          const along = new Float64Array(f.length).fill(1, o, o + 1);
          const [slope] = differenceAlong(energyAt, state, 'positions', along);
          const error = Math.abs(slope + f[o]) / size;
          if (!(error <= worst.error)) worst = { error, particle: o >> 2, axis: o % 4, f: f[o], slope };
        }
      }
      const { error, particle, axis, f, slope } = worst;
      if (error <= TOLERANCE)
        return { holds: true, says: `the force and −∇E differ by ${error.toExponential(1)} of the largest force` };
      const isSign = Math.abs(slope - f) <= TOLERANCE * Math.abs(f);
      return {
        holds: false,
        says: `on particle ${particle} f${'xyz'[axis]} = ${f.toPrecision(3)} N, but −∂E/∂${'xyz'[axis]} = ${(-slope).toPrecision(3)} N${isSign ? ': the sign is wrong' : ''}`,
      };
    },
  },
  derivative('∂f/∂x', 'positions', 1, 0),
  derivative('∂f/∂v', 'velocities', 0, 1),
  {
    law: 'adds to f',
    measure(force) {
      const { world, state } = worldUnder(force, SEEDS[0]);
      const [bound] = world.forces;
      const before = [...state.positions, ...state.velocities];
      const f = forceAt(world, state);
      const twice = f.slice();
      bound.addForce?.(twice, state);
      let error = 0;
      for (let i = 0; i < f.length; i++) error = Math.max(error, Math.abs(twice[i] - 2 * f[i]));
      const isSame = [...state.positions, ...state.velocities].every((value, i) => Object.is(value, before[i]));
      const padding = f.some((value, i) => i % 4 === 3 && value !== 0);
      const adds = error <= TOLERANCE * Math.max(NOTHING, largestEntry(f));
      const says = !isSame
        ? 'its evaluation changes the state'
        : padding
          ? 'it writes into the fourth number of a particle, which is no coordinate'
          : adds
            ? 'it adds to f, and its evaluation leaves the state as it is'
            : 'it replaces what is in f: use += in place of =';
      return { holds: isSame && adds && !padding, says };
    },
  },
  {
    law: 'determinism',
    measure(force) {
      const { world, state } = worldUnder(force, SEEDS[0]);
      const [first, second] = [forceAt(world, state), forceAt(world, state)];
      const holds = first.every((value, i) => Object.is(value, second[i]));
      return { holds, says: holds ? 'two evaluations agree to the bit' : 'two evaluations of the same state differ' };
    },
  },
  /** What depends on the velocities takes the power (f(x, 0) − f(x, v))·v, which becomes heat. */
  {
    law: 'heat',
    measure(force) {
      let [error, least] = [0, Number.POSITIVE_INFINITY];
      for (const seed of SEEDS) {
        const { world, state } = worldUnder(force, seed);
        const [{ heat, addForce }] = world.forces;
        if (!heat || !addForce) return { holds: true, says: 'it turns nothing into heat' };
        const [given, moving] = [heat(state), forceAt(world, state)];
        const still = forceAt(world, { ...state, velocities: new Float64Array(moving.length) });
        const power = still.reduce((sum, value, i) => sum + (value - moving[i]) * state.velocities[i], 0);
        error = Math.max(error, Math.abs(given - power) / Math.max(NOTHING, Math.abs(given), Math.abs(power)));
        least = Math.min(least, given);
      }
      const holds = error <= TOLERANCE && least >= 0;
      return {
        holds,
        says:
          least < 0
            ? `its heat is ${least.toPrecision(2)} W: a force cannot cool`
            : `its heat and the power of its resistance differ by ${error.toExponential(1)} of the larger`,
      };
    },
  },
  {
    law: 'allocations',
    measure(force, arraysIn) {
      const { world, state } = worldUnder(force, SEEDS[0]);
      const f = forceAt(world, state);
      return allocationsIn(world.arena, 10, 'call', () =>
        arraysIn(() => {
          for (let i = 0; i < 10; i++) world.computeForces(state, f);
        }),
      );
    },
  },
];
