/** The flexural rigidity of a real cloth, from a strip of it that hangs over the edge of a table. */
import type { Model } from '../../model/model';
import type { Params } from '../../model/params';
import { cornerAreas } from '../../model/surface-mesh';
import { elasticaCurve, loadAtChord, loadAtChordAngle, loadAtDroop } from './elastica';

/** What one measures at the strip. */
export interface StripReading {
  /** m; of the whole strip. */
  length: number;
  /** m; of the whole strip. */
  breadth: number;
  /** kg; of the whole strip. */
  weight: number;
  /** m; length of the part beyond the edge, along the cloth. */
  overhang: number;
  /**
   * What tells how far it bends: the angle of the chord from the edge to the tip below level, rad; the length of this chord, m; or
   * how far the tip is below the edge, m.
   */
  kind: 'angle' | 'chord' | 'droop';
  value: number;
}

/** Largest errors of the readings: m of a ruler, rad of an angle, kg of the scale. */
export interface ReadingErrors {
  ruler: number;
  angle: number;
  scale: number;
}

/** m/s²: of the place where one measures. */
const GRAVITY = 9.81;
const NAMES: Record<Exclude<keyof StripReading, 'kind'>, string> = {
  length: 'the length',
  breadth: 'the breadth',
  weight: 'the weight',
  overhang: 'the overhang',
  value: 'the last reading',
};
/** m, or rad: of the reading that tells how far the strip bends. */
const LOAD_OF = {
  angle: ({ value }: StripReading) => loadAtChordAngle(value),
  chord: ({ value, overhang }: StripReading) => loadAtChord(value / overhang),
  droop: ({ value, overhang }: StripReading) => loadAtDroop(value / overhang),
};

/**
 * D = w g L³/Γ, with Γ of the elastica that bends as far, and its error: the root of the sum of the squares of what each reading's own
 * error changes.
 * @throws RangeError for a reading that is not a positive number, or that no strip can give
 */
export function ownCloth(reading: StripReading, errors: ReadingErrors) {
  for (const [key, name] of Object.entries(NAMES)) {
    const value = reading[key as keyof typeof NAMES];
    if (!(Number.isFinite(value) && value > 0)) throw new RangeError(`${name} must be a positive number, got ${value}`);
  }
  if (!Object.hasOwn(LOAD_OF, reading.kind)) throw new RangeError(`there is no reading "${reading.kind}"`);
  if (reading.overhang > reading.length) throw new RangeError('the overhang must not be longer than the strip');
  for (const [key, value] of Object.entries(errors)) {
    if (!(value >= 0 && Number.isFinite(value))) throw new RangeError(`the error of the ${key} must not be negative`);
  }
  const load = loadOf(reading);
  const rigidity = rigidityOf(reading, load);
  if (!Number.isFinite(rigidity)) throw new RangeError(impossible(reading));
  const errorOf = { length: errors.ruler, breadth: errors.ruler, overhang: errors.ruler, weight: errors.scale };
  const all = { ...errorOf, value: reading.kind === 'angle' ? errors.angle : errors.ruler };
  let squares = 0;
  for (const [key, error] of Object.entries(all) as [keyof typeof all, number][]) {
    const bends = key === 'value' || (key === 'overhang' && reading.kind !== 'angle');
    const at = (sign: number) => {
      const other = { ...reading, [key]: reading[key] + sign * error };
      return rigidityOf(other, bends ? loadOf(other) : load);
    };
    // Where one side is beyond what a strip can give, the other one tells.
    const changes = [at(1) - rigidity, at(-1) - rigidity].filter(Number.isFinite).map(Math.abs);
    const change = changes.length > 0 ? Math.max(...changes) : Number.POSITIVE_INFINITY;
    squares += change * change;
  }
  return {
    /** kg/m². */
    density: densityOf(reading),
    /** D, N·m. */
    rigidity,
    /** N·m: the error of D that the errors of the readings cause. */
    error: Math.sqrt(squares),
    /** Γ = w g L³/D of the overhang. */
    load,
  };
}

function densityOf({ weight, length, breadth }: StripReading): number {
  return weight / (length * breadth);
}

function loadOf(reading: StripReading): number {
  return LOAD_OF[reading.kind](reading);
}

function rigidityOf(reading: StripReading, load: number): number {
  return (densityOf(reading) * GRAVITY * reading.overhang ** 3) / load;
}

function impossible({ kind, value, overhang }: StripReading): string {
  if (kind === 'chord') {
    return value < overhang
      ? `a chord of ${(value / overhang).toFixed(3)} of the overhang is shorter than that of any strip, at least 0.938`
      : 'the chord must be shorter than the overhang';
  }
  return kind === 'droop'
    ? 'the tip must be less far below the edge than the overhang is long, by at least 3 %'
    : 'the angle must be between 0 and 88°';
}

/**
 * A measured cloth for the page: with the curve of the strip, places from the edge at (0, 0) to the tip over the overhang, and parameters
 * that give the surface of the scene the rigidity of the cloth and its mass by area; null if there is no surface.
 * @param params of the present scene
 */
export function ownClothFor(model: Model, params: Params, cloth: ReturnType<typeof ownCloth>) {
  const { surface, membrane, particleCount } = model;
  const result = { ...cloth, curve: elasticaCurve(cloth.load), params: null };
  if (!membrane) return result;
  const triangles = surface.length > 0 ? surface : membrane.triangles;
  const area = cornerAreas(triangles, membrane.rest, particleCount).reduce((sum, each) => sum + each, 0);
  let total = 0;
  for (const mass of model.masses) total += mass;
  const mass = params.mass * ((cloth.density * area) / total);
  return { ...result, params: { bending: cloth.rigidity, bend: 0, mass } };
}
