/** Particles by their places in the net, in words. */
import { t } from '../../language/translate';
import type { Structure } from '../../runtime/frame/frame';

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
