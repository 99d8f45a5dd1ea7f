/** Reads lists of meshes, obstacles, forces and motions from a scene file or a command. */

import { MOTIONS } from '../../constraints/motions';
import { SHAPES } from '../../constraints/obstacles/body-shapes';
import { errorOfMesh } from '../../constraints/obstacles/mesh/closed-mesh';
import type {
  ChoiceField,
  EnvironmentItem,
  Fields,
  MeshItem,
  NumbersField,
  VectorField,
} from '../../model/environment';
import type { Vec3 } from '../../model/model';
import {
  type Check,
  type CheckContext,
  checkFields,
  choice,
  index,
  list,
  mustBe,
  noSuch,
  number,
  numberListError,
  object,
  type Path,
  quote,
  text,
  vector,
} from '../../model/validate';
import { type Definitions, obstacles } from '../../registry';
import type { ListedForce } from '../../world/force';

type Values = Record<string, unknown>;

/** The recording keeps each list that a command gives, and a step goes through all of it. */
const MAX_ITEMS = 10_000;
/** As many as there can be bodies. */
const MAX_MESHES = 100;
/** Characters of the name of a mesh. */
const MAX_NAME = 60;

export interface ParticleContext extends CheckContext {
  readonly particleCount: number;
}

export interface EnvironmentContext extends ParticleContext {
  /** Of the scene. */
  readonly meshes: readonly MeshItem[];
  readonly definitions: Pick<Definitions, 'forces'>;
}

/** @param name the list's key in a scene file */
export function parseEnvironment(
  name: string,
  input: unknown,
  path: Path,
  context: EnvironmentContext,
): EnvironmentItem[] {
  const count = Array.isArray(input) ? input.length : 0;
  const most = name === 'meshes' ? MAX_MESHES : (obstacles.find(({ list }) => list === name)?.most ?? MAX_ITEMS);
  if (count > most) context.fail(path, `${count} items, at most ${most}`);
  if (name === 'meshes') return parseMeshes(input, path, context);
  const item: Check<EnvironmentItem, EnvironmentContext> = (value, at) =>
    parseItem(name, object(value, at, context), at, context);
  return list(item)(input, path, context);
}

function parseItem(name: string, values: Values, path: Path, context: EnvironmentContext): EnvironmentItem {
  if (name === 'motion') return parseMotion(values, path, context);
  if (name === 'forces') return parseForce(values, path, context);
  const definition = obstacles.find((obstacle) => obstacle.list === name);
  const defaults = definition?.defaults?.(values, context.meshes);
  return parseFields(definition?.fields ?? {}, { ...defaults, ...values }, path, context);
}

/** Meshes, each with a name of its own. One that the scene has already stays the same object: what was made of it is kept. */
function parseMeshes(input: unknown, path: Path, context: EnvironmentContext): MeshItem[] {
  const names = new Set(Object.keys(SHAPES));
  const mesh: Check<MeshItem, EnvironmentContext> = (value, at) => {
    checkFields(value, { name: text, vertices: numbers('vertices'), triangles: numbers('triangles') }, at, context);
    const { name, vertices, triangles } = value;
    if (name === '' || name.length > MAX_NAME)
      context.fail([...at, 'name'], mustBe(`a text of 1 to ${MAX_NAME} characters`, name));
    if (names.has(name)) context.fail([...at, 'name'], `there is already a shape ${quote(name)}`);
    names.add(name);
    const isSame = (one: MeshItem) =>
      one.name === name && areEqual(one.vertices, vertices) && areEqual(one.triangles, triangles);
    const known = context.meshes.find(isSame);
    if (known) return known;
    const error = errorOfMesh({ name, vertices, triangles });
    if (error) context.fail(at, `the mesh ${quote(name)} ${error}`);
    return { name, vertices: [...vertices], triangles: [...triangles] };
  };
  return list(mesh)(input, path, context);
}

const areEqual = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((x, i) => x === other[i]);

function parseForce({ type, particles, ...values }: Values, path: Path, context: EnvironmentContext): EnvironmentItem {
  const { forces } = context.definitions;
  const definition = forces.find(({ id, listed }) => listed && id === type);
  if (!definition?.listed) {
    const types = forces.flatMap(({ id, listed }) => (listed ? id : []));
    return context.fail([...path, 'type'], noSuch('force', type, types));
  }
  const { id, listed } = definition;
  return {
    type: id,
    ...parseParticles(listed.particles, particles, [...path, 'particles'], context),
    ...parseFields(listed.fields, values, path, context),
  };
}

