/** What a frame shows, as numbers and names: how the particles move, where they are, and what is around them. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import { isRoomFloor } from '../../render/view';
import type { Frame, Structure } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { type Item, readItems } from '../actions/environment-items';
import { formatNumber } from '../controls/number-format';
import { speedOverRest, vectorAt } from '../lab/extent';

/** Of the mean speed: from here on the particles move together. */
const TOGETHER = 0.7;
/** Items in a list, at most. */
const LISTED = 4;

/** What motion is seen: no particle has moved since the scene began, it is hardly seen, or where it goes. */
export type Course = 'none' | 'still' | 'falls' | 'rises' | 'swings' | 'drifts' | 'mixed';

/** How the free particles move: `speed` is the root of the mean square over their mass, m/s; `fastest` is −1 if none is free. */
export function motionOf(frame: Frame) {
  const { structure, velocities, status } = frame;
  const { masses, pinned, particleCount } = structure;
  const sum: Vec3 = [0, 0, 0];
  let [mass, squares, fastest, most] = [0, 0, -1, -1];
  for (let i = 0; i < particleCount; i++) {
    if (pinned[i]) continue;
    const [x, y, z] = vectorAt(velocities, i);
    const square = x * x + y * y + z * z;
    if (square > most) [fastest, most] = [i, square];
    mass += masses[i];
    squares += masses[i] * square;
    sum[0] += masses[i] * x;
    sum[1] += masses[i] * y;
    sum[2] += masses[i] * z;
  }
  const speed = mass > 0 ? Math.sqrt(squares / mass) : 0;
  const courseOf = (): Course => {
    if (status.stepCount === 0 && speed === 0) return 'none';
    if (speedOverRest(frame) <= 1) return 'still';
    const [x, y, z] = sum.map((value) => value / mass);
    if (!(Math.hypot(x, y, z) >= TOGETHER * speed)) return 'mixed';
    if (Math.abs(y) >= Math.hypot(x, z)) return y < 0 ? 'falls' : 'rises';
    return pinned.includes(1) ? 'swings' : 'drifts';
  };
  return { course: courseOf(), speed, fastest, fastestSpeed: fastest < 0 ? 0 : Math.sqrt(most) };
}

/** Obstacles by their names, sizes and places. */
export function obstaclesOf({ status, moved }: Frame, { itemSchemas }: Catalog): string[] {
  const lists = { ...status.environment, ...moved } as Readonly<Record<string, readonly object[] | undefined>>;
  return shortened(
    itemSchemas.obstacles.flatMap(({ list }) => {
      const entries = lists[list] ?? [];
      return readItems(list, entries, itemSchemas).map((item, i) =>
        list === 'planes' && isRoomFloor(entries[i] as Parameters<typeof isRoomFloor>[0])
          ? t('floor')
          : obstacleName(item),
      );
    }),
  );
}

function obstacleName({ kind, values }: Item): string {
  const shape = String(values.shape ?? '');
  const options = kind.fields.shape && 'options' in kind.fields.shape ? kind.fields.shape.options : {};
  const name = t((options as Readonly<Record<string, string>>)[shape] ?? (shape || kind.label));
  const size = typeof values.radius === 'number' ? `, ${t('radius')} ${lengthText(values.radius)}` : '';
  return `${name}${size} (${placeText((values.center ?? values.point) as Vec3)})`;
}

/** `x 0 m, y 1.2 m, z −0.3 m` */
function placeText(place: Vec3): string {
  const [x, y, z] = place.map(lengthText);
  return `x ${x}, y ${y}, z ${z}`;
}

/** `0.85 m`, to the millimetre. */
export function lengthText(value: number): string {
  return t(`${formatNumber(Number(value.toFixed(3)), 3).replace('-', '−')} m`);
}

/** Gravity, and the listed forces and motions by their names. */
export function forcesOf({ status }: Frame, catalog: Catalog): string[] {
  const { gravity } = status.params;
  const { environment } = status;
  const all = (list: 'forces' | 'motion') =>
    readItems(list, environment[list], catalog.itemSchemas).map(({ kind }) => t(kind.label));
  const names = [...all('forces'), ...all('motion')];
  return shortened([...(gravity ? [paramText('gravity', status.params, catalog)] : []), ...names]);
}

/** `stiffness 1000 N/m` */
export function paramText(key: string, params: Frame['status']['params'], { params: specs }: Catalog): string {
  const { label, unit } = specs[key];
  return `${t(label)} ${t(`${formatNumber(params[key])} ${unit}`.trim())}`;
}

function shortened(names: string[]): string[] {
  return names.length > LISTED + 1 ? [...names.slice(0, LISTED), `+ ${names.length - LISTED}`] : names;
}

// Particles by their places in the net, in words.

/** Places in a list that are named one by one, at most. */
const NAMED = 4;

type Net = Pick<Structure, 'grid' | 'origins' | 'particleCount'>;

/** The particle of the net that this one was split from by a slit, or itself. */
function wholeOf({ grid, origins }: Net, particle: number): number {
  const whole = grid ? grid.rows * grid.columns : particle + 1;
  return particle < whole ? particle : origins[particle - whole];
}

/** `row 3, column 5`, or `particle 12` in a scene that is no net. */
export function placeName(net: Net, particle: number): string {
  const { grid } = net;
  if (!grid) return t`particle ${particle}`;
  const whole = wholeOf(net, particle);
  return t`row ${Math.floor(whole / grid.columns) + 1}, column ${(whole % grid.columns) + 1}`;
}

/** Edges and corners of a net, each with the particles there. */
function partsOf({ rows, columns }: { rows: number; columns: number }): [name: string, particles: number[]][] {
  const row = (i: number) => Array.from({ length: columns }, (_, j) => i * columns + j);
  const column = (j: number) => Array.from({ length: rows }, (_, i) => i * columns + j);
  const [top, bottom, left, right] = [row(0), row(rows - 1), column(0), column(columns - 1)];
  return [
    [t('the whole edge'), [...top, ...bottom, ...left, ...right]],
    [t('the top row'), top],
    [t('the left column'), left],
    [t('the four corners'), [top[0], top[columns - 1], bottom[0], bottom[columns - 1]]],
    [t('top left corner'), [top[0]]],
    [t('top right corner'), [top[columns - 1]]],
    [t('bottom left corner'), [bottom[0]]],
    [t('bottom right corner'), [bottom[columns - 1]]],
  ];
}

/** What these particles are: edges and corners of the net as a whole, the others one by one, or their number. */
export function placesOf(net: Net, particles: readonly number[]): string {
  const left = new Set(particles);
  const names: string[] = [];
  for (const [name, part] of net.grid ? partsOf(net.grid) : []) {
    if (!part.every((particle) => left.has(particle))) continue;
    names.push(name);
    for (const particle of part) left.delete(particle);
  }
  if (left.size > NAMED) names.push(t`${names.length > 0 ? `+ ${left.size}` : left.size} particles`);
  else for (const particle of left) names.push(placeName(net, particle));
  return names.join(', ');
}
