import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';

/** Something to look at the run with; it costs nothing while it is closed. */
export interface Instrument {
  readonly node: HTMLElement;
  /** Called a few times a second. */
  update?(frame: Frame): void;
  /** Called with every frame. */
  follow?(frame: Frame): void;
  dispose?(): void;
}

export interface InstrumentEntry {
  id: string;
  label: string;
  /** One sentence: what it shows. */
  help: string;
  /** Its code is loaded when it is first opened. */
  load(): Promise<(lab: Lab) => Instrument>;
}

/** What can be opened from the panel. A new instrument is a file and an entry here. */
export const INSTRUMENTS: readonly InstrumentEntry[] = [
  {
    id: 'stability-region',
    label: 'Stability region',
    help: 'The steps that the method holds, with this cloth’s modes, live.',
    load: async () => (await import('./stability-region/stability-region')).createStabilityRegion,
  },
  {
    id: 'modes',
    label: 'Modes',
    help: 'The slowest and the fastest ways in which the cloth swings: played in the picture, and started from.',
    load: async () => (await import('./modes/modes')).createModes,
  },
  {
    id: 'energy-ledger',
    label: 'Energy ledger',
    help: 'Where the energy goes: motion, springs, weight, the hand, heat, and what the method itself makes or loses.',
    load: async () => (await import('./energy-ledger/energy-ledger')).createEnergyLedger,
  },
  {
    id: 'side-by-side',
    label: 'Side by side',
    help: 'The same scene under other methods or numbers, with the same hand, in step.',
    load: async () => (await import('./side-by-side/side-by-side')).createSideBySide,
  },
  {
    id: 'rewind',
    label: 'Rewind',
    help: 'The last minutes on a time line: go back, and play again from there.',
    load: async () => (await import('./rewind/rewind')).createRewind,
  },
  {
    id: 'detective',
    label: 'Detective',
    help: 'After a blow-up: the step, spring and mode that it began with, why, and what helps.',
    load: async () => (await import('./diagnosis/diagnosis')).createDiagnosis,
  },
  {
    id: 'convergence',
    label: 'Convergence',
    help: 'Error against step for every method on the present scene, and against the time it takes.',
    load: async () => (await import('./convergence/convergence')).createConvergence,
  },
  {
    id: 'k-dt-map',
    label: 'k–dt map',
    help: 'Which stiffness and step hold, jitter or explode under the present method.',
    load: async () => (await import('./k-dt-map/k-dt-map')).createStabilityMap,
  },
  {
    id: 'cg-x-ray',
    label: 'CG X-ray',
    help: 'What the solver of an implicit step does: residuals, spectrum, pattern, error.',
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
    help: 'Any two quantities over time, to zoom and to take away as a table.',
    load: async () => (await import('./plots/plots')).createPlots,
  },
  {
    id: 'phase-plot',
    label: 'Phase plot',
    help: 'Velocity over position of one particle: its way through phase space.',
    load: async () => (await import('./phase-plot/phase-plot')).createPhasePlot,
  },
  {
    id: 'scorecard',
    label: 'Scorecard',
    help: 'What each method does with free fall, with a spring and with drag, measured on the spot.',
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
    help: 'Pulls and shears a patch of the present springs and membrane: force over stretch.',
    load: async () => (await import('./test-bench/test-bench')).createTestBench,
  },
];
