/** Puts the table of an experiment together. The page loads this file too, so it imports no code. */

/** Lines of a table of comma-separated values end so. */
export const LINE_END = '\r\n';

/** The lines of a finished run. */
export interface RunText {
  /** A comment about its settings, its end and its hash. */
  readonly about: string;
  /** Its rows; each ends with LINE_END. */
  readonly rows: string;
}

/** The table of all runs. Lines that begin with `#` are comments. @param runs in order */
export function tableText({ about, heads }: { about: string; heads: string }, runs: readonly RunText[]): string {
  return [about, ...runs.map((run) => run.about + LINE_END), heads, LINE_END, ...runs.map(({ rows }) => rows)].join('');
}
