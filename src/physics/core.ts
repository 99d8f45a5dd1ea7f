/** The engine without what stands around: enough to see a cloth move. `surroundings` adds the rest. */

export { createLimitSearch, createLiveLimit, type LimitSearch } from './analysis/live-limit';
export type { Mode, ModesWanted } from './analysis/modes';
export type { StabilityLimit } from './analysis/stability-limit';
export { largestStrain } from './analysis/strain';
export type { BlowUp } from './blow-up';
export type { Command } from './command';
export type {
  Constraint,
  ConstraintDefinition,
  Energy,
  FieldDefinition,
  Force,
  ForceDefinition,
  ForceObjectDefinition,
  Integrator,
  IntegratorDefinition,
  MotionDefinition,
  Obstacle,
  ObstacleDefinition,
  StepReport,
  World,
} from './contracts';
export type { Verdict } from './detective/investigate';
export type { EnergyLedger } from './ledger';
export type { Floats, Precision } from './memory';
export { type Grid, type Model, SPRING_KINDS, type SpringKind, type State, type Vec3 } from './model';
export type { ParamSpec, Params, ParamTable } from './params';
export type { LoggedCommand } from './recording';
export {
  constraints as CONSTRAINTS,
  fields as FIELDS,
  forceObjects as FORCE_OBJECTS,
  forces as FORCES,
  integrators as INTEGRATORS,
  kernels as KERNELS,
  motions as MOTIONS,
  obstacles as OBSTACLES,
  PARAMS,
  preconditioners as PRECONDITIONERS,
} from './registry';
export type { Replay } from './replay';
export type { Moment, Timeline } from './rewind';
export type { Fields, NumberField, SceneryFile, VectorField } from './scenery';
export { SCENE_GROUPS } from './scenes/groups';
export { paramsOf, scenes as SCENES } from './scenes/load-scene';
export type { SceneDefinition } from './scenes/scene';
export { SceneError } from './scenes/scene-error';
export type { SceneFile } from './scenes/scene-file';
export { createSimulation, type Simulation } from './simulation';
export { diagonal, isFiniteState } from './state';
export type { Equilibrium, EquilibriumOptions } from './statics/equilibrium';
