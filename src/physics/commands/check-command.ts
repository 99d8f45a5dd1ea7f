import { type Precision, toSingle } from '../model/arena';
import { STRIDE, type Vec3 } from '../model/model';
import type { Params } from '../model/params';
import { validationError } from '../model/params';
import { show } from '../model/validate';
import { integrators, kernels, PARAMS, preconditioners } from '../registry';
import type { Setup } from '../run/run';
import type { Command } from './command';

/** What of the run a command is checked against. */
export interface Bounds {
  particleCount: number;
  springCount: number;
  precision: Precision;
}

type Check = (value: unknown, path: string, bounds: Bounds) => void;

/** What a scene may be started with; a trailing ? marks what may be absent. */
const START: Record<string, Check> = {
  'integrator?': integrator,
  'params?': params,
  'precision?': precision,
  'preconditioner?': preconditioner,
};

/** The fields of each command and what they must be. */
const COMMANDS: Record<Command['type'], Record<string, Check>> = {
  set: { key: text, value: () => {} },
  integrator: { id: integrator },
  precision: { id: precision },
  preconditioner: { id: preconditioner },
  pin: { particle, pinned: flag },
  pins: { particles },
  particle: { particle, 'mass?': mass, 'velocity?': velocity },
  grab: { particle, target: point },
  move: { target: point },
  release: {},
  push: { force: point },
  // What the things in a list must be is known where they are read.
  planes: { planes: () => {} },
  spheres: { spheres: () => {} },
  forces: { forces: () => {} },
  motion: { motion: () => {} },
  equilibrium: { 'tolerance?': positive, 'iterations?': count },
  cut: { spring: springs },
  mend: { spring: springs },
  scene: { scene, ...START },
  place: { positions: vectors, velocities: vectors, time: number },
  // Which steps are recorded is known where they are.
  rewind: { step: () => {} },
  reset: {},
  resume: {},
};

/** @throws RangeError naming the field and its value */
export function checkCommand(command: unknown, bounds: Bounds): asserts command is Command {
  const { type, ...fields } = object(command, 'a command');
  if (typeof type !== 'string' || !Object.hasOwn(COMMANDS, type)) {
    throw new RangeError(
      `command.type: there is no command ${show(type)}; there are ${Object.keys(COMMANDS).join(', ')}`,
    );
  }
  checkFields(fields, COMMANDS[type as Command['type']], type, bounds);
  if (type === 'set') checkParam(fields.key as string, fields.value);
}

/** @throws RangeError for anything but the named fields: nothing is silently ignored */
function checkFields(fields: Record<string, unknown>, checks: Record<string, Check>, path: string, bounds: Bounds) {
  for (const key of Object.keys(fields)) {
    if (!Object.hasOwn(checks, key) && !Object.hasOwn(checks, `${key}?`))
      throw new RangeError(`${path}: unknown key "${key}"`);
  }
  for (const name of Object.keys(checks)) {
    const optional = name.endsWith('?');
    const key = optional ? name.slice(0, -1) : name;
    if (fields[key] === undefined && optional) continue;
    if (!Object.hasOwn(fields, key)) throw new RangeError(`${path}.${key} is missing`);
    checks[name](fields[key], `${path}.${key}`, bounds);
  }
}

/** @throws RangeError naming what is wrong in `createSimulation(setup)` */
export function checkSetup(setup: unknown): asserts setup is Setup {
  checkFields(object(setup, 'setup'), { 'scene?': scene, 'kernel?': kernel, ...START }, 'setup', {
    particleCount: 0,
    springCount: 0,
    precision: 'double',
  });
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RangeError(`${name} must be an object, got ${show(value)}`);
}

function checkParam(key: string, value: unknown): void {
  const reason = validationError(PARAMS, key, value);
  if (reason) throw new RangeError(reason);
}

function params(value: unknown, path: string): asserts value is Partial<Params> {
  for (const [key, number] of Object.entries(object(value, path))) {
    if (number !== undefined) checkParam(key, number);
  }
}

function text(value: unknown, path: string): void {
  if (typeof value !== 'string') throw new RangeError(`${path} must be a text, got ${show(value)}`);
}

function flag(value: unknown, path: string): void {
  if (typeof value !== 'boolean') throw new RangeError(`${path} must be true or false, got ${show(value)}`);
}

