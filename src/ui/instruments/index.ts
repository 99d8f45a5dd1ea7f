import type { Frame } from '../../runtime/protocol';
import type { Lab } from '../lab';

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
    id: 'phase-plot',
    label: 'Phase plot',
    help: 'Velocity over position of one particle: its way through phase space.',
    load: async () => (await import('./phase-plot')).createPhasePlot,
  },
  {
    id: 'scorecard',
    label: 'Scorecard',
    help: 'What each method does with free fall, with a spring and with drag, measured on the spot.',
    load: async () => (await import('./scorecard')).createScorecard,
  },
  {
    id: 'matrices',
    label: 'Matrices',
    help: 'M, K, P and the implicit step of a small scene, as numbers.',
    load: async () => (await import('./matrices')).createMatrices,
  },
  {
    id: 'test-bench',
    label: 'Test bench',
    help: 'Pulls and shears a patch of the present springs and membrane: force over stretch.',
    load: async () => (await import('./test-bench')).createTestBench,
  },
];
