/** What an exercise has. */
export interface Exercise {
  id: string;
  title: string;
  /** What to write, in a few sentences. */
  statement: string;
  hints: readonly string[];
  /** The text to begin with: it runs, and does not yet do what is asked. */
  stub: string;
  solution: string;
  /** The laws that it must obey; absent: all of its kind. */
  laws?: readonly string[];
  /** What the sentence of a law must also say. */
  says?: { law: string; text: string };
}
