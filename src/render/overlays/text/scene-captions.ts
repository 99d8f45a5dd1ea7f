/** What is written in the picture of a scene: the surfaces of its obstacles, and the names of its parts. */
import { t, withLocalNumbers } from '../../../language/translate';
import type { EnvironmentFile, Vec3 } from '../../../physics';
import type { DrawableFrame } from '../../../runtime/frame/frame';
import { isFloor } from '../../camera/environment-bounds';
import type { Arrow } from '../../view';

/** By scene: a particle at the lower edge of a part, and the part's name. */
const PARTS: Readonly<Record<string, readonly { particle: number; label: string }[]>> = {
  'membrane-strip': [
    { particle: 220, label: 'springs' },
    { particle: 445, label: 'membrane' },
  ],
};

type Surface = Pick<EnvironmentFile['spheres'][number], 'restitution' | 'friction'>;

/**
 * Captions as arrows, at whose tips they stand.
 * @param positions 4n; m @param arm m; length of the arrow along a plane's normal @param color as in CSS
 */
export function sceneCaptions(
  { structure, status }: DrawableFrame,
  positions: ArrayLike<number>,
  arm: number,
  color: string,
): Arrow[] {
  const { planes, spheres } = status.environment;
  const parts = (Object.hasOwn(PARTS, status.scene) ? PARTS[status.scene] : []).flatMap(
    ({ particle, label }): Arrow[] => {
      if (particle >= structure.particleCount) return [];
      const at = [0, 1, 2].map((axis) => positions[4 * particle + axis]) as Vec3;
      return [{ from: at, to: below(at, 0.01 * arm), color, label: t(label) }];
    },
  );
  // Cloth hides what it lies on.
  if (structure.surface.length > 0) return parts;
  const slopes = planes.filter((plane) => !isFloor(plane));
  const label = labelOf([...slopes, ...spheres]);
  return [
    ...parts,
    ...spheres.map((sphere) => ({
      from: sphere.center,
      to: below(sphere.center, sphere.radius),
      color,
      label: label(sphere),
    })),
    ...slopes.map((plane) => {
      const along = arm / Math.hypot(...plane.normal);
      const to = plane.point.map((x, axis) => x + along * plane.normal[axis]) as Vec3;
      return { from: plane.point, to, color, label: label(plane) };
    }),
  ];
}

const below = ([x, y, z]: Vec3, distance: number): Vec3 => [x, y - distance, z];

/** Writes those coefficients that are not 0 on all surfaces. */
function labelOf(surfaces: readonly Surface[]): (surface: Surface) => string {
  const coefficients = (['restitution', 'friction'] as const).filter((key) =>
    surfaces.some((one) => (one[key] ?? 0) > 0),
  );
  const symbol = { restitution: 'e', friction: 'μ' };
  return (surface) =>
    coefficients
      .map((key) => withLocalNumbers(`${symbol[key]} = ${Number((surface[key] ?? 0).toFixed(2))}`))
      .join(', ');
}
