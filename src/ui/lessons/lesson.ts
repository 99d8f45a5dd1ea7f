/** Types of a lesson: its content, which is plain data except for functions that read a frame, and its parts on the page. */

import { t } from '../../language/translate';
import type { Command, Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { formatNumber } from '../controls/number-format';
import { vectorAt } from '../lab/extent';
import { lackOf, WITHOUT_LIMIT } from '../lab/limit';

/** What is taught about a scene. */
export interface Lesson {
  sources: readonly Source[];
  parts: readonly Part[];
}

export interface Source {
  author: string;
  title: string;
  /** BCP 47, of the title; absent: English. */
  lang?: string;
  /** Its public address; absent: none is known. */
  href?: string;
}

/** A string is a paragraph; equations in it stand between dollar signs. `$$…$$` is an equation on lines of its own. */
export type Part =
  | string
  /** Begins a section. */
  | { title: string }
  | { code: string }
  | { remark: string }
  | { experiments: readonly Experiment[] }
  /** Experiments in a fixed order. */
  | { guidedRun: readonly Step[] }
  | { live: readonly LiveValue[] }
  | { number: NumberQuiz }
  | { choice: ChoiceQuiz }
  | { blanks: BlanksQuiz }
  /** A question to think about; the reader opens the answer. */
  | { question: string; answer: readonly string[] }
  | { instrument: 'spring' | 'limit' };

/** A button that sends commands. */
export interface Experiment {
  label: string;
  /** What it does, or what to watch. */
  description: string;
  commands: readonly LessonCommand[];
}

/** A step of a guided run. */
export interface Step extends Experiment {
  /** What happened; shown after the button has been pressed. */
  outcome: string;
}

export type LessonCommand =
  | Command
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'steps'; count: number }
  /** Restores the scene's own parameters and integrator. */
  | { type: 'restore' }
  /** Colours the particles by a field of the catalog; null: no colours. */
  | { type: 'color'; field: string | null }
  /** Sets a value of every item in an environment list that has it; `path` as in a scene file. */
  | {
      type: 'edit';
      list: 'planes' | 'spheres' | 'bodies' | 'forces' | 'motion';
      path: readonly string[];
      value: number;
    }
  /** Adds a wind; if there is wind, removes it. */
  | { type: 'wind' }
  /** Adds random velocities in the x-y plane, at most `speed` m/s along each axis; the same ones each time. */
  | { type: 'noise'; speed: number };

/** A value that is read from each frame. */
export interface LiveValue {
  /** May hold equations. */
  label: string;
  /** With its unit. */
  value(frame: Frame): string;
}

/** The answer is computed from the current state; running the simulation then confirms it. */
export interface NumberQuiz {
  question: string;
  unit: string;
  /** Sets up the simulation. */
  prepare: readonly LessonCommand[];
  /** Numbers in the question, read after `prepare`. */
  given: readonly LiveValue[];
  answer(frame: Frame): number;
  /** In the same unit: an error up to this is accepted. */
  tolerance: number;
  /** Runs the simulation to the result. */
  run: readonly LessonCommand[];
  /** The result of the run. */
  measure(frame: Frame): number;
  /** For a wrong answer: a sentence that does not give the solution. */
  hint: string;
  explanation: string;
}

export interface ChoiceQuiz {
  question: string;
  /** May hold equations; the first is right. The page shows them in another order. The explanation of a wrong one is a hint. */
  options: readonly { text: string; explanation: string }[];
}

export interface BlanksQuiz {
  question: string;
  /** Lines of code; `{0}` stands for the first blank. */
  code: readonly string[];
  /** Options of each blank; the first is right. The page shows them in another order. */
  blanks: readonly (readonly string[])[];
  /** For a wrong answer: a sentence that does not give the solution. */
  hint: string;
  explanation: string;
}

/** A part of a lesson on the page. */
export interface Widget {
  node: HTMLElement;
  /** Called a few times a second. */
  update?(frame: Frame): void;
  /** Called with every frame. */
  updateEachFrame?(frame: Frame): void;
  /** Called when the lesson is closed or replaced. */
  dispose?(): void;
}

/** Widgets in one node. */
export const composed = (node: HTMLElement, widgets: readonly Widget[]): Widget => ({
  node,
  update(frame) {
    for (const widget of widgets) widget.update?.(frame);
  },
  updateEachFrame(frame) {
    for (const widget of widgets) widget.updateEachFrame?.(frame);
  },
  dispose() {
    for (const widget of widgets) widget.dispose?.();
  },
});

type Commands = readonly (LessonCommand | readonly LessonCommand[])[];

export const experiment = (label: string, description: string, ...commands: Commands): Experiment => ({
  label,
  description,
  commands: commands.flat(),
});

/** An experiment that plays at its end. */
export const playing = (label: string, description: string, ...commands: Commands): Experiment =>
  experiment(label, description, ...commands, PLAY);

/** An experiment that plays from the start. */
export const fromStart = (label: string, description: string, ...commands: Commands): Experiment =>
  experiment(label, description, ...commands, FROM_START);

