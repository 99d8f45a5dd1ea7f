import type { findEquilibrium } from './statics/equilibrium';

/** What commands need that comes with `surroundings`. */
export const solvers: { findEquilibrium: typeof findEquilibrium | null } = { findEquilibrium: null };