function integrator(value: unknown, path: string): void {
  if (integrators.some(({ id }) => id === value)) return;
  throw new RangeError(
    `${path}: there is no integrator ${show(value)}; there are ${integrators.map(({ id }) => id).join(', ')}`,
  );
}

function oneOf(all: readonly { id: string }[], noun: string): Check {
  return (value, path) => {
    const ids = ['auto', ...all.map(({ id }) => id)];
    if (!ids.includes(value as string))
      throw new RangeError(`${path}: there is no ${noun} ${show(value)}; there are ${ids.join(', ')}`);
  };
}

function kernel(value: unknown, path: string, bounds: Bounds): void {
  oneOf(kernels, 'kernel')(value, path, bounds);
}

function preconditioner(value: unknown, path: string, bounds: Bounds): void {
  oneOf(preconditioners, 'preconditioner')(value, path, bounds);
}

function precision(value: unknown, path: string): void {
  if (value !== 'single' && value !== 'double')
    throw new RangeError(`${path} must be "single" or "double", got ${show(value)}`);
}

/** A file is checked where it is read. */
function scene(value: unknown, path: string): void {
  if (typeof value === 'string') return;
  object(value, path);
}

function index(value: unknown, path: string, count: number, noun: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return;
  const range = count > 0 ? `(0–${count - 1})` : '(there is none)';
  throw new RangeError(`${path}: ${show(value)} is not a ${noun} ${range}`);
}

function particle(value: unknown, path: string, { particleCount }: Bounds): void {
  index(value, path, particleCount, 'particle');
}

function particles(value: unknown, path: string, bounds: Bounds): void {
  if (!Array.isArray(value)) throw new RangeError(`${path} must be a list of particles, got ${show(value)}`);
  for (let i = 0; i < value.length; i++) particle(value[i], `${path}[${i}]`, bounds);
}

/** Something to divide by, too. */
function mass(value: unknown, path: string, { precision }: Bounds): asserts value is number {
  positive(value, path);
  const kept = (x: number) => (precision === 'single' ? toSingle(x) : x);
  if (!Number.isFinite(kept(value))) throw new RangeError(`${path}: ${value} is too large for single precision`);
  if (!Number.isFinite(kept(1 / kept(value))))
    throw new RangeError(`${path}: ${value} is too small for ${precision} precision`);
}

function velocity(value: unknown, path: string, { precision }: Bounds): void {
  point(value, path);
  for (let axis = 0; axis < 3; axis++) {
    if (precision === 'double' || Number.isFinite(toSingle(value[axis]))) continue;
    throw new RangeError(`${path}[${axis}]: ${value[axis]} is too large for single precision`);
  }
}

function springs(value: unknown, path: string, { springCount }: Bounds): void {
  const list = Array.isArray(value) ? value : [value];
  for (let i = 0; i < list.length; i++) {
    index(list[i], Array.isArray(value) ? `${path}[${i}]` : path, springCount, 'spring');
  }
}

function vectors(value: unknown, path: string, { particleCount, precision }: Bounds): void {
  const list = Array.isArray(value) || ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<unknown>) : null;
  const length = STRIDE * particleCount;
  if (list?.length !== length)
    throw new RangeError(`${path} must be ${length} numbers, got ${show(list?.length ?? value)}`);
  for (let i = 0; i < length; i++) {
    number(list[i], `${path}[${i}]`);
    if (precision === 'single' && !Number.isFinite(toSingle(list[i] as number))) {
      throw new RangeError(`${path}[${i}]: ${list[i]} is too large for single precision`);
    }
  }
}

function number(value: unknown, path: string): void {
  if (typeof value === 'number' && Number.isFinite(value)) return;
  throw new RangeError(`${path} must be a finite number, got ${show(value)}`);
}

function positive(value: unknown, path: string): asserts value is number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return;
  throw new RangeError(`${path} must be a positive number, got ${show(value)}`);
}

function count(value: unknown, path: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return;
  throw new RangeError(`${path} must be a whole number of at least 1, got ${show(value)}`);
}

function point(value: unknown, path: string): asserts value is Vec3 {
  if (!Array.isArray(value) || value.length !== 3) {
    throw new RangeError(`${path} must be three numbers [x, y, z], got ${show(value)}`);
  }
  for (let axis = 0; axis < 3; axis++) number(value[axis], `${path}[${axis}]`);
}
