/** Checks the value of a scene file's JSON: shape, lengths, indices and names. */
import { SPRING_KINDS } from '../../model/model';
import {
  type Check,
  checkFields,
  choice,
  type FieldChecks,
  id,
  index,
  list,
  mustBe,
  number,
  type OptionalCheck,
  object,
  optional,
  pathOf,
  quote,
  text,
  unchecked,
  validationError,
  vector,
} from '../../model/validate';
import { type Definitions, environmentLists } from '../../registry';
import { materialIds } from '../materials/cards';
import { type ParticleContext, particleList } from './parse-environment';
import { FORMAT, SceneError, type SceneFile, sourceOfParam } from './scene-file';

/** The counts that the lengths of lists and the indices in a file must match. */
interface Context extends ParticleContext {
  readonly springCount: number;
  readonly definitions: Definitions;
}

/** A page can't step more; a larger file is taken for a mistake. */
const MAX_PARTICLES = 2 ** 20;

/** Characters of a name. */
const MAX_NAME = 1000;

/** An object with these fields; an unknown key is an error with the key's own path. */
function fields(checks: FieldChecks): Check<unknown, Context> {
  return (value, path, context) => {
    for (const key of Object.keys(object(value, path, context))) {
      if (!Object.hasOwn(checks, key)) context.fail([...path, key], 'unknown key');
    }
    checkFields(value, checks, path, context);
  };
}

/** A list with one item for each particle or each spring. */
function each<T>(noun: 'particle' | 'spring', item: Check<T, Context>, what?: string): Check<T[], Context> {
  return (value, path, context) => {
    const items = list(item, what)(value, path, context);
    const count = context[`${noun}Count`];
    if (items.length === count) return items;
    return context.fail(path, `${plural(items.length, 'value')} for ${plural(count, noun)}`);
  };
}

/** One value for all, or a list with one for each. */
function oneOrEach<T>(noun: 'particle' | 'spring', item: Check<T, Context>): Check<T | T[], Context> {
  const items = each(noun, item);
  return (value, path, context) => (Array.isArray(value) ? items : item)(value, path, context);
}

const particle = index('particle', ({ particleCount }: Context) => particleCount);

/** A list of exactly `count` particles. */
function tuple(count: number, what: string): Check<number[], Context> {
  return (value, path, context) => {
    if (!Array.isArray(value) || value.length !== count) return context.fail(path, mustBe(what, value));
    return list(particle)(value, path, context);
  };
}

const two = tuple(2, 'two particles');
const pair: Check<unknown, Context> = (value, path, context) => {
  const [a, b] = two(value, path, context);
  if (a === b) context.fail(path, `a spring from particle ${a} to itself`);
};

const three = tuple(3, 'three particles');
const triangle: Check<unknown, Context> = (value, path, context) => {
  three(value, path, context).forEach((corner, c, corners) => {
    const first = corners.indexOf(corner);
    if (first < c) context.fail([...path, c], `particle ${corner} is corner ${first} already`);
  });
};
const triangles = list(triangle, 'a list of triangles');

const positions: Check<unknown, Context> = (value, path, context) => {
  const count = Array.isArray(value) ? value.length : 1;
  if (count === 0) context.fail(path, 'a scene needs at least one particle, got []');
  if (count > MAX_PARTICLES) context.fail(path, `${count} particles, at most ${MAX_PARTICLES}`);
  list(vector, 'a list of positions')(value, path, context);
};

/** The last particles follow those of the whole surface, which they were split from. */
const origins: Check<unknown, Context> = (value, path, context) => {
  const count = Array.isArray(value) ? value.length : 0;
  const particleCount = Math.max(0, context.particleCount - count);
  list(particle, 'a list of particles')(value, path, { ...context, particleCount });
};

const params: Check<unknown, Context> = (value, path, context) => {
  for (const [key, one] of Object.entries(object(value, path, context))) {
    const source = sourceOfParam(key);
    if (source) context.fail([...path, key], `follows from ${source}, so params must not give it, got ${quote(one)}`);
    const error = validationError(context.definitions.params, key, one);
    if (error) context.fail([...path, key], error);
  }
};

const title: Check<string> = (value, path, context) => {
  const { length } = text(value, path, context);
  return length <= MAX_NAME ? (value as string) : context.fail(path, `${length} characters, at most ${MAX_NAME}`);
};

const nonNegative = number('non-negative');
const positive = number('positive');

/** In this order, so that invalid `positions` are reported before the indices that refer to them. */
const FILE = {
  hooke: (value, path, { fail }: Context) => value === FORMAT || fail(path, mustBe(`format ${FORMAT}`, value)),
  name: optional(title),
  particles: fields({
    positions,
    velocities: optional(each('particle', vector, 'a list of velocities')),
    masses: oneOrEach('particle', positive),
    pinned: optional(particleList),
  }),
  springs: optional(
    fields({
      pairs: list(pair, 'a list of pairs'),
      restLengths: optional(each('spring', nonNegative, 'a list of lengths')),
      stiffness: oneOrEach('spring', nonNegative),
      damping: optional(oneOrEach('spring', nonNegative)),
      kinds: optional(oneOrEach('spring', choice(...SPRING_KINDS))),
    }),
  ),
  surface: optional(triangles),
  rest: optional(each('particle', vector, 'a list of positions')),
  slits: optional(origins),
  membrane: optional(
    fields({
      triangles,
      rest: optional(each('particle', vector, 'a list of positions')),
      lambda: nonNegative,
      mu: nonNegative,
      phi: optional(nonNegative),
      psi: optional(nonNegative),
      thickness: positive,
    }),
  ),
  material: optional(id('material', () => materialIds)),
  // `parseEnvironment` checks these lists, while it fills in the defaults.
  ...(Object.fromEntries(environmentLists.map((list) => [list, optional(unchecked())])) as Record<
    'meshes' | 'planes' | 'spheres' | 'bodies' | 'forces' | 'motion',
    OptionalCheck<unknown>
  >),
  time: optional(number('time')),
  definitions: optional(list(text)),
  integrator: optional(id('integrator', ({ definitions }: Context) => definitions.integrators.map((one) => one.id))),
  params: optional(params),
} satisfies Record<keyof SceneFile, FieldChecks[string]>;

/** @throws SceneError for the first value that is invalid */
export function checkSceneFile(input: unknown, definitions: Definitions): asserts input is SceneFile {
  const context: Context = {
    fail(path, message) {
      throw new SceneError(pathOf(path), message);
    },
    particleCount: lengthOf(input, 'particles', 'positions'),
    springCount: lengthOf(input, 'springs', 'pairs'),
    definitions,
  };
  if (object(input, [], context).hooke === undefined) {
    context.fail(['hooke'], 'is missing, so this is not a Hooke scene file');
  }
  fields(FILE)(input, [], context);
}

/** Length of a list in an input that has not been checked; 0 if it is not a list. */
function lengthOf(input: unknown, ...keys: string[]): number {
  const value = keys.reduce<unknown>(
    (holder, key) => (holder as Record<string, unknown> | null | undefined)?.[key],
    input,
  );
  return Array.isArray(value) ? value.length : 0;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
