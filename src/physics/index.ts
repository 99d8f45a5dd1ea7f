/** The public engine: everything that scripts, tests and other people's code need, in Node, a page or a worker. */
import { accelerate } from './acceleration';
import { outfit } from './surroundings';

export { type ParticleSystem, systemOf } from './analysis/ode-system';
export { type Companion, createSideBySide, type SideBySide, type Variant } from './analysis/side-by-side';
export * from './core';
export { energyLedger, growthPerStep, modes, stabilityLimit } from './laboratory';

outfit();
accelerate();
