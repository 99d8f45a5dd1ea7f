/** A force from source: its calls are guarded, and a derivative that it lacks is differenced. */
import type { Floats, Force, ForceDefinition, State, WorldContext } from '../../physics';
import { DefinitionError } from './definitions';
import { firstBad, type Guarded } from './guard';

/** The functions that a force may have; each is optional. */
const FUNCTIONS = ['beforeStep', 'addForce', 'linearize', 'addDerivative', 'addDiagonal', 'energy', 'heat'] as const;

/** Step of a difference over the size of the numbers: the square root of the rounding of double precision. */
const DIFFERENCE = 1e-7;

export function guardedForce(
  about: Omit<ForceDefinition, 'create'>,
  create: (world: WorldContext) => unknown,
  calls: Guarded,
): ForceDefinition {
  return {
    ...about,
    create(world) {
      const own = calls.call('create', () => create(world)) as Partial<Force> | null | undefined;
      const given = calls.call('create', () => Object.fromEntries(FUNCTIONS.map((name) => [name, own?.[name]])));
      const present = FUNCTIONS.filter((name) => given[name] !== undefined);
      for (const name of present) {
        if (typeof given[name] !== 'function') throw new DefinitionError(`“${calls.id}”: ${name} must be a function`);
      }
      if (!present.includes('addForce') && !present.includes('beforeStep'))
        throw new DefinitionError(`“${calls.id}”: create must return an object with the function addForce`);
      const force = Object.fromEntries(
        present.map((name) => [name, guardedCall(name, given[name] as () => unknown, own, calls)]),
      ) as Partial<Force>;
      if (!force.addForce) return force;
      const checked = { ...force, addForce: finiteForce(force.addForce, calls) };
      // Without bounds on its derivative no bound on dt is claimed.
      return {
        ...(force.addDerivative ? {} : differenced(checked.addForce, world)),
        ...checked,
        addBounds: () => false,
      };
    },
  };
}

function guardedCall(name: string, work: (...args: unknown[]) => unknown, own: unknown, calls: Guarded) {
  return (a: unknown, b: unknown, c: unknown, d: unknown) => {
    calls.enter(name);
    try {
      return work.call(own, a, b, c, d);
    } catch (error) {
      throw calls.explain(name, error);
    }
  };
}

type AddForce = NonNullable<Force['addForce']>;

/** A force that is not finite, though the state is, is an error of this force. */
function finiteForce(addForce: AddForce, calls: Guarded): AddForce {
  return (f, state) => {
    addForce(f, state);
    // One loop for each precision: both in one would be several times slower.
    if (Number.isFinite(f instanceof Float32Array ? sumOfSingles(f) : sumOfDoubles(f))) return;
    const bad = firstBad(state.positions) < 0 && firstBad(state.velocities) < 0 ? firstBad(f) : -1;
    if (bad >= 0) throw calls.explain('addForce', new DefinitionError(`the force on particle ${bad} is not finite`));
  };
}

function sumOfSingles(f: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < f.length; i++) sum += f[i];
  return sum;
}

function sumOfDoubles(f: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < f.length; i++) sum += f[i];
  return sum;
}

/**
 * The derivative of a force as differences, about the state of `linearize`:
 *
 *    (∂f/∂x) p ≈ (f(x + εp, v) − f(x, v)) / ε,   ε = 10⁻⁷ (1 + ‖x‖∞)/‖p‖∞,   and likewise for v
 *
 * Source: Nocedal and Wright, Numerical Optimization, 8.1.
 */
function differenced(
  addForce: AddForce,
  world: WorldContext,
): Pick<Force, 'isDifferenced' | 'linearize' | 'addDerivative'> {
  const size = 4 * world.model.particleCount;
  const doubles = () => new Float64Array(size);
  const [base, moved] = [doubles(), doubles()];
  const about: State = { positions: doubles(), velocities: doubles(), time: 0 };
  const at: State = { positions: doubles(), velocities: doubles(), time: 0 };

  /** y += weight · (∂f/∂s) p for s the positions or the velocities. */
  function addDifference(y: Floats, p: Floats, weight: number, by: 'positions' | 'velocities'): void {
    let length = 0;
    let extent = 1;
    for (let i = 0; i < size; i++) {
      length = Math.max(length, Math.abs(p[i]));
      extent = Math.max(extent, Math.abs(about[by][i]));
    }
    if (length === 0) return;
    const epsilon = (DIFFERENCE * extent) / length;
    at.positions.set(about.positions);
    at.velocities.set(about.velocities);
    at.time = about.time;
    for (let i = 0; i < size; i++) at[by][i] += epsilon * p[i];
    moved.fill(0);
    addForce(moved, at);
    for (let i = 0; i < size; i++) y[i] += (weight / epsilon) * (moved[i] - base[i]);
  }

  return {
    isDifferenced: true,
    linearize(state) {
      about.positions.set(state.positions);
      about.velocities.set(state.velocities);
      about.time = state.time;
      base.fill(0);
      addForce(base, about);
    },
    addDerivative(y, p, a, b) {
      if (a !== 0) addDifference(y, p, a, 'positions');
      if (b !== 0) addDifference(y, p, b, 'velocities');
    },
  };
}
