/** The format of scene files; checks the value of a file's JSON: shape, lengths, indices and names. */
import type { EnvironmentFile } from '../../model/environment';
import { SPRING_KINDS, type Vec3 } from '../../model/model';
import * as check from '../../model/validate';
import {
  type Check,
  checkFields,
  type FieldChecks,
  type FieldsOf,
  mustBe,
  pathOf,
  quote,
  validationError,
} from '../../model/validate';
import { type Definitions, environmentLists } from '../../registry';
import { materialIds } from '../materials/cards';
import { type ParticleContext, particleList } from './parse-environment';
import { FORMAT, SceneError, sourceOfParam } from './scene-file';

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
function fields<T>(checks: FieldChecks): Check<T, Context> {
  return (value, path, context) => {
    for (const key of Object.keys(check.object(value, path, context))) {
      if (!Object.hasOwn(checks, key)) context.fail([...path, key], 'unknown key');
    }
    checkFields(value, checks, path, context);
    return value as T;
  };
}

/** A list with one item for each particle or each spring. */
function each<T>(noun: 'particle' | 'spring', item: Check<T, Context>, what?: string): Check<T[], Context> {
  return (value, path, context) => {
    const items = check.list(item, what)(value, path, context);
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

const particle = check.index('particle', ({ particleCount }: Context) => particleCount);

/** A list of exactly so many particles. */
function tuple<T extends number[]>(count: T['length'], what: string): Check<T, Context> {
  return (value, path, context) => {
    if (!Array.isArray(value) || value.length !== count) return context.fail(path, mustBe(what, value));
    return check.list(particle)(value, path, context) as T;
  };
}

const two = tuple<[number, number]>(2, 'two particles');
const pair: typeof two = (value, path, context) => {
  const ends = two(value, path, context);
  return ends[0] === ends[1] ? context.fail(path, `a spring from particle ${ends[0]} to itself`) : ends;
};

const three = tuple<[number, number, number]>(3, 'three particles');
const triangle: typeof three = (value, path, context) => {
  const corners = three(value, path, context);
  corners.forEach((corner, c) => {
    const first = corners.indexOf(corner);
    if (first < c) context.fail([...path, c], `particle ${corner} is corner ${first} already`);
  });
  return corners;
};
const triangles = check.list(triangle, 'a list of triangles');

const positions: Check<Vec3[], Context> = (value, path, context) => {
  const count = Array.isArray(value) ? value.length : 1;
  if (count === 0) context.fail(path, 'a scene needs at least one particle, got []');
  if (count > MAX_PARTICLES) context.fail(path, `${count} particles, at most ${MAX_PARTICLES}`);
  return check.list(check.vector, 'a list of positions')(value, path, context);
};

/** The last particles follow those of the whole surface, which they were split from. */
const origins: Check<number[], Context> = (value, path, context) => {
  const count = Array.isArray(value) ? value.length : 0;
  const particleCount = Math.max(0, context.particleCount - count);
  return check.list(particle, 'a list of particles')(value, path, { ...context, particleCount });
};

const params: Check<Record<string, number>, Context> = (value, path, context) => {
  const given = check.object(value, path, context);
  for (const [key, one] of Object.entries(given)) {
    const source = sourceOfParam(key);
    if (source) context.fail([...path, key], `follows from ${source}, so params must not give it, got ${quote(one)}`);
    const error = validationError(context.definitions.params, key, one);
    if (error) context.fail([...path, key], error);
  }
  return given as Record<string, number>;
};

const title: Check<string> = (value, path, context) => {
  const { length } = check.text(value, path, context);
  return length <= MAX_NAME ? (value as string) : context.fail(path, `${length} characters, at most ${MAX_NAME}`);
};

const nonNegative = check.number('non-negative');
const positive = check.number('positive');

/** In this order, so that invalid `positions` are reported before the indices that refer to them. */
const PARTICLES = {
  /** n; m. */
  positions,
  /** n; m/s; absent: at rest. */
  velocities: check.optional(each('particle', check.vector, 'a list of velocities')),
  /** kg; one number for all, or n. */
  masses: oneOrEach('particle', positive),
  /** Indices; absent: none. */
  pinned: check.optional(particleList),
};

/** The particles of a scene file. @interface */
export type ParticlesInFile = FieldsOf<typeof PARTICLES>;

const SPRINGS = {
  /** m; indices of the two ends. */
  pairs: check.list(pair, 'a list of pairs'),
  /** m; m; absent: the distances in `positions`. */
  restLengths: check.optional(each('spring', nonNegative, 'a list of lengths')),
  /** N/m, in force; one number for all, or m. */
  stiffness: oneOrEach('spring', nonNegative),
  /** N·s/m, in force; one number for all, or m; absent: 0. */
  damping: check.optional(oneOrEach('spring', nonNegative)),
  /** One for all, or m; absent: structural. */
  kinds: check.optional(oneOrEach('spring', check.choice(...SPRING_KINDS))),
};

/** The springs of a scene file. @interface */
export type SpringsInFile = FieldsOf<typeof SPRINGS>;

const MEMBRANE = {
  /** Indices of corners. */
  triangles,
  /** n; m; positions of the particles at rest; absent: `rest` of the file, or else `positions`. */
  rest: check.optional(each('particle', check.vector, 'a list of positions')),
  /** Pa. */
  lambda: nonNegative,
  /** Pa. */
  mu: nonNegative,
  /** Pa·s; absent: 0. */
  phi: check.optional(nonNegative),
  /** Pa·s; absent: 0. */
  psi: check.optional(nonNegative),
  /** m. */
  thickness: positive,
};

/** The membrane of a scene file. @interface */
export type MembraneInFile = FieldsOf<typeof MEMBRANE>;

const FILE = {
  /** Version of the format. */
  hooke: check.format(FORMAT),
  /** Title of the scene; absent: the reader's choice. */
  name: check.optional(title),
  /** The particles, in the order of their indices. */
  particles: fields<ParticlesInFile>(PARTICLES),
  /** The springs; absent: none. */
  springs: check.optional(fields<SpringsInFile>(SPRINGS)),
  /** Triangles to draw, indices of their corners. */
  surface: check.optional(triangles),
  /**
   * n; m; the particles in the surface at rest, for bending and for a membrane without rest positions of its own; absent:
   * `positions`. A file with `membrane.rest` must not give it.
   */
  rest: check.optional(each('particle', check.vector, 'a list of positions')),
  /** For each of the last particles, the particle of the whole surface that a slit split it from; absent: there are no slits. */
  slits: check.optional(origins),
  /** A continuum in addition to the springs, or instead of them; plane stress. */
  membrane: check.optional(fields<MembraneInFile>(MEMBRANE)),
  /**
   * Id of the material that the surface is made of. It names masses, springs and parameters that the file gives themselves: the page
   * shows it, and another resolution takes it up; absent: of none.
   */
  material: check.optional(check.id('material', () => materialIds)),
  // `parseEnvironment` checks these lists, while it fills in the defaults.
  ...(Object.fromEntries(environmentLists.map((list) => [list, check.optional(check.unchecked())])) as object),
  /** s; absent: 0. */
  time: check.optional(check.number('time')),
  /**
   * The source of methods and forces that the scene needs beside the built-in ones. The page asks before it runs them; the engine
   * itself runs none; absent: none.
   */
  definitions: check.optional(check.list(check.text)),
  /** Id; absent: the reader's choice. */
  integrator: check.optional(
    check.id('integrator', ({ definitions }: Context) => definitions.integrators.map((one) => one.id)),
  ),
  /** Values by key of PARAMS; absent: the defaults. Not those that follow from springs, masses and membrane. */
  params: check.optional(params),
};

/** A scene as JSON: what is saved, imported and exchanged. n particles, m springs, SI units. A list that is absent is empty. @interface */
export type SceneFile = FieldsOf<typeof FILE> &
  Partial<Pick<EnvironmentFile, 'meshes' | 'planes' | 'spheres' | 'bodies' | 'forces' | 'motion'>>;

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
  if (check.object(input, [], context).hooke === undefined) {
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
