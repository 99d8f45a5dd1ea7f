/** A law that a definition is graded by. */
import type { Arena } from '../../../model/arena';

/** How a definition does on one law. */
export interface Verdict {
  holds: boolean;
  /** A sentence with the number. */
  says: string;
}

/** A law of all definitions of a kind. */
export interface Law<Definition> {
  law: string;
  /** Measures it. An error of the definition counts against it. */
  measure(definition: Definition, arraysIn: ArraysIn): Verdict;
}

/** Bytes of the arrays that some work creates with `new`; 0 where the program cannot count them. */
export type ArraysIn = (work: () => void) => number;

/**
 * @param count of what the work repeats
 * @param what it repeats
 * @param work returns the bytes of the arrays that it has created
 */
export function allocationsIn(arena: Arena, count: number, what: string, work: () => number): Verdict {
  const before = arena.mark().total;
  const arrays = work();
  const fromArena = arena.mark().total - before;
  const bytes = Math.ceil((fromArena + arrays) / count);
  if (bytes === 0) return { holds: true, says: `a ${what} allocates 0 bytes of arrays` };
  const name = fromArena > 0 ? '`floats` and `doubles`' : '`new`';
  return { holds: false, says: `a ${what} allocates ${bytes} bytes of arrays: move ${name} to \`create\`` };
}