export const experiments = (...list: readonly Experiment[]): Part => ({ experiments: list });

export const guidedRun = (...steps: readonly Step[]): Part => ({ guidedRun: steps });

export const step = (label: string, description: string, outcome: string, ...commands: Commands): Step => ({
  ...experiment(label, description, ...commands),
  outcome,
});

export const set = (values: Readonly<Record<string, number>>): readonly LessonCommand[] =>
  Object.entries(values).map(([key, value]) => ({ type: 'set', key, value }));

export const method = (id: string): LessonCommand => ({ type: 'integrator', id });

type Edit = Extract<LessonCommand, { type: 'edit' }>;
/** @param path as in a scene file */
export const edit = (list: Edit['list'], value: number, ...path: string[]): Edit => ({
  type: 'edit',
  list,
  path,
  value,
});

export const PLAY: LessonCommand = { type: 'play' };
export const FROM_START: readonly LessonCommand[] = [{ type: 'reset' }, PLAY];
/** From the start with a method, and parameters where they are given. */
export const runBy = (id: string, values: Readonly<Record<string, number>> = {}): readonly LessonCommand[] => [
  ...set(values),
  method(id),
  ...FROM_START,
];

export const RESTART = fromStart('Restart', 'From the start, with the current parameters.');
export const RESTORE = fromStart('Restore the parameters', 'From the start, with the scene’s own parameters.', {
  type: 'restore',
});

/** Unlike RESTORE, this also restores obstacles, forces and motions. */
export const reload = (scene: string) =>
  playing('Reload the scene', 'Everything as it was at first.', { type: 'scene', scene });

/** The scene made of a material, from the start. */
export const madeOf = (id: string, label: string, description: string) =>
  fromStart(label, description, { type: 'material', id });

export const WIND = playing('Wind', 'Turns wind on or off.', { type: 'wind' });

// Values that lessons read from a frame, and how they are written.

/** `−12.3 N` */
export function withUnit(value: number, unit: string): string {
  return `${formatNumber(value)} ${unit}`.replace(/^-/, '−').trimEnd();
}

/** `(0.1, −2.3, 0) N` */
export function vectorWithUnit(vector: Readonly<Vec3>, unit: string): string {
  const size = Math.hypot(...vector);
  // Rounding errors of a component that is 0 are not shown.
  const parts = vector.map((x) => (Math.abs(x) < 1e-4 * size ? 0 : Number(x.toPrecision(3))));
  return `(${parts.map((x) => String(x).replace('-', '−')).join(', ')}) ${unit}`.trimEnd();
}

/** m. */
export const positionOf = ({ positions }: Frame, particle: number): Vec3 => vectorAt(positions, particle);

/** m/s. */
export const velocityOf = ({ velocities }: Frame, particle: number): Vec3 => vectorAt(velocities, particle);

/** Largest speed of any particle, m/s. */
function largestSpeed(frame: Frame): number {
  let largest = 0;
  for (let i = 0; i < frame.structure.particleCount; i++) {
    largest = Math.max(largest, Math.hypot(...velocityOf(frame, i)));
  }
  return largest;
}

/** kg·m/s. */
function totalMomentum(frame: Frame): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (let i = 0; i < frame.structure.particleCount; i++) {
    const mass = frame.structure.masses[i];
    const v = velocityOf(frame, i);
    for (let axis = 0; axis < 3; axis++) sum[axis] += mass * v[axis];
  }
  return sum;
}

/** From the same estimate as the meter in the status bar. */
export const hOmega: LiveValue = {
  label: '$h\\omega$ of the fastest mode, and its limit',
  value({ status: { params, stability } }) {
    const { dt, omegaMax, isBound, sought } = stability;
    const lack = lackOf(stability);
    if (sought && lack !== 'none') return '…';
    if (omegaMax === 0) return 'nothing oscillates';
    const present = (params.dt * omegaMax).toFixed(2);
    if (lack) return `${present}, ${t(WITHOUT_LIMIT[lack])}`;
    return `${present}, ${isBound ? '≥ ' : ''}${(dt * omegaMax).toFixed(2)}`;
  },
};

export const speed: LiveValue = {
  label: 'speed of the fastest particle',
  value: (frame) => withUnit(Number(largestSpeed(frame).toPrecision(3)), 'm/s'),
};

export const momentum: LiveValue = {
  label: 'momentum $\\sum m\\mathbf v$',
  value: (frame) => vectorWithUnit(totalMomentum(frame), 'kg·m/s'),
};

export const energy: LiveValue = { label: 'total energy', value: ({ status }) => withUnit(status.energy.total, 'J') };

export const strain: LiveValue = {
  label: 'largest strain $|l/L_0 - 1|$',
  value: ({ status }) => `${(100 * status.strain).toFixed(1)} %`,
};

export function position(particle: number): LiveValue {
  return {
    label: t`position of particle ${particle}`,
    value: (frame) => vectorWithUnit(positionOf(frame, particle), 'm'),
  };
}
