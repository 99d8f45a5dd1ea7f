/** Types of a chapter of the course: plain data, except for functions that read a run or ask the engine. And the spring of the course. */
import type { Status } from '../../../runtime/frame/frame';
import type { Lab } from '../../lab/lab';
import type { LessonCommand } from '../lesson';

/** Texts may hold equations between dollar signs. */
export interface Chapter {
  title: string;
  /** One thought. */
  thought: string;
  prediction: NumberQuestion;
  experiment: Goal;
  /** Two methods that a button compares on the first cloth; ids. */
  duel?: { main: string; against: string };
  /** Revealed line by line: `$$…$$`, and then why it follows, or what is there to see. */
  derivation: readonly (string | Solved)[];
  /** Ids of the instruments that show it on the scene in view. */
  instruments?: readonly string[];
  /** What stands with the derivation: one or two methods in the complex plane. */
  plane?: 'explicit' | 'explicit and implicit';
  /** True: the linear system of a small chain stands with the derivation. */
  system?: true;
  /** The formulas of the derivation, which the page compares with the engine. */
  formulas: readonly Formula[];
  exercise: NumberQuestion;
  takeHome: string;
  read: readonly { label: string; href: string }[];
}

export interface NumberQuestion {
  question: string;
  /** Empty for a ratio. */
  unit: string;
  /** Computed by the engine, in this unit. */
  answer(ask: Lab['ask']): Promise<number>;
  /** Accepted error, relative. */
  within: number;
  /** For a wrong answer to an exercise: a sentence without the solution. */
  hint?: string;
  /** Why it is so. */
  because: string;
}

/** An experiment on the live scene. The page watches the run; how the user gets there is left to them. */
export interface Goal {
  /** What to do. */
  task: string;
  /** Loads the scene that it starts from. */
  setUp: readonly LessonCommand[];
  /** True while the run is set as the task says. */
  holds(now: Status): boolean;
  /** True once the state is reached. @param start when the run had these settings first, and nothing was held */
  reached(now: Status, start: Status): boolean;
  /** True if the particle may be held. */
  byHand?: true;
  success: string;
}

/** A line that holds what the prediction, the experiment or the exercise asks for: a worksheet without answers leaves room for it. */
interface Solved {
  solves: string;
}

/** The lines of a derivation, each with its formula. */
export const linesOf = ({ derivation }: Chapter): { tex: string; says: string; isAnswer: boolean }[] =>
  derivation.flatMap((line, i) => {
    if (i % 2 === 0) return [];
    const tex = String(derivation[i - 1]).slice(2, -2);
    return typeof line === 'string' ? { tex, says: line, isAnswer: false } : { tex, says: line.solves, isAnswer: true };
  });

/** A growth factor per step, or the longest stable hω (Infinity: no limit), of a method on the test spring. */
export interface Formula {
  tex: string;
  /** Id. */
  method: string;
  kind: 'growth' | 'limit';
  value(hOmega: number, zeta: number): number;
  /** Where the page compares it. */
  at: { hOmega: number; zeta: number };
}

/** The letters of the course: TeX, and the meaning with its unit. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  h: 'time step dt, s',
  n: 'number of the step',
  'x,\\ v': 'position, m, and velocity, m/s',
  m: 'mass, kg',
  k: 'stiffness of a spring, N/m',
  c: 'spring damping, N·s/m',
  '\\omega': '$\\sqrt{k/m}$, angular frequency, rad/s',
  '\\zeta': '$c/(2\\sqrt{km})$, damping ratio',
  '\\lambda': 'eigenvalue of the motion, 1/s',
  z: '$x + i\\,v/\\omega$, the state as a complex number, m',
  f: 'force, N',
  M: 'masses, as a matrix',
  'K,\\ D':
    '$\\partial f/\\partial x$ and $\\partial f/\\partial v$: the matrices of many springs; of one they are $-k$ and $-c$',
};

// The spring of the course: the scene of the damped oscillator. Its mass is particle 1.

/** k in N/m, m in kg, ω in rad/s, and the first extension in m. */
export const SPRING = { k: 20, m: 0.5, omega: Math.sqrt(20 / 0.5), x: 0.3 };

/** Loads it with a method and parameters, in double precision, at rest until the user starts it. */
export const springScene = (integrator: string, params: Record<string, number>): readonly LessonCommand[] => [
  { type: 'pause' },
  { type: 'scene', scene: 'damped-oscillator', integrator, params, precision: 'double' },
];

/** True for a scene that came with the program. */
export const isScene = ({ builtIn, scene }: Status, id: string): boolean => builtIn && scene === id;

type Given = Readonly<Record<string, number>>;

const hasParams = ({ params }: Status, given: Given): boolean =>
  Object.entries(given).every(([key, value]) => (params as Given)[key] === value);

/** True for the scene with its own stiffness and mass, and no other forces. */
export const isSpring = (now: Status): boolean =>
  isScene(now, 'damped-oscillator') &&
  hasParams(now, { stiffness: SPRING.k, mass: SPRING.m, gravity: 0, decay: 0 }) &&
  now.push.every((force) => force === 0);

/** True if it also has no drag and these parameters, and one of the methods runs it. */
export const isSpringBy = (now: Status, methods: readonly string[], given: Given): boolean =>
  isSpring(now) && methods.includes(now.integrator) && hasParams(now, { drag: 0, ...given });

/** A scene at its start, with particle 1. */
export const startOf = (ask: Lab['ask'], scene: string, integrator: string, params: Record<string, number>) =>
  ask('sceneRun', { setup: { scene, integrator, params }, steps: 0, particle: 1 });

/** What a method makes of the test spring: its growth factor, and its longest stable hω. */
export const testSpring = (ask: Lab['ask'], integrator: string, hOmega: number, zeta = 0) =>
  ask('springRun', { integrator, hOmega, zeta, steps: 0 });
