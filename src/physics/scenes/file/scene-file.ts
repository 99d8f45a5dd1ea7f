/** What reading and writing scene files have in common, and the error of an invalid one. */

import { COEFFICIENT_KEYS } from '../../model/coefficients';

/** The only version of the format so far. */
export const FORMAT = 1;

/** The material constants of a file's membrane, and the parameter that each one gives. */
export const MEMBRANE_PARAMS = {
  lambda: 'membraneLambda',
  mu: 'membraneMu',
  phi: 'membranePhi',
  psi: 'membranePsi',
  thickness: 'membraneThickness',
} as const;

/** The part of a file that a parameter follows from, so that `params` must not give it; null: none. */
export function sourceOfParam(key: string): 'the masses' | 'the springs' | 'the membrane' | null {
  if (key === 'mass') return 'the masses';
  if ((COEFFICIENT_KEYS as readonly string[]).includes(key)) return 'the springs';
  return (Object.values(MEMBRANE_PARAMS) as string[]).includes(key) ? 'the membrane' : null;
}

/** An invalid scene file. The message begins with the path of the invalid value: `springs.pairs[12][1]: …`. */
export class SceneError extends Error {
  /** Tells it from a RangeError. */
  override name = 'SceneError';

  /** @param path in the file, as in `springs.pairs[12][1]`; empty for the file as a whole */
  constructor(path: string, message: string) {
    super(`${path === '' ? 'scene file' : path}: ${message}`);
  }
}
