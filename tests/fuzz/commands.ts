/** Commands between steps, valid ones and others, with rewind, fork, rerun, saving, loading and limits. */
import fc from 'fast-check';
import {
  type Command,
  createSimulation,
  INTEGRATORS,
  MATERIALS,
  PARAMS,
  SCENES,
  type Simulation,
} from '../../src/physics';
import { checkLimits } from '../fixtures/check-limit';
import { ACTS, SCENE } from '../fixtures/random-acts';
import { attackByCases, type Count } from './attack';
import { edgeNumber, mutated, mutations } from './edges';
import { checkRewind, checkSaved, equal, motionOf, rejection, stateOf } from './rule';
import { anyFile } from './scene-files';

const index = fc.nat(40);
const small = fc.double({ noNaN: true, min: -0.5, max: 1.5 });
const vector = fc.tuple(small, small, small);
const any = <T>(arbitrary: fc.Arbitrary<T>) => arbitrary as fc.Arbitrary<unknown>;

/** Any number for any parameter, most of them on its slider. */
const anySet = fc.constantFrom(...Object.keys(PARAMS)).chain((key) => {
  const { range, accepts } = PARAMS[key];
  const [low, high] = accepts === 'grid' ? [2, 7] : accepts === 'count' ? [1, 60] : range;
  const isWhole = accepts === 'grid' || accepts === 'count' || accepts === 'whole';
  const slider = isWhole ? fc.integer({ min: low, max: high }) : fc.double({ noNaN: true, min: low, max: high });
  const value = accepts === 'switch' ? fc.nat(1) : slider;
  return fc
    .oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: edgeNumber })
    .map((value) => ({ type: 'set', key, value }));
});

/** Commands that the acts of a user have not, or with more of their fields. */
const MORE: readonly fc.Arbitrary<unknown>[] = [
  anySet,
  fc.record({ type: fc.constant('particle'), particle: index, mass: small.map(Math.abs), velocity: vector }),
  fc.record({ type: fc.constantFrom('cut', 'mend'), spring: fc.array(index, { maxLength: 6 }) }),
  fc.array(index, { maxLength: 5 }).map((springs) => ({ type: 'slit', springs, at: springs.map((j) => (j % 7) / 6) })),
  fc.tuple(index, index).map((particles) => ({ type: 'collapse', particles })),
  fc.record({ type: fc.constant('grab'), particle: index, target: vector }),
  fc.record({ type: fc.constant('move'), target: vector }),
  fc.constant({ type: 'release' }),
  fc.record({ type: fc.constant('push'), force: vector.map((v) => v.map((x) => x / 100)) }),
  fc.constant({ type: 'resume' }),
  fc.constant({ type: 'undo' }),
  fc.constant({ type: 'redo' }),
  fc.record({ type: fc.constant('rewind'), step: fc.nat(30) }),
  fc.record({ type: fc.constant('equilibrium'), iterations: fc.integer({ min: 1, max: 5 }) }),
  anyFile.map((scene) => ({ type: 'scene', scene })),
  fc.record(
    {
      type: fc.constant('scene'),
      scene: fc.constantFrom(...SCENES.map(({ id }) => id)),
      params: fc.record({ rows: fc.integer({ min: 2, max: 7 }), columns: fc.integer({ min: 2, max: 7 }) }),
      material: fc.constantFrom(...MATERIALS.map(({ id }) => id)),
      integrator: fc.constantFrom(...INTEGRATORS.map(({ id }) => id)),
      precision: fc.constantFrom('single', 'double'),
      preconditioner: fc.constantFrom('auto', 'none', 'block-jacobi', 'multigrid'),
    },
    { requiredKeys: ['type', 'scene', 'params'], noNullPrototype: true },
  ),
];

const valid = fc.oneof(...Object.values(ACTS).map(any), ...MORE);
/** Valid commands, and some with changes. */
export const anyCommand = fc.oneof(
  { weight: 3, arbitrary: valid },
  { weight: 1, arbitrary: fc.tuple(valid, mutations).map(([one, changes]) => mutated(one, changes)) },
);

const CHECKS = ['saved', 'fork', 'limit'] as const;

