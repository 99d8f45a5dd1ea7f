/** The public engine: everything that scripts, tests and other programs need, in Node, a page or a worker. */

export { energyLedger, growthPerStep, modes, stabilityLimit } from './analysis/analyze-simulation';
export type { Mode, ModesWanted } from './analysis/modes/modes';
export { type ParticleSystem, systemOf } from './analysis/ode-system';
export { type Companion, createSideBySide, type SideBySide, type Variant } from './analysis/side-by-side';
export { createLimitSearch, createLiveLimit, type LimitSearch } from './analysis/stability/live-limit';
export type { StabilityLimit } from './analysis/stability/stability-limit';
export { largestStrain } from './analysis/state/largest-strain';
export type { BlowUp } from './blow-up/blow-up-detector';
export type { Diagnosis } from './blow-up/diagnosis/diagnose';
export { type Command, changesStructure, type LoggedCommand } from './commands/apply-command';
export type { Obstacle, ObstacleDefinition } from './constraints/obstacles/obstacle';
export type { MotionDefinition } from './constraints/prescribed-motion/motions/motion';
export type { EnergyLedger } from './energy/ledger';
export { rungeKutta } from './integrators/runge-kutta';
export type { Floats, Precision } from './model/arena';
export type { EnvironmentFile, Fields, NumberField, VectorField } from './model/environment';
export { type Grid, type Model, SPRING_KINDS, type SpringKind, type State, type Vec3 } from './model/model';
export type { ParamSpec, Params, ParamTable } from './model/params';
export { diagonal, isFiniteState } from './model/state';
export {
  constraints as CONSTRAINTS,
  type Definitions,
  fields as FIELDS,
  forces as FORCES,
  integrators as INTEGRATORS,
  kernels as KERNELS,
  motions as MOTIONS,
  obstacles as OBSTACLES,
  PARAMS,
  preconditioners as PRECONDITIONERS,
} from './registry';
export { SceneError, type SceneFile } from './scenes/file/scene-file';
export { paramsOf, scenes as SCENES } from './scenes/load-scene';
export type { SceneDefinition } from './scenes/scene';
export { SCENE_GROUPS } from './scenes/scene';
export { createSimulation, type Simulation } from './simulation';
export type { Equilibrium, EquilibriumOptions } from './statics/equilibrium';
export type { Replay } from './timeline/replay';
export type { Moment, Timeline } from './timeline/rewind';
export type { Constraint, ConstraintDefinition } from './world/constraint';
export type { FieldDefinition } from './world/field';
export type { Force, ForceDefinition, ListedForce } from './world/force';
export type { Integrator, IntegratorDefinition, StepReport } from './world/integrator';
export type { World } from './world/world';
export type { Energy } from './world/world-context';
