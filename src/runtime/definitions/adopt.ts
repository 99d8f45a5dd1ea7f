/** Makes a definition of the engine from what a module exports: each value is checked once, and each call is guarded. */
import type {
  Floats,
  Force,
  ForceDefinition,
  Integrator,
  IntegratorDefinition,
  ParamSpec,
  ParamTable,
  State,
  World,
  WorldContext,
} from '../../physics';
import { NUMBER_SETS, quote } from '../../physics/model/validate';
import { createStepReport } from '../../physics/world/integrator';
import { DefinitionError } from './definitions';
import { createStateCheck, firstBad, type Guarded } from './guard';

/** A definition from source, as the registry takes it. */
export type Adopted =
  | { kind: 'integrator'; id: string; definition: IntegratorDefinition }
  | { kind: 'force'; id: string; definition: ForceDefinition };

/** What a definition has beside its functions: each value is read once, so that it stays what was checked. */
type Read = Record<string, unknown>;

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_ID = 40;
/** Characters of a label or a summary. */
const MAX_TEXT = 300;
const GROUPS: readonly ParamSpec['group'][] = ['Integrator', 'Springs', 'Solver', 'Material', 'Forces', 'Contact'];
const KEYS = [
  ...['id', 'label', 'order', 'summary', 'implicit', 'createsNoEnergy', 'params', 'create'],
  ...['account', 'isRelative', 'listed'],
];

/**
 * @param exported the default export
 * @param guardFor creates the guard of its calls
 * @throws DefinitionError with the name of the field and its value
 */
export function adopt(exported: unknown, guardFor: (id: string) => Guarded): Adopted {
  const guard = guardFor('definition');
  const given = guard.call('its fields', () => read(exported));
  const id = identifier(given.id);
  const calls = guardFor(id);
  const about = { id, label: title('label', given.label ?? id), summary: title('summary', given.summary ?? '') };
  const create = functionOf('create', given.create);
  const params = given.params === undefined ? {} : { params: calls.call('params', () => table(given.params)) };
  if (given.listed !== undefined) throw new DefinitionError('listed: a force from source acts on all particles');
  if (given.order === undefined) {
    const definition = guardedForce({ ...about, ...params, ...kindOfForce(given) }, create, calls);
    return { kind: 'force', id, definition };
  }
  const definition: IntegratorDefinition = {
    ...about,
    ...params,
    order: order(given.order),
    ...(given.implicit === true && { implicit: true }),
    create: (world) => guardedIntegrator(world, create, calls),
  };
  return { kind: 'integrator', id, definition };
}

function read(exported: unknown): Read {
  if (typeof exported !== 'object' || exported === null)
    throw new DefinitionError(`the default export must be an object, got ${quote(exported)}`);
  const values: Read = {};
  for (const key of KEYS) values[key] = (exported as Read)[key];
  return values;
}

function identifier(id: unknown): string {
  if (typeof id === 'string' && ID.test(id) && id.length <= MAX_ID) return id;
  throw new DefinitionError(
    `id must be small letters, digits and hyphens, as in "my-method", at most ${MAX_ID}, got ${quote(id)}`,
  );
}

function title(key: string, text: unknown): string {
  if (typeof text === 'string' && text.length <= MAX_TEXT) return text;
  throw new DefinitionError(`${key} must be a string of at most ${MAX_TEXT} characters, got ${quote(text)}`);
}

function order(value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= 20) return value;
  throw new DefinitionError(`order must be a number from 1 to 20, got ${quote(value)}`);
}

function functionOf(key: string, value: unknown): (...args: unknown[]) => unknown {
  if (typeof value === 'function') return value as () => unknown;
  throw new DefinitionError(`${key} must be a function, got ${quote(value)}`);
}

function kindOfForce({ account, isRelative }: Read): Pick<ForceDefinition, 'account' | 'isRelative'> {
  const accounts = ['elastic', 'gravity', 'heat'] as const;
  if (account !== undefined && !accounts.some((one) => one === account))
    throw new DefinitionError(`account must be "elastic", "gravity" or "heat", got ${quote(account)}`);
  return {
    ...(account !== undefined && { account: account as 'elastic' }),
    ...(isRelative === true && { isRelative: true }),
  };
}

/** A copy of a table of parameters. */
function table(given: unknown): ParamTable {
  if (typeof given !== 'object' || given === null)
    throw new DefinitionError(`params must be an object, got ${quote(given)}`);
  return Object.fromEntries(Object.entries(given).map(([key, spec]) => [key, param(key, spec)]));
}

function param(key: string, given: unknown): ParamSpec {
  const fail = (field: string, must: string, value: unknown): never => {
    throw new DefinitionError(`params.${key}${field} must be ${must}, got ${quote(value)}`);
  };
  if (!/^[a-zA-Z][a-zA-Z0-9]{0,39}$/.test(key)) fail('', 'named by letters and digits', key);
  if (typeof given !== 'object' || given === null) fail('', 'an object', given);
  const {
    label = key,
    unit = '',
    default: initial,
    range,
    scale = 'linear',
    accepts = 'any',
    group = 'Forces',
    help = '',
  } = {
    ...(given as ParamSpec),
  };
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
  if (!Object.hasOwn(NUMBER_SETS, accepts)) fail('.accepts', `one of ${Object.keys(NUMBER_SETS).join(', ')}`, accepts);
  const set = NUMBER_SETS[accepts];
  if (!isNumber(initial) || !set.has(initial)) fail('.default', set.name, initial);
  if (!Array.isArray(range) || range.length !== 2 || !range.every(isNumber) || !(range[0] < range[1]))
    fail('.range', 'two numbers, the smaller first', range);
  if (scale !== 'linear' && scale !== 'logarithmic') fail('.scale', '"linear" or "logarithmic"', scale);
  if (scale === 'logarithmic' && !(range[0] > 0)) fail('.range', 'above 0 on a logarithmic scale', range);
  if (!GROUPS.includes(group)) fail('.group', `one of ${GROUPS.join(', ')}`, group);
  const texts = { label: title(`params.${key}.label`, label), unit: title(`params.${key}.unit`, unit) };
  return { ...texts, default: initial, range: [range[0], range[1]], scale, accepts, group, help: title('help', help) };
}

function guardedIntegrator(world: World, create: (world: World) => unknown, calls: Guarded): Integrator {
  const own = calls.call('create', () => create(world)) as Partial<Integrator> | null | undefined;
  const step = calls.call('create', () => own?.step);
  if (typeof step !== 'function')
    throw new DefinitionError(`“${calls.id}”: create must return an object with the function step`);
  const memory = calls.call('create', () => own?.memory);
  if (memory !== undefined && !(memory instanceof Float64Array))
    throw new DefinitionError(`“${calls.id}”: memory must be a Float64Array, got ${quote(memory)}`);
  const report = createStepReport();
  const check = createStateCheck(world);
  return {
    ...(memory && { memory }),
    step(state, h) {
      const { positions, velocities } = state;
      check.before(state);
      calls.enter('step');
      try {
        step.call(own, state, h);
        check.after(state, positions, velocities);
      } catch (error) {
        throw calls.explain('step', error);
      }
      return report;
    },
  };
}

/** The functions that a force may have; each is optional. */
const FUNCTIONS = ['beforeStep', 'addForce', 'linearize', 'addDerivative', 'addDiagonal', 'energy', 'heat'] as const;

/** Step of a difference over the size of the numbers: the square root of the rounding of double precision. */
const DIFFERENCE = 1e-7;

/** Its calls are guarded, and a derivative that it lacks is differenced. */
function guardedForce(
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