/** One act of a run, as plain data. */
type Act =
  | { readonly apply: unknown; readonly act?: number }
  | { readonly step: number }
  | { readonly check: (typeof CHECKS)[number] }
  | { readonly rewind: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ apply: anyCommand, act: fc.nat(3) }, { requiredKeys: ['apply'], noNullPrototype: true }),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }).map((step) => ({ step })) },
  { weight: 2, arbitrary: fc.constantFrom(...CHECKS).map((check) => ({ check })) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0.3, 0.8, 0.999).map((rewind) => ({ rewind })) },
);

const STARTS = { everything: SCENE, chain: 'chain', 'two-bodies': 'two-bodies' } as const;

const setup = fc.record({
  scene: fc.constantFrom(...(Object.keys(STARTS) as (keyof typeof STARTS)[])),
  integrator: fc.constantFrom(...INTEGRATORS.map(({ id }) => id)),
  precision: fc.constantFrom('single' as const, 'double' as const),
});

/** Numbers that are valid, but take seconds. */
const SLOW = { rows: 12, columns: 12, iterations: 30, cgIterations: 200, newtonIterations: 50 };

/** The command without what takes seconds. */
export function quick(command: unknown): unknown {
  if (typeof command !== 'object' || command === null || ArrayBuffer.isView(command)) return command;
  const isSet = 'key' in command && 'value' in command;
  const { type } = command as { type?: unknown };
  if (
    type === 'equilibrium' &&
    !('iterations' in command && (command as { iterations?: unknown }).iterations !== undefined)
  )
    return { ...command, iterations: 3 };
  for (const [key, most] of Object.entries(SLOW)) {
    const at = isSet && (command as { key: unknown }).key === key ? 'value' : key;
    const value = (command as Record<string, unknown>)[at];
    if (typeof value === 'number' && value > most && value <= 1e5) return { ...command, [at]: 7 };
  }
  for (const part of ['params', 'scene'] as const) {
    const inner = (command as Record<string, unknown>)[part];
    const less = quick(inner);
    if (less !== inner) return { ...command, [part]: less };
  }
  return command;
}

function fork(simulation: Simulation): void {
  // Steps of the past repeat the recorded commands, which a fork has not.
  if (simulation.timeline.past) return;
  const copy = simulation.fork();
  equal(motionOf(copy), motionOf(simulation), 'a fork');
  copy.step(5);
  simulation.step(5);
  // Each returns to the last good state that it has recorded, and a fork has recorded nothing before it.
  if (simulation.blowUp) equal(String(copy.blowUp?.cause), simulation.blowUp.cause, 'the blow-up of a fork');
  else equal(motionOf(copy), motionOf(simulation), 'a fork after 5 steps');
}

/** Applies a command: it either counts, or changes nothing. */
function apply(simulation: Simulation, command: unknown, act: number | undefined, count: Count): boolean {
  const before = stateOf(simulation);
  const message = rejection(() => simulation.apply(command as Command, act));
  count(message === null ? 'accepted' : 'rejected');
  if (message !== null) equal(stateOf(simulation), before, `after the invalid command (${message})`);
  return message === null;
}

export const commands = attackByCases(
  'commands',
  'commands between steps, with rewind, fork, rerun, saving and loading',
  fc.record({ setup, acts: fc.array(act, { minLength: 1, maxLength: 24 }) }),
  ({ setup, acts }, count) => {
    const simulation = createSimulation({ ...setup, scene: STARTS[setup.scene] });
    /** What is set when a blow-up is found, or has stopped the run, is recorded with the next command `resume` only. */
    let changedAtBlowUp = false;
    for (const one of acts) {
      count('operations');
      if ('step' in one) simulation.step(one.step);
      else if ('apply' in one) {
        if (apply(simulation, quick(one.apply), one.act, count)) changedAtBlowUp = simulation.blowUp !== null;
      } else if ('rewind' in one) {
        if (changedAtBlowUp && simulation.blowUp) continue;
        count('rewinds');
        checkRewind(simulation, one.rewind);
      } else if (one.check === 'saved') {
        count('saved');
        checkSaved(simulation);
      } else if (one.check === 'limit') {
        count('limits');
        checkLimits(simulation);
      } else {
        count('forks');
        fork(simulation);
      }
    }
    checkSaved(simulation);
  },
);
