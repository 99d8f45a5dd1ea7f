/** The columns of a table over time: chosen observables of a running simulation. */
import { STRIDE } from '../../model/model';
import * as check from '../../model/validate';
import { type Check, type CheckContext, checkFields, type FieldsOf, type Path } from '../../model/validate';
import type { ParticleContext } from '../../scenes/file/parse-environment';
import type { Simulation } from '../../simulation';
import type { Energy } from '../../world/world-context';
import { exactMotion } from './exact-motion';
import { type ExactMotion, exactAt, OBSERVABLES, type Observable, type Observed } from './observables';
import { largestStrain } from './springs';

/** The head of one column of a table. */
export interface ColumnHead {
  /** As in `total`, or `x of particle 12`. */
  readonly name: string;
  /** As in `m/s`; '' for a number without unit. */
  readonly unit: string;
}

const OF_SCENE = ['total', 'kinetic', 'elastic', 'gravity', 'strain'];
const OF_PARTICLE = ['x', 'y', 'z'];

const MAX_PARTICLES = 1000;

const ids: Check<readonly string[]> = check.list(
  check.id('observable', () => OBSERVABLES.map((one) => one.id)),
  'a list of observables',
);
const particle = check.list(
  check.index('particle', ({ particleCount }: ParticleContext) => particleCount),
  'a list of particles',
);
const particles: Check<readonly number[], ParticleContext> = (value, path, context) => {
  if (Array.isArray(value) && value.length > MAX_PARTICLES) {
    context.fail(path, `${value.length} particles, at most ${MAX_PARTICLES}`);
  }
  return particle(value, path, context);
};

/** The checks of the fields of a selection. */
export const SELECTION_FIELDS = {
  /** Ids of observables; absent: the energies and the largest strain, and with `particles` also their positions. */
  observables: check.optional(ids),
  /** Particles whose own observables are recorded; absent: none. */
  particles: check.optional(particles),
};

/** What a table has beside the time. @interface */
export type Selection = FieldsOf<typeof SELECTION_FIELDS>;

/** Ends with `context.fail` where the fields of a selection don't fit together. */
function checkSelection({ observables = [], particles = [] }: Selection, path: Path, { fail }: CheckContext): void {
  const at = observables.findIndex((one) => particles.length === 0 && observableOf(one).ofParticle);
  if (at < 0) return;
  fail([...path, 'observables', at], `"${observables[at]}" is of a particle, so "particles" must have at least one`);
}

/** The columns of a simulation, in the order of its observables. Ends with `context.fail` for an invalid selection. */
export function columnsOf(simulation: Simulation, selection: Selection, context: CheckContext) {
  const counted: ParticleContext = { ...context, particleCount: simulation.particleCount };
  checkFields(selection, SELECTION_FIELDS, [], counted);
  checkSelection(selection, [], context);
  const { particles: chosen = [] } = selection;
  const { observables = [...OF_SCENE, ...(chosen.length > 0 ? OF_PARTICLE : [])] } = selection;
  const all = observables.map(observableOf);
  const ofScene = all.filter(({ ofParticle }) => !ofParticle);
  const ofParticles = all.filter(({ ofParticle }) => ofParticle);
  const perParticle = chosen.flatMap((i) => ofParticles.map((one) => ({ one, i })));
  const observedNow = observer(simulation);
  return {
    heads: [
      ...ofScene.map(({ id, unit }) => ({ name: id, unit })),
      ...perParticle.map(({ one: { id, unit }, i }) => ({ name: `${id} of particle ${i}`, unit })),
    ],
    /** The present values; NaN where one is undefined. */
    read(): number[] {
      const now = observedNow();
      return [...ofScene.map(({ read }) => read(now(0))), ...perParticle.map(({ one: { read }, i }) => read(now(i)))];
    },
  };
}

function observableOf(wanted: string): Observable {
  return OBSERVABLES.find((one) => one.id === wanted) as Observable;
}

/** The present of a simulation by particle. Energy and exact position are computed when they are first read. */
function observer(simulation: Simulation): () => (particle: number) => Observed {
  const motions = exactMotions(simulation);
  return () => {
    const { time, model, state, report } = simulation;
    let energy: Energy | undefined;
    return (particle) => ({
      time,
      get energy() {
        energy ??= simulation.energy();
        return energy;
      },
      get strain() {
        return largestStrain(model, state);
      },
      iterations: report.iterations,
      positions: state.positions,
      velocities: state.velocities,
      o: STRIDE * particle,
      get exact() {
        const motion = motions(particle);
        return motion && exactAt(motion, time);
      },
    });
  };
}

/** The exact motion of a particle from the first row on, or from the first row after a change of what acts on it. */
function exactMotions(simulation: Simulation): (particle: number) => ExactMotion | null {
  const known = new Map<number, { motion: ExactMotion | null; acting: readonly unknown[] }>();
  return (particle) => {
    const { params, environment, model, grabs, push } = simulation;
    const acting = [params, environment, model.cuts.version, grabs.length, String(push), String(model.pinned)];
    const last = known.get(particle);
    if (last?.acting.every((one, i) => one === acting[i])) return last.motion;
    const motion = exactMotion(simulation, particle);
    known.set(particle, { motion, acting });
    return motion;
  };
}
