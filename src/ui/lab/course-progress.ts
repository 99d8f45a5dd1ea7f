/** What the user has done in the course. This browser keeps it; where it denies storage, it is kept until the page closes. */
import { keep, recall } from '../controls/storage';

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

export function createCourseProgress() {
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
