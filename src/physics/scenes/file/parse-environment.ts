import type { EnvironmentItem, EnvironmentListName, Fields, NumberField } from '../../model/environment';
import type { Vec3 } from '../../model/model';
import { numberError, show } from '../../model/validate';
import { forces, motions, obstacles } from '../../registry';
import type { ListedForce } from '../../world/force';
import { isBare } from './write-environment';

type Path = (string | number)[];
/** Ends the reading: the caller's own kind of error. */
type Refuse = (path: Path, message: string) => never;

/** Reads a list of obstacles, forces or motions, as it stands in a file or a command. @param n particles */
export function parseEnvironment(
  list: EnvironmentListName,
  input: unknown,
  path: Path,
  n: number,
  refuse: Refuse,
): EnvironmentItem[] {
  if (!Array.isArray(input)) return refuse(path, `must be a list, got ${show(input)}`);
  return input.map((thing, i) => readThing(list, thing, [...path, i], n, refuse));
}

function readThing(list: EnvironmentListName, input: unknown, path: Path, n: number, refuse: Refuse): EnvironmentItem {
  const thing = record(input, path, refuse);
  if (list === 'planes' || list === 'spheres') {
    const definition = obstacles.find((obstacle) => obstacle.list === list);
    return readFields(definition?.fields ?? {}, thing, path, refuse);
  }
  if (list === 'motion') return readMotion(thing, path, n, refuse);
  const { type, particles, ...values } = thing;
  const definition = forces.find(({ id, listed }) => listed && id === type);
  if (!definition?.listed) return refuse([...path, 'type'], unknownForce(type));
  const { id, listed } = definition;
  return {
    type: id,
    ...readParticles(listed.particles, particles, [...path, 'particles'], n, refuse),
    ...readFields(listed.fields, values, path, refuse),
  };
}

/** A motion's values stand under the key that names it; one vector of the same name stands there by itself. */
function readMotion(
  { particles, ...rest }: Record<string, unknown>,
  path: Path,
  n: number,
  refuse: Refuse,
): EnvironmentItem {
  const keys = Object.keys(rest);
  const unknown = keys.find((key) => !motions.some(({ type }) => type === key));
  if (unknown) return refuse(path, `unknown key "${unknown}"`);
  const definition = motions.find(({ type }) => type === keys[0]);
  if (!definition) return refuse(path, `needs one of ${motions.map(({ type }) => type).join(', ')}`);
  if (keys.length > 1) return refuse(path, `has ${keys.join(' and ')}, but a pin moves in one way only`);
  const { type, fields } = definition;
  const inner = [...path, type];
  const values = isBare(type) ? { [type]: rest[type] } : record(rest[type], inner, refuse);
  if (particles === undefined) return refuse([...path, 'particles'], 'is missing');
  return {
    type,
    ...readParticles('any', particles, [...path, 'particles'], n, refuse),
    ...readFields(fields, values, isBare(type) ? path : inner, refuse),
  };
}

function readFields(fields: Fields, values: Record<string, unknown>, path: Path, refuse: Refuse): EnvironmentItem {
  const unknown = Object.keys(values).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined) return refuse(path, `unknown key "${unknown}"`);
  const result: Record<string, number | Vec3> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = values[key];
    const here = [...path, key];
    if (value === undefined) {
      if (field.required) return refuse(here, 'is missing');
      result[key] = typeof field.default === 'number' ? field.default : ([...field.default] as Vec3);
    } else if (field.kind === 'vector') {
      const vector = readVector(value, here, refuse);
      if (field.accepts === 'direction' && vector.every((x) => x === 0)) {
        return refuse(here, 'must point somewhere, got [0,0,0]');
      }
      result[key] = vector;
    } else result[key] = readNumber(field, value, here, refuse);
  }
  return result;
}

function readNumber({ accepts }: NumberField, value: unknown, path: Path, refuse: Refuse): number {
  const error = numberError(accepts, value);
  return error === null ? (value as number) : refuse(path, error);
}

function readVector(value: unknown, path: Path, refuse: Refuse): Vec3 {
  if (!Array.isArray(value) || value.length !== 3) return refuse(path, `must be three numbers, got ${show(value)}`);
  value.forEach((x, axis) => {
    if (typeof x !== 'number' || !Number.isFinite(x)) {
      refuse([...path, axis], `must be a finite number, got ${show(x)}`);
    }
  });
  return [value[0], value[1], value[2]];
}

function readParticles(
  wanted: ListedForce['particles'],
  value: unknown,
  path: Path,
  n: number,
  refuse: Refuse,
): { particles?: number[] } {
  if (value === undefined && wanted === 'any') return {};
  if (!Array.isArray(value)) return refuse(path, `must be a list of particles, got ${show(value)}`);
  if (wanted === 'two' && value.length !== 2) return refuse(path, `must be two particles, got ${show(value)}`);
  const seen = new Set<unknown>();
  value.forEach((particle, i) => {
    if (typeof particle !== 'number' || !Number.isInteger(particle) || particle < 0 || particle >= n) {
      refuse([...path, i], `${show(particle)} is not a particle (0–${n - 1})`);
    }
    if (seen.has(particle)) refuse([...path, i], `particle ${particle} is there already`);
    seen.add(particle);
  });
  return { particles: [...value] };
}

function record(value: unknown, path: Path, refuse: Refuse): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse(path, `must be an object, got ${show(value)}`);
}

function unknownForce(type: unknown): string {
  const known = forces.flatMap(({ id, listed }) => (listed ? id : []));
  return `there is no force ${show(type)}; there are ${known.join(', ')}`;
}
