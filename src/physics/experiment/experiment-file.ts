/** The format of an experiment's file, and its checks. */
import { SELECTION_FIELDS } from '../analysis/state/columns';
import { type Command, checkFieldsOfCommand } from '../commands/apply-command';
import * as check from '../model/validate';
import {
  type Check,
  type CheckContext,
  checkFields,
  type FieldsOf,
  mustBe,
  type Path,
  pathOf,
  quote,
  rangeErrors,
} from '../model/validate';
import { BUILT_IN } from '../registry';
import { checkParam, type DefinitionsContext, kernelId, START_FIELDS, sceneOrFile } from '../run/setup';

/** The choices that a sweep can vary, with the check of a value. */
export const CHOICES = {
  integrator: START_FIELDS.integrator.optional,
  material: START_FIELDS.material.optional,
  precision: START_FIELDS.precision.optional,
  preconditioner: START_FIELDS.preconditioner.optional,
  kernel: kernelId,
} satisfies Record<string, Check<string, DefinitionsContext>>;

/** Steps count from the start, and nothing is undone: these would change that. */
const EXCLUDED: readonly string[] = ['reset', 'scene', 'rewind', 'undo', 'redo'] satisfies Command['type'][];

/** Which particles and springs there are is checked when the command is applied: other commands may change them. */
const ANY_SCENE = {
  particleCount: Number.MAX_SAFE_INTEGER,
  springCount: Number.MAX_SAFE_INTEGER,
  precision: 'double',
  definitions: BUILT_IN,
} as const;

const MAX_VALUES = 10_000;

/** Errors of an experiment: `sweep[0].values[2]: dt must be a positive number, got -1`. */
export const experimentErrors: DefinitionsContext = {
  definitions: BUILT_IN,
  fail: (path, message) => rangeErrors.fail(path.length === 0 ? ['experiment'] : path, message),
};

const nonNegative = check.number('non-negative');
const positive = check.number('positive');
const atLeastOne: Check<number> = (value, path, context) =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? (value as number)
    : context.fail(path, mustBe('a whole number of at least 1', value));

const TIMED_COMMAND = {
  /** Either this or `time`. */
  step: check.optional(check.number('whole')),
  /** s since the start, rounded to whole steps of the dt at the start. */
  time: check.optional(nonNegative),
  /** What is applied then. */
  command: check.object as Check<Command>,
};

/** A command of an experiment: applied when this number of steps was made. @interface */
export type TimedCommand = FieldsOf<typeof TIMED_COMMAND>;

const timed: Check<TimedCommand> = (value, path, context) => {
  checkFields(value, TIMED_COMMAND, path, context);
  oneOf(value, ['step', 'time'], path, context);
  const { command } = value;
  if (EXCLUDED.includes(command.type)) {
    const why = 'steps count from the start of the scene, and nothing is undone';
    context.fail([...path, 'command'], `an experiment can’t have the command ${quote(command.type)}: ${why}`);
  }
  within(path, () => checkFieldsOfCommand(command, ANY_SCENE));
  return value;
};

const scale = check.optional(check.choice('linear', 'logarithmic'));

const SWEEP = {
  /** Key of a parameter, or one of 'integrator', 'material', 'precision', 'preconditioner' and 'kernel'. */
  key: check.text,
  /** Either these, or `from`, `to` and `count`. */
  values: check.optional(check.list(check.unchecked<number | string>())),
  /** The first value. */
  from: check.optional(check.number()),
  /** The last value. */
  to: check.optional(check.number()),
  /** How many values, both ends included. */
  count: check.optional(atLeastOne),
  /** Absent: 'linear'. */
  scale,
};

/** Values of one parameter, or of one choice. @interface */
export type Sweep = FieldsOf<typeof SWEEP>;

const sweep: Check<Sweep, DefinitionsContext> = (given, path, context) => {
  checkFields(given, SWEEP, path, context);
  const isChoice = Object.hasOwn(CHOICES, given.key);
  if (!isChoice && !Object.hasOwn(context.definitions.params, given.key)) {
    const choices = Object.keys(CHOICES).join(', ');
    context.fail(
      [...path, 'key'],
      `there is no parameter ${quote(given.key)}; besides parameters there are ${choices}`,
    );
  }
  if (given.values) {
    const range = (['from', 'to', 'count', 'scale'] as const).find((key) => given[key] !== undefined);
    if (range) context.fail([...path, range], 'a sweep has either "values" or "from", "to" and "count"');
    if (given.values.length === 0) context.fail([...path, 'values'], 'a sweep needs at least one value, got []');
  } else {
    for (const key of ['from', 'to', 'count'] as const) {
      if (given[key] === undefined) context.fail([...path, key], 'is missing; a sweep without it needs "values"');
    }
    if (isChoice) context.fail([...path, 'from'], `${given.key} has no range: list its "values"`);
    const { from = 0, to = 0, count = 0 } = given;
    if (count > MAX_VALUES) context.fail([...path, 'count'], mustBe(`at most ${MAX_VALUES}`, count));
    checkScale({ ...given, from, to }, path, context);
  }
  return given;
};

