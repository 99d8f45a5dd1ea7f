/** Reads the scenes of the homework “Cloth Simulator” of Berkeley’s courses CS 184 and CS 284A. */
import { log } from '../../model/deterministic-math';
import { SPRING_KINDS, type Vec3 } from '../../model/model';
import * as check from '../../model/validate';
import { type Check, type CheckContext, checkFields, mustBe, type Path, pathOf, quote } from '../../model/validate';
import { gridSprings, gridTriangles } from '../builders/grid';
import { triples } from '../scene';
import type { SceneFile } from './check-scene-file';
import { SceneError } from './scene-file';

/** s; 90 pictures a second with 30 steps each, as the homework starts. */
const DT = 1 / 90 / 30;
/** m/s². */
const GRAVITY = 9.8;
/** No spring of the homework stays longer than so many times its rest length. */
const STRAIN_LIMIT = 0.1;
/** Stiffness of shear and of bend springs over that of structural ones. */
const SHEAR = 1;
const BEND = 0.2;
/** What the homework's panel starts with, for a file without them: percent a step, kg/m² and N/m. */
const DEFAULTS = { damping: 0.2, density: 15, ks: 5000, thickness: 0 };
/** m; the largest distance of a vertical cloth from its plane: it would fall straight onto its lower edge. */
const WAVE = 1e-3;
const GOLDEN = 0.6180339887498949;

const SECTIONS = ['cloth', 'sphere', 'plane'];

const positive = check.number('positive');
const nonNegative = check.number('non-negative');

/** The homework reads 0 as horizontal and 1 as vertical. */
const orientation: Check<0 | 1> = (value, path, { fail }) =>
  value === 0 || value === 1 ? value : fail(path, mustBe('0 (horizontal) or 1 (vertical)', value));

const percent: Check<number> = (value, path, context) => {
  const given = nonNegative(value, path, context);
  return given < 100 ? given : context.fail(path, mustBe('a percentage below 100', value));
};

const pair: Check<number[]> = (value, path, context) => {
  const numbers = check.list(check.number('whole'))(value, path, context);
  return numbers.length === 2 ? numbers : context.fail(path, mustBe('[column, row]', value));
};

const CLOTH = {
  width: positive,
  height: positive,
  num_width_points: check.number('grid'),
  num_height_points: check.number('grid'),
  thickness: check.optional(nonNegative),
  orientation,
  pinned: check.optional(check.list(pair, 'a list of [column, row]')),
  enable_structural: check.optional(check.flag),
  enable_shearing: check.optional(check.flag),
  enable_bending: check.optional(check.flag),
  damping: check.optional(percent),
  density: check.optional(positive),
  ks: check.optional(nonNegative),
};
const SPHERE = { origin: check.vector, radius: positive, friction: check.optional(nonNegative) };
const PLANE = {
  point: check.optional(check.vector),
  point1: check.optional(check.vector),
  point2: check.optional(check.vector),
  normal: check.vector,
  friction: check.optional(nonNegative),
};

const errors: CheckContext = {
  fail(path: Path, message: string): never {
    throw new SceneError(pathOf(path), message);
  },
};

/** True for the value of a JSON file that has a cloth as the homework describes it. */
export function isClothsim(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'hooke' in value) return false;
  const { cloth } = value as { cloth?: unknown };
  return typeof cloth === 'object' && cloth !== null && 'num_width_points' in cloth;
}

/**
 * The scene of a file of Berkeley's cloth simulator, with the homework's step, damping, gravity and limit of strain. Its Verlet
 * method with d % damping, x⁺ = x + (1 − d/100)(x − x⁻) + h² a, is symplectic Euler after a velocity decay by the same factor.
 * Obstacles stay on one side of a plane, and rub by Coulomb's law; in the homework friction is a part of the correction.
 * @param name title of the scene
 * @throws SceneError that begins with the path of the invalid value: `cloth.ks: must be …`
 */
