/** The public engine: everything that scripts, tests and other people's code need, in Node, a page or a worker. */
import { accelerate } from './acceleration';
import { outfit } from './surroundings';

export * from './core';
export { energyLedger, growthPerStep, modes, stabilityLimit } from './laboratory';
export { type Companion, createSideBySide, type SideBySide, type Variant } from './side-by-side';
export { type ParticleSystem, systemOf } from './system';

outfit();
accelerate();