/** A motion's type is the key that holds its fields, or its only field if that has the same name (`isBare`). */
function parseMotion({ particles, ...rest }: Values, path: Path, context: ParticleContext): EnvironmentItem {
  const keys = Object.keys(rest);
  const unknown = keys.find((key) => !MOTIONS.some(({ type }) => type === key));
  if (unknown !== undefined) return context.fail(path, `unknown key ${quote(unknown)}`);
  const definition = MOTIONS.find(({ type }) => type === keys[0]);
  if (!definition) return context.fail(path, `needs one of ${MOTIONS.map(({ type }) => type).join(', ')}`);
  if (keys.length > 1) return context.fail(path, `has ${keys.join(' and ')}, but a pin can have only one motion`);
  if (particles === undefined) return context.fail([...path, 'particles'], 'is missing');
  const { type, fields } = definition;
  const inner = [...path, type];
  return {
    type,
    ...parseParticles('any', particles, [...path, 'particles'], context),
    ...(isBare(type)
      ? parseFields(fields, { [type]: rest[type] }, path, context)
      : parseFields(fields, object(rest[type], inner, context), inner, context)),
  };
}

/** Values by the table of an item's fields, with the defaults filled in. */
function parseFields(fields: Fields, values: Values, path: Path, context: ParticleContext): EnvironmentItem {
  const unknown = Object.keys(values).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined) return context.fail(path, `unknown key ${quote(unknown)}`);
  const result: Record<string, number | string | Vec3 | readonly number[]> = {};
  for (const [key, field] of Object.entries(fields)) {
    const at = [...path, key];
    if (values[key] === undefined && field.required) return context.fail(at, 'is missing');
    const value = values[key] === undefined ? field.default : values[key];
    if (field.sparse && JSON.stringify(value) === JSON.stringify(field.default)) continue;
    if (field.kind === 'vector') result[key] = parseVector(field, value, at, context);
    else if (field.kind === 'choice') result[key] = choice(...choicesOf(field, context))(value, at, context);
    else if (field.kind === 'numbers') result[key] = [...numbers(field.accepts)(value, at, context)];
    else result[key] = number(field.accepts)(value, at, context);
  }
  return result;
}

const choicesOf = ({ options, orMesh }: ChoiceField, { meshes = [] }: Partial<EnvironmentContext>) => [
  ...Object.keys(options),
  ...(orMesh ? meshes.map(({ name }) => name) : []),
];

function numbers(accepts: NumbersField['accepts']): Check<readonly number[]> {
  return (value, path, { fail }) => {
    const error = numberListError(accepts, value);
    return error === null ? (value as number[]) : fail(path, error);
  };
}

function parseVector({ accepts }: VectorField, value: unknown, path: Path, context: ParticleContext): Vec3 {
  const [x, y, z] = vector(value, path, context);
  if (accepts === 'direction' && x === 0 && y === 0 && z === 0) {
    return context.fail(path, 'must not be the zero vector, got [0,0,0]');
  }
  if (accepts && accepts !== 'direction') {
    for (const [axis, component] of [x, y, z].entries()) number(accepts)(component, [...path, axis], context);
  }
  return [x, y, z];
}

function parseParticles(accepts: ListedForce['particles'], value: unknown, path: Path, context: ParticleContext) {
  if (value === undefined && accepts === 'any') return {};
  const particles = particleList(value, path, context);
  if (accepts === 'two' && particles.length !== 2) return context.fail(path, mustBe('two particles', value));
  return { particles };
}

/** Different particles, in any order. */
export const particleList: Check<number[], ParticleContext> = (value, path, context) => {
  const particle = index('particle', ({ particleCount }: ParticleContext) => particleCount);
  const particles = list(particle, 'a list of particles')(value, path, context);
  const seen = new Set<number>();
  for (const [at, i] of particles.entries()) {
    if (seen.has(i)) context.fail([...path, at], `particle ${i} is listed twice`);
    seen.add(i);
  }
  return particles;
};

/** True for a motion whose only field has the name of its type: a file has the field's value without an object around it. */
export function isBare(type: string): boolean {
  const keys = Object.keys(MOTIONS.find((motion) => motion.type === type)?.fields ?? {});
  return keys.length === 1 && keys[0] === type;
}
