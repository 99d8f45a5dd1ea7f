/** The public engine: everything that scripts, tests and other programs need, in Node, a page or a worker. */

export { energyLedger, growthPerStep, modes, stabilityLimit } from './analysis/analyze-simulation';
export { type ChainSetup, deliveredStiffness } from './analysis/methods/delivered-stiffness';
export type { Mode, ModesWanted } from './analysis/modes/modes';
export { type ParticleSystem, systemOf } from './analysis/ode-system';
export { type Companion, createSideBySide, type SideBySide, type Variant } from './analysis/side-by-side';
export { createLimitSearch, createLiveLimit, type LimitSearch } from './analysis/stability/live-limit';
export type { StabilityLimit } from './analysis/stability/longest-step';
export type { ColumnHead, Selection } from './analysis/state/columns';
export { exactMotion } from './analysis/state/exact-motion';
export { type ExactMotion, exactAt, OBSERVABLES, type Observable, type Observed } from './analysis/state/observables';
export { largestStrain } from './analysis/state/springs';
export type { BlowUp } from './blow-up/blow-up-detector';
export type { Cause, Trial } from './blow-up/diagnosis/candidate-causes';
export type { Diagnosis } from './blow-up/diagnosis/diagnose';
export { type Command, changesStructure, type LoggedCommand } from './commands/apply-command';
export { MOTIONS, type MotionDefinition } from './constraints/motions';
export type {
  Obstacle,
  ObstacleDefinition,
  Outline,
  Pose,
  SharpFeatures,
  SurfaceMotion,
  TriangleMesh,
} from './constraints/obstacles/obstacle';
export type { Experiment, Ramp, Sweep, TimedCommand } from './experiment/experiment-file';
export type { ExperimentRun, PlannedRun, SweptValues } from './experiment/make-run';
export { type ExperimentPlan, type OpenExperiment, openExperiment, runExperiment } from './experiment/open-experiment';
export { type RunText, tableText } from './experiment/table-text';
export { type FieldDefinition, fields as FIELDS } from './fields';
export { rungeKutta, type Tableau } from './integrators/runge-kutta';
export type { NetBending } from './kernels/curvature-rows';
export type { ContactRows, Kernel, KernelDefinition, KernelId, Places } from './kernels/kernel';
export type { Arena, Floats, Mark, Precision } from './model/arena';
export type {
  BodyInFile,
  ChoiceField,
  Environment,
  EnvironmentFile,
  EnvironmentItem,
  FieldOptions,
  Fields,
  ForceInFile,
  MeshInFile,
  MeshItem,
  MotionInFile,
  NumberField,
  NumbersField,
  PlaneInFile,
  SphereInFile,
  Surface,
  ValuesOf,
  VectorField,
} from './model/environment';
export {
  type Control,
  type Grid,
  type Hand,
  type Membrane,
  type Model,
  type PresentGrab,
  SPRING_KINDS,
  type SpringKind,
  type State,
  type Vec3,
} from './model/model';
export type { ParamSpec, ParamTable } from './model/param-spec';
export type { Params } from './model/params';
export { diagonal, isFiniteState } from './model/state';
export {
  constraints as CONSTRAINTS,
  type Definitions,
  forces as FORCES,
  integrators as INTEGRATORS,
  kernels as KERNELS,
  obstacles as OBSTACLES,
  PARAMS,
  preconditioners as PRECONDITIONERS,
} from './registry';
export type { EnergyLedger } from './run/ledger';
export type { HistoryEntry, PlainCommand } from './run/recording';
export type { Setup } from './run/setup';
export type { Particle } from './run/snapshot';
export type { MembraneInFile, ParticlesInFile, SceneFile, SpringsInFile } from './scenes/file/check-scene-file';
export { readClothsim } from './scenes/file/clothsim-file';
export { SceneError } from './scenes/file/scene-file';
export { paramsOf, scenes as SCENES } from './scenes/load-scene';
export type { MaterialCard, PresentMaterial } from './scenes/materials/cards';
export { MATERIALS, type Material } from './scenes/materials/sources';
export { type ReadBody, readObjBody } from './scenes/mesh/body';
export type { MeshOptions, MeshPiece, MeshReport, MeshUnit, Omission } from './scenes/mesh/mesh-report';
export { type ReadMesh, readObj } from './scenes/mesh/obj-file';
export {
  type MembraneData,
  type PushArea,
  SCENE_GROUPS,
  type SceneData,
  type SceneDefinition,
  type SceneGroup,
  type SceneMaterial,
} from './scenes/scene';
export { createSimulation, type Simulation } from './simulation';
export type { Equilibrium, EquilibriumOptions, SearchProgress } from './statics/equilibrium/equilibrium';
export type { Settling } from './statics/equilibrium/settle-search';
export type { Moment, Replay, Timeline } from './timeline/rewind';
export type { NextChanges } from './timeline/undo';
export type {
  Account,
  Constraint,
  ConstraintDefinition,
  Impacts,
  JointFilter,
  LayerReport,
  SweptContacts,
} from './world/constraint';
export type {
  ContactDerivatives,
  CurvatureDerivatives,
  Derivatives,
  Force,
  ForceDefinition,
  ListedForce,
  NetworkDerivatives,
  SquaredRows,
} from './world/force';
export type { ButcherTableau, FirstStage, Integrator, IntegratorDefinition, StepReport } from './world/integrator';
export type { EquationsOfMotion, Preconditioner, PreconditionerDefinition, SolveReport, World } from './world/world';
export type { Energy, WorldContext, WorldSettings } from './world/world-context';
