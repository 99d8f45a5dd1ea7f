import { areasInAir } from '../forces/air-drag';
import { PERIODS } from '../forces/wind';
import { intactFlags } from '../model/cuts';
import type { EnvironmentItem } from '../model/environment';
import type { Model, Vec3 } from '../model/model';
import type { Params } from '../model/params';
import { unit } from '../model/vectors';
import type { Run } from '../run/run';

/** What acts on a net beside its springs: as numbers for the kernels, in the layout of `forces/external.ts`. */

/** Numbers of a wind, of another listed force, and of an obstacle. */
const ITEM_FLOATS = 12;
/** Floats of a particle: its curvature, area, and three words. */
const PARTICLE_FLOATS = 8;
/** Winds, and other listed forces, that a word has bits for. */
export const MAX_WINDS = 16;
export const MAX_LISTED = 32;
/** Obstacles that the word of a particle's contacts can name. */
export const MAX_OBSTACLES = 32;

const isWind = ({ type }: EnvironmentItem) => type === 'wind';
export const windsOf = ({ settings }: Run) => settings.environment.forces.filter(isWind);
export const listedOf = ({ settings }: Run) => settings.environment.forces.filter((item) => !isWind(item));

/** Planes and spheres, in the order of the CPU. */
export function obstaclesOf({ settings: { environment } }: Run): readonly EnvironmentItem[] {
  return [...(environment.planes ?? []), ...(environment.spheres ?? [])];
}

/** Winds, listed forces and obstacles, at least one number of each, so that no array is empty. */
export function packSurroundings(run: Run): ArrayBuffer {
  const winds = windsOf(run);
  const listed = listedOf(run);
  const solid = obstaclesOf(run);
  const counts = [winds, listed, solid].map(({ length }) => Math.max(1, length));
  const numbers = new Float32Array(ITEM_FLOATS * (counts[0] + counts[1] + counts[2]));
  const words = new Uint32Array(numbers.buffer);
  winds.forEach((wind, k) => {
    const W = wind.velocity as Vec3;
    const squared = W[0] * W[0] + W[1] * W[1] + W[2] * W[2];
    const at = ITEM_FLOATS * k;
    numbers.set([...W, (wind.density as number) * (wind.dragCoefficient as number)], at);
    numbers.set([...W.map((component) => (squared > 0 ? component / squared : 0)), wind.gust as number], at + 4);
    numbers[at + 8] = 1 / (wind.gustPeriod as number);
    words[at + 9] = (wind.seed as number) >>> 0;
  });
  listed.forEach((item, k) => {
    const of = (type: string, field: string) => (item.type === type ? item[field] : undefined);
    const number = (value: EnvironmentItem[string]) => (value ?? 0) as number;
    const vector = (value: EnvironmentItem[string]) => (value ?? [0, 0, 0]) as Vec3;
    const at = ITEM_FLOATS * (counts[0] + k);
    const damping = number(of('drag', 'coefficient')) + number(of('anchor', 'damping'));
    numbers.set([...vector(of('gravity', 'acceleration')), damping], at);
    numbers.set([...vector(of('push', 'force')), number(of('anchor', 'stiffness'))], at + 4);
    numbers.set(vector(of('anchor', 'point')), at + 8);
  });
  solid.forEach(({ point, center, normal, radius = 0, restitution, friction }, k) => {
    const at = ITEM_FLOATS * (counts[0] + counts[1] + k);
    numbers.set([...((point ?? center) as Vec3), radius as number], at);
    numbers.set([...unit((normal ?? [0, 1, 0]) as Vec3), restitution as number, friction as number], at + 4);
  });
  return numbers.buffer;
}

/** Area, weights of the curvatures, listed forces and winds of each particle. */
export function packParticles(run: Run): ArrayBuffer {
  const { model, world } = run;
  const { params } = run.settings;
  const n = model.particleCount;
  const numbers = new Float32Array(PARTICLE_FLOATS * n);
  const words = new Uint32Array(numbers.buffer);
  const bending = bends(params) ? netBendingOf(run) : null;
  for (let i = 0; bending && i < n; i++) {
    numbers.set(bending.weights.subarray(4 * i, 4 * i + 3), PARTICLE_FLOATS * i);
    words[PARTICLE_FLOATS * i + 6] = bending.weights[4 * i + 3];
  }
  if (params.airDrag > 0 && model.membrane) {
    const areas = areasInAir(model, model.membrane);
    for (let i = 0; i < n; i++) numbers[PARTICLE_FLOATS * i + 3] = areas[i];
  }
  listedOf(run).forEach(({ particles }, k) => {
    for (const i of particles ?? world.model.masses.keys()) words[PARTICLE_FLOATS * i + 4] |= 1 << k;
  });
  const winds = windsOf(run);
  const places = winds.length > 0 ? trianglePlaces(model) : null;
  if (!places) return numbers.buffer;
  const intact = intactFlags(model, model.surface);
  winds.forEach(({ particles }, k) => {
    const selected = particles && new Set(particles);
    places.forEach((place, t) => {
      const feels = [0, 1, 2].every((corner) => selected?.has(model.surface[3 * t + corner]) ?? true);
      if (feels && intact[t] === 1) words[PARTICLE_FLOATS * (place >> 1) + 5] |= 1 << (2 * k + (place & 1));
    });
  });
  return numbers.buffer;
}

/** True if the surface resists bending. */
export const bends = ({ bending, bendingDamping }: Params) => bending > 0 || bendingDamping > 0;

/**
 * The differences of positions that make the bending of the net, with the factors of its force; null: it is no net of equal cells, or
 * there is none.
 */
export function netBendingOf({ world }: Run) {
  for (const { derivatives } of world.forces) {
    if (derivatives?.of === 'curvatures') return derivatives.onNet(1, 1);
  }
  return null;
}

const placesOf = new WeakMap<Model, Uint32Array | null>();

/**
 * Where each triangle of the surface is in the net, 2q + k: the first (k = 0) or the second of the cell whose first particle is q. Null
 * if one is none of these.
 */
export function trianglePlaces(model: Model): Uint32Array | null {
  const known = placesOf.get(model);
  if (known !== undefined) return known;
  const { surface, grid } = model;
  const columns = grid?.columns ?? 0;
  const places = new Uint32Array(surface.length / 3);
  let fits = grid !== null;
  for (let t = 0; t < places.length; t++) {
    const [a, b, c] = surface.slice(3 * t, 3 * t + 3).sort();
    const isFirst = b === a + 1 && c === a + columns && a % columns < columns - 1;
    const isSecond = b === a + columns - 1 && c === a + columns && a % columns > 0;
    if (!isFirst && !isSecond) fits = false;
    places[t] = isFirst ? 2 * a : 2 * (a - 1) + 1;
  }
  placesOf.set(model, fits ? places : null);
  return fits ? places : null;
}

/** The time of the gusts of each wind at the start of a step: whole periods, modulo those after which they repeat, and the rest. */
export function writeGustTimes(run: Run, time: number, to: Float32Array, at: number): void {
  windsOf(run).forEach((wind, k) => {
    const tau = time / (wind.gustPeriod as number);
    const whole = Math.floor(tau);
    to[at + 4 * k] = whole % PERIODS;
    to[at + 4 * k + 1] = tau - whole;
  });
}