export function readClothsim(value: unknown, name = 'cloth simulator'): SceneFile {
  const sections = check.object(value, [], errors);
  const unknown = Object.keys(sections).find((key) => !SECTIONS.includes(key));
  if (unknown !== undefined) errors.fail([], `${quote(unknown)} is none of the sections ${SECTIONS.join(', ')}`);
  checkFields(sections.cloth, CLOTH, ['cloth'], errors);
  const cloth = { ...DEFAULTS, ...sections.cloth };
  const grid = { rows: cloth.num_height_points, columns: cloth.num_width_points };
  const { pairs, kinds, lengths } = gridSprings(grid, cloth.width, cloth.height, SPRING_KINDS);
  const ratios = { structural: 1, shear: SHEAR, bend: BEND };
  const kindNames = Array.from(kinds, (kind) => SPRING_KINDS[kind]);
  const isOn = (on: boolean | undefined) => (on === false ? 0 : 1);
  const positions = positionsOf(cloth, grid);
  return {
    hooke: 1,
    name,
    particles: {
      positions,
      masses: (cloth.width * cloth.height * cloth.density) / positions.length,
      pinned: pinsOf(cloth.pinned, grid),
    },
    springs: {
      pairs: Array.from(kinds, (_, j) => [pairs[2 * j], pairs[2 * j + 1]]),
      restLengths: [...lengths],
      stiffness: kindNames.map((kind) => cloth.ks * ratios[kind]),
      kinds: kindNames,
    },
    surface: triples(gridTriangles(grid)),
    rest: positionsOf({ ...cloth, orientation: 0 }, grid),
    ...readSphere(sections.sphere),
    ...readPlane(sections.plane, positions[0]),
    integrator: 'symplectic-euler',
    params: {
      ...grid,
      dt: DT,
      gravity: GRAVITY,
      drag: 0,
      decay: -log(1 - cloth.damping / 100) / DT,
      strainLimit: STRAIN_LIMIT,
      structuralSprings: isOn(cloth.enable_structural),
      shearSprings: isOn(cloth.enable_shearing),
      bendSprings: isOn(cloth.enable_bending),
      selfCollision: cloth.thickness > 0 ? 1 : 0,
      clothThickness: 2 * cloth.thickness,
    },
  };
}

/** Horizontal: 1 m above the origin. Vertical: in the plane z = 0, with small deviations from it, the same for every reader. */
function positionsOf(
  { width, height, orientation }: { width: number; height: number; orientation: 0 | 1 },
  { rows, columns }: { rows: number; columns: number },
): Vec3[] {
  return Array.from({ length: rows * columns }, (_, i) => {
    const x = ((i % columns) * width) / (columns - 1);
    const along = (Math.floor(i / columns) * height) / (rows - 1);
    return orientation === 0 ? [x, 1, along] : [x, along, WAVE * (2 * ((i * GOLDEN) % 1) - 1)];
  });
}

function pinsOf(pinned: readonly number[][] = [], { rows, columns }: { rows: number; columns: number }): number[] {
  const pins = pinned.map(([column, row], i) => {
    if (column < columns && row < rows) return row * columns + column;
    return errors.fail(['cloth', 'pinned', i], `[${column}, ${row}] is not in the ${columns} × ${rows} points`);
  });
  return [...new Set(pins)];
}

function readSphere(section: unknown): Pick<SceneFile, 'spheres'> {
  if (section === undefined) return {};
  checkFields(section, SPHERE, ['sphere'], errors);
  const { origin, radius, friction = 0 } = section;
  return { spheres: [{ center: origin, radius, friction, restitution: 0 }] };
}

/** @param above a point of the cloth: the homework's plane has two sides, and this one is the cloth's */
function readPlane(section: unknown, above: Vec3): Pick<SceneFile, 'planes'> {
  if (section === undefined) return {};
  checkFields(section, PLANE, ['plane'], errors);
  const point = section.point ?? section.point1 ?? errors.fail(['plane', 'point'], 'is missing');
  const { friction = 0 } = section;
  const side = section.normal.reduce((sum, n, axis) => sum + n * (above[axis] - point[axis]), 0);
  const normal: Vec3 = side < 0 ? [-section.normal[0], -section.normal[1], -section.normal[2]] : section.normal;
  return { planes: [{ point, normal, friction, restitution: 0 }] };
}
