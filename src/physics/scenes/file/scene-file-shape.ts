import * as v from 'valibot';
import { ENVIRONMENT_LISTS, type EnvironmentFile } from '../../model/environment';
import { SPRING_KINDS, type SpringKind, type Vec3 } from '../../model/model';
import { pathOf, show } from '../../model/validate';
import { SceneError } from './scene-error';

/** The only version of the format so far. */
export const FORMAT = 1;

/** A scene as JSON: what is saved, imported and exchanged. n particles, m springs, SI units. */
export interface SceneFile {
  /** Version of the format. */
  hooke: typeof FORMAT;
  name?: string;
  particles: {
    /** n; m. */
    positions: Vec3[];
    /** n; m/s; absent: at rest. */
    velocities?: Vec3[];
    /** kg; one number: all alike. */
    masses: number | number[];
    /** Indices; absent: none. */
    pinned?: number[];
  };
  springs?: {
    /** m; indices of the two ends. */
    pairs: [number, number][];
    /** m; m; absent: the distances in `positions`. */
    restLengths?: number[];
    /** N/m, in force; one number: all alike. */
    stiffness: number | number[];
    /** N·s/m, in force; one number: all alike; absent: 0. */
    damping?: number | number[];
    /** One: all alike; absent: structural. */
    kinds?: SpringKind | SpringKind[];
  };
  /** Triangles to draw, indices of their corners. */
  surface?: [number, number, number][];
  /** A continuum beside the springs, or in their place; plane stress. */
  membrane?: {
    /** Indices of corners. */
    triangles: [number, number, number][];
    /** n; m; where the particles stand in the membrane at rest; absent: `positions`. */
    rest?: Vec3[];
    /** Pa. */
    lambda: number;
    /** Pa. */
    mu: number;
    /** Pa·s; absent: 0. */
    phi?: number;
    /** Pa·s; absent: 0. */
    psi?: number;
    /** m. */
    thickness: number;
  };
  /** Bodies that particles can't enter. */
  planes?: EnvironmentFile['planes'];
  spheres?: EnvironmentFile['spheres'];
  forces?: EnvironmentFile['forces'];
  /** Of pins. */
  motion?: EnvironmentFile['motion'];
  /** s; absent: 0. */
  time?: number;
  /** Id; absent: the reader's choice. */
  integrator?: string;
  /** Values by key of PARAMS; absent: the defaults. Not those that follow from springs and masses. */
  params?: Record<string, number>;
}

/** What a key that is missing or unknown is told. */
const key = ({ expected }: { expected: string | null }) => (expected === 'never' ? 'unknown key' : 'is missing');

const must =
  (what: string) =>
  ({ input }: { input: unknown }) =>
    `must be ${what}, got ${show(input)}`;

const nothing = (what: string) => v.custom<never>(() => false, must(what));

const number = (what: string, holds = (_: number) => true) =>
  v.custom<number>((x) => typeof x === 'number' && Number.isFinite(x) && holds(x), must(what));

function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema = v.strictObject(entries, key);
  const other = nothing('an object');
  return v.lazy((input) => (isObject(input) ? schema : other));
}

const list = <Item extends v.GenericSchema>(item: Item, what: string) => v.array(item, must(what));

/** An array of so many; one of another length is refused as a whole. */
function tuple<const Items extends v.TupleItems>(items: Items, what: string) {
  const schema = v.strictTuple(items);
  const other = nothing(what);
  return v.lazy((input) => (Array.isArray(input) && input.length === items.length ? schema : other));
}

/** One value for all, or an array of one each; chosen by the input, so that the path of an error is exact. */
function oneOrEach<Item extends v.GenericSchema>(item: Item) {
  const each = v.array(item);
  return v.lazy((input) => (Array.isArray(input) ? each : item));
}

function isObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

const text = v.string(must('a text'));
const finite = number('a finite number');
const nonNegative = number('a number of at least 0', (x) => x >= 0);
const positive = number('a positive number', (x) => x > 0);
const kind = v.picklist(SPRING_KINDS, must(`one of ${SPRING_KINDS.join(', ')}`));
/** Which particles there are is no matter of shape, but of `scene-file-relations.ts`. */
const index = number('the index of a particle');
const vector = tuple([finite, finite, finite], 'three numbers');

const FILE = object({
  hooke: v.literal(FORMAT, ({ input }) => `this reader knows format ${FORMAT} only, got ${show(input)}`),
  name: v.optional(text),
  particles: object({
    positions: list(vector, 'an array of positions'),
    velocities: v.optional(list(vector, 'an array of velocities')),
    masses: oneOrEach(positive),
    pinned: v.optional(list(index, 'an array of indices')),
  }),
  springs: v.optional(
    object({
      pairs: list(tuple([index, index], 'the indices of two particles'), 'an array of pairs'),
      restLengths: v.optional(list(nonNegative, 'an array of lengths')),
      stiffness: oneOrEach(nonNegative),
      damping: v.optional(oneOrEach(nonNegative)),
      kinds: v.optional(oneOrEach(kind)),
    }),
  ),
  surface: v.optional(list(tuple([index, index, index], 'the indices of three particles'), 'an array of triangles')),
  membrane: v.optional(
    object({
      triangles: list(tuple([index, index, index], 'the indices of three particles'), 'an array of triangles'),
      rest: v.optional(list(vector, 'an array of positions')),
      lambda: nonNegative,
      mu: nonNegative,
      phi: v.optional(nonNegative),
      psi: v.optional(nonNegative),
      thickness: positive,
    }),
  ),
  ...Object.fromEntries(ENVIRONMENT_LISTS.map((key) => [key, v.optional(v.unknown())])),
  time: v.optional(finite),
  integrator: v.optional(text),
  // Which there are and what they accept is in PARAMS.
  params: v.optional(v.custom<Record<string, number>>(isObject, must('an object'))),
});

/**
 * Whether each thing is of its kind, by itself.
 * @throws SceneError for the first that isn't
 */
export function checkShape(input: unknown): SceneFile {
  const { success, output, issues } = v.safeParse(FILE, input, { abortEarly: true });
  if (success) return output;
  const [{ path, message }] = issues;
  throw new SceneError(pathOf((path ?? []).map(({ key }) => key as string | number)), message);
}