/** No value of a logarithmic scale is 0 or below. */
function checkScale(range: Pick<Ramp, 'from' | 'to' | 'scale'>, path: Path, { fail }: CheckContext): void {
  for (const side of ['from', 'to'] as const) {
    if (range.scale !== 'logarithmic' || range[side] > 0) continue;
    fail([...path, side], `${mustBe('a positive number', range[side])}, because the scale is logarithmic`);
  }
}

/** Times count in steps of the first dt, and another grid has other particles. */
const NO_RAMP: readonly string[] = ['dt', 'rows', 'columns'];

const RAMP = {
  /** Key of a parameter, but `dt`, `rows` and `columns`. */
  key: check.text,
  /** The value at the start. */
  from: check.number(),
  /** The value at the end. */
  to: check.number(),
  /** s; absent: 0. */
  start: check.optional(nonNegative),
  /** s; rounded to whole steps, as all times. */
  end: nonNegative,
  /** How many values, both ends included; absent: 101. */
  count: check.optional(atLeastOne),
  /** Absent: 'linear'. */
  scale,
};

/** A parameter that goes from one value to another, in equal parts of the time. @interface */
export type Ramp = FieldsOf<typeof RAMP>;

const ramp: Check<Ramp, DefinitionsContext> = (value, path, context) => {
  checkFields(value, RAMP, path, context);
  const { key, start = 0, end, count = 2 } = value;
  if (!Object.hasOwn(context.definitions.params, key) || NO_RAMP.includes(key)) {
    context.fail([...path, 'key'], `${quote(key)} is no parameter that can change in a run`);
  }
  for (const side of ['from', 'to'] as const) {
    checkSwept(key, value[side], [...path, side]);
  }
  checkScale(value, path, context);
  if (!(end > start)) context.fail([...path, 'end'], mustBe(`after the start, ${start} s`, end));
  if (count < 2 || count > MAX_VALUES) context.fail([...path, 'count'], mustBe(`from 2 to ${MAX_VALUES}`, count));
  return value;
};

const FILE = {
  /** Version of the format: the only one so far. */
  hookeExperiment: check.format(1),
  /** A title, for the table. */
  name: check.optional(check.text),
  /** Id of a built-in scene, or a whole scene file; absent: 'cloth'. */
  scene: check.optional(sceneOrFile),
  /** Id, or 'auto'; absent: 'auto'. */
  kernel: check.optional(kernelId),
  ...START_FIELDS,
  /** Commands at their steps or times; of the same step in this order. */
  commands: check.optional(check.list(timed, 'a list of commands')),
  /** Parameters that change in the course of each run. */
  ramps: check.optional(check.list(ramp, 'a list of ramps')),
  /** What the runs differ in. Several entries: every combination, the last one varies fastest. Absent: one run. */
  sweep: check.optional(check.list(sweep, 'a list of sweeps')),
  /** Of each run; either this or `duration`. */
  steps: check.optional(atLeastOne),
  /** s; of each run, rounded to whole steps. */
  duration: check.optional(positive),
  /** Steps between two rows; absent, with `interval` too: only the start and the end have a row. */
  every: check.optional(atLeastOne),
  /** s between two rows, rounded to whole steps; in place of `every`. */
  interval: check.optional(positive),
  ...SELECTION_FIELDS,
};

/** A reproducible experiment as JSON: a scene, its commands, what is varied, and what is recorded. SI units. @interface */
export type Experiment = FieldsOf<typeof FILE>;

/** @throws RangeError that begins with the path of the first invalid value */
export function checkExperiment(value: unknown): asserts value is Experiment {
  const context = { ...experimentErrors, particleCount: Number.MAX_SAFE_INTEGER };
  if (check.object(value, [], context).hookeExperiment === undefined) {
    context.fail(['hookeExperiment'], 'is missing, so this is not the file of an experiment');
  }
  checkFields(value, FILE, [], context);
  oneOf(value, ['steps', 'duration'], [], context);
  const { every, interval } = value;
  if (every !== undefined && interval !== undefined) {
    context.fail(['interval'], 'an experiment has either "every" or "interval"');
  }
  const keys = value.sweep?.map(({ key }) => key) ?? [];
  const twice = keys.findIndex((key, i) => keys.indexOf(key) < i);
  if (twice >= 0) context.fail(['sweep', twice, 'key'], `${quote(keys[twice])} is varied by another sweep already`);
}

/** A value of a sweep. @throws RangeError with its path */
export function checkSwept(key: string, value: unknown, path: Path): void {
  if (Object.hasOwn(CHOICES, key)) {
    const check: Check<string, DefinitionsContext> = CHOICES[key as keyof typeof CHOICES];
    check(value, path, experimentErrors);
  } else within(path, () => checkParam(experimentErrors.definitions.params, key, value));
}

/** Puts the path of the experiment's file before the message of a check. */
export function within<T>(path: Path, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RangeError) && (error as Error).name !== 'SceneError') throw error;
    throw new RangeError([...(path.length > 0 ? [pathOf(path)] : []), (error as Error).message].join(': '));
  }
}

function oneOf(value: object, [a, b]: readonly [string, string], path: Path, { fail }: CheckContext): void {
  const has = (key: string) => (value as Record<string, unknown>)[key] !== undefined;
  if (has(a) === has(b)) fail(path, `needs either "${a}" or "${b}"${has(a) ? ', not both' : ''}`);
}
