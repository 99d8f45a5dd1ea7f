import type { InstrumentEntry } from './instrument';

/** The registry of instruments. A new instrument is a folder and an entry here. */
export const INSTRUMENTS: readonly InstrumentEntry[] = [
  {
    id: 'stability-region',
    label: 'Stability region',
    help: 'The stability region of the method and the modes of this scene in it, live.',
    load: async () => (await import('./stability-region/stability-region')).createStabilityRegion,
  },
  {
    id: 'modes',
    label: 'Modes',
    help: 'The slowest and the fastest vibration modes of the scene, animated in the view; a run can start from one.',
    load: async () => (await import('./modes/modes')).createModes,
  },
  {
    id: 'energy-ledger',
    label: 'Energy ledger',
    help: 'Where the energy goes: motion, springs, gravity, the grab, heat, and what the method itself adds or removes.',
    load: async () => (await import('./energy-ledger/energy-ledger')).createEnergyLedger,
  },
  {
    id: 'side-by-side',
    label: 'Side by side',
    help: 'The same scene with other methods or parameters, stepped together with the main run under the same input.',
    load: async () => (await import('./side-by-side/side-by-side')).createSideBySide,
  },
  {
    id: 'rewind',
    label: 'Rewind',
    help: 'The recorded run on a timeline: go back to any step and replay from there.',
    load: async () => (await import('./rewind/rewind')).createRewind,
  },
  {
    id: 'diagnosis',
    label: 'Diagnosis',
    help: 'After a blow-up: the step, spring and mode where it began, the cause, and tested remedies.',
    load: async () => (await import('./diagnosis/diagnosis')).createDiagnosis,
  },
  {
    id: 'convergence',
    label: 'Convergence',
    help: 'Error over step size, and over computing time, for every method on the current scene.',
    load: async () => (await import('./convergence/convergence')).createConvergence,
  },
  {
    id: 'league',
    label: 'League of solvers',
    help: 'Error over computing time for chosen methods on the current scene, at several steps and iterations.',
    load: async () => (await import('./league/league')).createLeague,
  },
  {
    id: 'experiment',
    label: 'Experiment',
    help: 'Runs of a scene with varied parameters, from a file or the current scene, as one table with the hash of each run.',
    load: async () => (await import('./experiment/experiment')).createExperiment,
  },
  {
    id: 'export',
    label: 'Export',
    help: 'A film of the recording, and the present state as a picture, a mesh or a table for other programs.',
    load: async () => (await import('./export/export')).createExport,
  },
  {
    id: 'k-dt-map',
    label: 'k–dt map',
    help: 'For which stiffness and step the current method is stable, jitters or blows up.',
    load: async () => (await import('./k-dt-map/k-dt-map')).createKDtMap,
  },
  {
    id: 'cg-x-ray',
    label: 'CG X-ray',
    help: 'The linear solve of an implicit step: residuals, spectrum, sparsity pattern, error.',
    load: async () => (await import('./cg-x-ray/cg-x-ray')).createCgXRay,
  },
  {
    id: 'inspector',
    label: 'Inspector',
    help: 'One particle: its forces by source, its mass, velocity and pin.',
    load: async () => (await import('./inspector/inspector')).createInspector,
  },
  {
    id: 'plots',
    label: 'Plots',
    help: 'Any two quantities over time, with zoom and CSV export.',
    load: async () => (await import('./plots/plots')).createPlots,
  },
  {
    id: 'phase-plot',
    label: 'Phase plot',
    help: 'Velocity over position of one particle: its trajectory in phase space.',
    load: async () => (await import('./phase-plot/phase-plot')).createPhasePlot,
  },
  {
    id: 'scorecard',
    label: 'Scorecard',
    help: 'How each method treats free fall, a spring and drag, measured now.',
    load: async () => (await import('./scorecard/scorecard')).createScorecard,
  },
  {
    id: 'matrices',
    label: 'Matrices',
    help: 'M, K, P and the implicit step of a small scene, as numbers.',
    load: async () => (await import('./matrices/matrices')).createMatrices,
  },
  {
    id: 'test-bench',
    label: 'Test bench',
    help: 'Pulls and shears a patch of the current springs and membrane: force over stretch.',
    load: async () => (await import('./test-bench/test-bench')).createTestBench,
  },
  {
    id: 'validation',
    label: 'Validation',
    help: 'Standard tests of cloth whose results are known: figure, reference, deviation and verdict, measured now.',
    load: async () => (await import('./validation/validation')).createValidation,
  },
  {
    id: 'own-cloth',
    label: 'Measure your own cloth',
    help: 'Hang a strip of fabric over the edge of a table, type what you read, and give the cloth its bending and mass.',
    load: async () => (await import('./own-cloth/own-cloth')).createOwnCloth,
  },
  {
    id: 'write-your-own',
    label: 'Write your own',
    help: 'An editor for a method or a force of your own: it runs in a sandbox, and is graded by the laws; with exercises.',
    wide: true,
    load: async () => (await import('./write-your-own/write-your-own')).createWriteYourOwn,
  },
];
