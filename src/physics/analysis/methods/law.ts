/** A law that a definition is graded by. */
import { javascriptKernel } from '../../kernels/javascript';
import { type Arena, createArena, type Precision } from '../../model/arena';
import { EMPTY_ENVIRONMENT } from '../../model/environment';
import { createControl, type State } from '../../model/model';
import { defaultParams, PARAMS } from '../../registry';
import { createSimulation, type Simulation } from '../../simulation';
import { blockJacobi } from '../../solvers/preconditioners';
import { createWorld, type MutableWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';
import type { IntegratorDefinition } from '../../world/integrator';

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

/** Numbers in [−1, 1), determined by the seed. Source: mulberry32 by Tommy Ettinger, public domain. */
export function randomNumbers(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

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
export function worldUnder(force: ForceDefinition, seed: number): { world: MutableWorld; state: State } {
  const { model, state: start } = createSimulation({ params: { rows: SIZE, columns: SIZE }, precision: 'double' });
  // A parameter of 0 may switch the force off.
  const own = Object.fromEntries(
    Object.entries(force.params ?? {}).map(([key, { default: value, range }]) => [key, value === 0 ? range[1] : value]),
  );
  const params = { ...defaultParams(PARAMS), ...own, clamp: 0 };
  const arena = createArena('double');
  const control = createControl();
  const settings = { params, environment: EMPTY_ENVIRONMENT };
  const laws = { forces: [force], constraints: [], preconditioner: blockJacobi };
  const world = createWorld(model, settings, control, javascriptKernel, arena, laws);
  const size = 4 * model.particleCount;
  const state: State = { positions: new Float64Array(size), velocities: new Float64Array(size), time: 0 };
  state.positions.set(start.positions);
  crumple(state, 0.2 * model.meanLength, null, seed);
  return { world, state };
}

/** Moves particles by up to `distance`, m, and gives them velocities of up to 0.5 m/s. */
function crumple({ positions, velocities }: State, distance: number, pinned: Uint8Array | null, seed: number): void {
  const random = randomNumbers(seed);
  for (let i = 0; i < positions.length; i++) {
    const [shift, velocity] = [distance * random(), 0.5 * random()];
    if (i % 4 === 3 || pinned?.[i >> 2] === 1) continue;
    positions[i] += shift;
    velocities[i] = velocity;
  }
}
