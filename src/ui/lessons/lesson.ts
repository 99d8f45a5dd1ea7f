import type { Command } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';

/** What is taught about a scene: plain data, but for the functions that read values off a frame. */
export interface Lesson {
  /** Author and title. */
  source: string;
  sections: readonly Section[];
}

export interface Section {
  title: string;
  parts: readonly Part[];
}

/** A string is a paragraph; equations in it stand between dollar signs. */
export type Part =
  | string
  /** TeX, on lines of its own. */
  | { equation: string }
  | { code: string }
  /** Where a text is wrong, what is right. */
  | { erratum: string }
  | { tries: readonly Try[] }
  /** Tries that follow one another. */
  | { guide: readonly Step[] }
  | { live: readonly Reading[] }
  | { number: NumberQuiz }
  | { choice: ChoiceQuiz }
  | { blanks: BlanksQuiz }
  /** A question to think about, and its answer, which is opened. */
  | { question: string; answer: readonly string[] }
  | { instrument: 'spring' | 'limit' };

/** A button that does what it says. */
export interface Try {
  label: string;
  /** What there is to be seen. */
  says: string;
  does: readonly Deed[];
}

export interface Step extends Try {
  /** What happened, to be read afterwards. */
  outcome: string;
}

export type Deed =
  | Command
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'steps'; count: number }
  /** All parameters and the method back to the scene's own. */
  | { type: 'restore' }
  /** Colours the particles by a field of the catalog; null: by nothing. */
  | { type: 'colour'; field: string | null }
  /** Gives every obstacle, force or moving pin of a list another value, where it has one: `path` leads to it as in a scene file. */
  | { type: 'edit'; list: 'planes' | 'spheres' | 'forces' | 'motion'; path: readonly string[]; value: number }
  /** Adds a wind, or takes every wind away. */
  | { type: 'wind' }
  /** Random velocities in the plane of the picture on all that is free, up to this many m/s on each axis; always the same ones. */
  | { type: 'noise'; speed: number };

/** A live value. */
export interface Reading {
  /** May hold equations. */
  label: string;
  /** With its unit. */
  value(frame: Frame): string;
}

/** The answer is computed from the run as it stands, and then shown by running it. */
export interface NumberQuiz {
  /** Readies the run. */
  prepare: readonly Deed[];
  /** Numbers that the question starts from, read off after `prepare`. */
  given: readonly Reading[];
  asks: string;
  unit: string;
  answer(frame: Frame): number;
  /** In the same unit: how far off still counts as right. */
  tolerance: number;
  /** Shows it. */
  run: readonly Deed[];
  /** What the run came to. */
  measure(frame: Frame): number;
  /** Why, read afterwards. */
  because: string;
}

export interface ChoiceQuiz {
  asks: string;
  /** May hold equations; the first is right, and they are shown in another order. */
  options: readonly { text: string; because: string }[];
}

export interface BlanksQuiz {
  asks: string;
  /** Lines of code; `{0}` stands for the first blank. */
  code: readonly string[];
  /** Of each blank; the first is right, and they are shown in another order. */
  blanks: readonly (readonly string[])[];
  because: string;
}
