/** The public engine: everything that scripts, tests and other people's code need, in Node, a page or a worker. */
export { createSafeStep, type SafeStep } from './analysis/safe-step';
export { largestStrain } from './analysis/strain';
export type { BlowUp } from './blow-up';
export type { Command } from './command';
export type {
  Energy,
  Force,
  ForceDefinition,
  Integrator,
  IntegratorDefinition,
  StepReport,
  World,
} from './contracts';
export type { Floats, Precision } from './memory';
export { type Grid, type Model, SPRING_KINDS, type SpringKind, type State, type Vec3 } from './model';
export type { ParamSpec, Params, ParamTable } from './params';
export { forces as FORCES, integrators as INTEGRATORS, PARAMS } from './registry';
export type { Replay } from './replay';
export { paramsOf, scenes as SCENES } from './scenes/load-scene';
export type { SceneDefinition } from './scenes/scene';
export { SceneError, type SceneFile } from './scenes/scene-file';
export { createSimulation, type Simulation } from './simulation';
export { isFiniteState } from './state';
