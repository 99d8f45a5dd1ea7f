import type { BlowUp, StabilityLimit } from '../../physics';
import type { ExerciseFile } from '../../runtime/definitions/exercise-file';
import type { Frame } from '../../runtime/frame/frame';
import { keep, recall } from '../controls/storage';

/** What a pressed pointer does. */
export type Tool = 'grab' | 'pin' | 'cut' | 'tear' | 'select' | 'push';

/**
 * The numbers of a blow-up: of the last good state, with the settings that blew up. The message and the diagnosis show the same
 * ones, which equal those of the meter until a setting changes.
 */
export interface BlowUpNumbers {
  /** Label of the method. */
  method: string;
  /** s. */
  dt: number;
  stability: StabilityLimit;
  /** s; the shorter dt that is proposed; 0 if every dt is unstable. */
  proposedStep: number;
  /** Step of the last good state. */
  stepCount: number;
}

/** Tells one blow-up from another: each frame has a copy. */
export function blowUpKey({ step, time, cause, spring, particle }: BlowUp): string {
  return [step, time, cause, spring, particle].join();
}

/** Two methods on the scene in view, under the same input: that of the main run, and another beside it. */
export interface Duel {
  /** Id of the method of the main run at the begin; null: it keeps its method and dt, as after a link. */
  readonly main: string | null;
  /** Id of the method beside it. */
  readonly against: string;
  /** What the slider changes. */
  readonly slider: 'dt' | 'stiffness';
}

export const DUEL: Duel = { main: 'implicit-euler', against: 'explicit-euler', slider: 'dt' };

export type PageState = ReturnType<typeof createPageState>;

/** What the page shows and how it reacts to the user; each part of the page reads it once a frame. */
export function createPageState() {
  let instruments: readonly string[] = [];
  let lastInstrument: string | null = null;
  const page = {
    tool: 'grab' as Tool,
    /** What the cloth seems to be made of: id of a look, or null for the scene's own. */
    look: null as string | null,
    /** True if keys act. */
    keys: true,
    /** True if the run is to be heard. */
    sound: false,
    /** True if dt is kept near its limit while the limit changes; false again once the user sets dt. */
    followsLimit: false,
    /** Null without a blow-up, and until the limit is found. */
    blowUp: null as BlowUpNumbers | null,
    /** dt when a remedy changed to implicit Euler, s, for the way back; null: none did, or the user has chosen another dt since. */
    dtBeforeImplicit: null as number | null,
    /** True if the panel is shown. */
    panel: true,
    /** Titles of the panel's open folders: it is built again when a definition joins. */
    openFolders: new Set<string>(),
    /** True if the lesson about the scene is shown. */
    lesson: false,
    /** The course: which chapter is open, and what the user has done. A lesson and a chapter are not open together. */
    course: createCourseProgress(),
    /** A teacher's lesson as its file has it, unchecked, or the address of the file; shown while `lesson` is true; null: none. */
    lessonFile: null as unknown,
    /** The dialog that is to open with the next frame; null: none. */
    dialog: null as 'help' | 'scenes' | 'instruments' | 'description' | null,
    /** Number of the load of a scene that the user chose while the run was paused; −1: none. */
    pausedLoad: -1,
    /** What screen readers hear next; '' again once it is announced. */
    spoken: '',
    /** True if nothing has been seen to move for a while. */
    rests: false,
    /** True while the tour is shown. */
    tour: false,
    /** Ids of the open instruments, from left to right: at most two, and none twice. */
    get instruments() {
      return instruments;
    },
    set instruments(ids) {
      instruments = [...new Set(ids)].slice(-2);
      lastInstrument = instruments.at(-1) ?? lastInstrument;
    },
    /** Id of the last of them, or null. A new id replaces it; null closes all. */
    get instrument(): string | null {
      return instruments.at(-1) ?? null;
    },
    set instrument(id) {
      if (id === null) page.instruments = [];
      else if (!instruments.includes(id)) page.instruments = [...instruments.slice(0, -1), id];
    },
    /** Id of the instrument that was opened last; null: none was. */
    get lastInstrument() {
      return lastInstrument;
    },
    /** The duel that is shown by its instrument; null: none has begun. */
    duel: null as Duel | null,
    /** Begins a duel, alone in the dock; null: ends it, and closes its instrument. */
    setDuel(duel: Duel | null): void {
      page.duel = duel;
      page.instruments = duel ? ['duel'] : instruments.filter((id) => id !== 'duel');
    },
    toggle(part: 'followsLimit' | 'panel' | 'lesson' | 'sound'): void {
      page[part] = !page[part];
    },
    /** Closes the open instruments; opens their gallery if none is open. */
    toggleInstruments(): void {
      if (instruments.length > 0) page.instruments = [];
      else page.dialog = 'instruments';
    },
    /** What the instrument Export starts with: the id of a file's format is written at once, the other two show their form; null: nothing. */
    exportFirst: null as string | null,
    /** The exercise of a teacher that was opened last, by a file or a link; null: none. */
    exercise: null as ExerciseFile | null,
    /**
     * Texels to draw in place of the frame's own, while an instrument animates something in the view (a mode, say); null:
     * none. Called once a frame.
     */
    pose: null as ((frame: Frame) => Float32Array | null) | null,
    /** The camera's position and target at a recorded time; null if the user has not moved it. */
    cameraAt: (_time: number): readonly number[] | null => null,
  };
  return page;
}

// What the user has done in the course. This browser keeps it; where it denies storage, it is kept until the page closes.

/** Number of chapters, from 1. */
export const CHAPTERS = 10;

export const isChapter = (chapter: number): boolean => Number.isInteger(chapter) && chapter >= 1 && chapter <= CHAPTERS;

/** What is done in one chapter. It is passed with all three. */
export interface ChapterProgress {
  /** The first prediction; in the unit of the question. */
  prediction?: number;
  /** The experiment has reached its state. */
  reached?: true;
  /** The exercise is solved. */
  solved?: true;
}

const STORED = 'hooke.course';

interface Stored {
  passed: number[];
  /** By chapter. */
  progress: Record<number, ChapterProgress>;
}

function createCourseProgress() {
  const { passed, progress } = stored();
  const course = {
    /** The open chapter; null: the course is closed. */
    chapter: null as number | null,
    /** Ascending. */
    passed: passed as readonly number[],
    progressOf: (chapter: number): Readonly<ChapterProgress> => progress[chapter] ?? {},
    add(chapter: number, more: ChapterProgress): void {
      const now = { ...progress[chapter], ...more };
      progress[chapter] = now;
      const isPassed = now.prediction !== undefined && now.reached && now.solved;
      course.addPassed(isPassed ? [chapter] : []);
    },
    /** Also those of a link. */
    addPassed(chapters: readonly number[]): void {
      passed.push(...chapters.filter((chapter) => !passed.includes(chapter)));
      passed.sort((a, b) => a - b);
      keep(STORED, JSON.stringify({ passed, progress }));
    },
  };
  return course;
}

function stored(): Stored {
  const found: Stored = { passed: [], progress: {} };
  try {
    const { passed, progress } = JSON.parse(recall(STORED) ?? '{}') as Partial<Stored>;
    found.passed.push(...(passed ?? []).filter(isChapter));
    for (const [chapter, { prediction, reached, solved }] of Object.entries(progress ?? {})) {
      found.progress[Number(chapter)] = {
        ...(Number.isFinite(prediction) && { prediction }),
        ...(reached && { reached }),
        ...(solved && { solved }),
      };
    }
  } catch {
    // Another text.
  }
  return found;
}
