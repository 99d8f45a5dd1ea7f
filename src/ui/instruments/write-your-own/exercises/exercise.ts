/** What an exercise has. */
export interface Exercise {
  title: string;
  /** What to write, in a few sentences. */
  statement: string;
  hints?: readonly string[];
  /** The text to begin with: it runs, and does not yet do what is asked. */
  stub: string;
  /** Absent: it is not shown. */
  solution?: string;
  /** The laws that it must obey; absent: all of its kind. */
  laws?: readonly string[];
  /** What the sentence of a law must also say. */
  says?: { law: string; text: string };
}

/** An exercise of the page. */
export interface OwnExercise extends Exercise {
  id: string;
  solution: string;
}
