/** What the text of a definition must be before the sandbox gets it. */

/** What is wrong with a definition, and where. */
export class DefinitionError extends Error {
  override name = 'DefinitionError';

  /** @param line from 1; absent: not known */
  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
  }
}

/** Most characters of a text. */
const MAX_SOURCE = 100_000;

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const IMPORTS = /(?:^|;)[ \t]*(?:import\b(?!\s*\.)|export\s*[*{][^;]*\bfrom\b)|\bimport\s*\(/m;

/**
 * Refuses imports for the sake of the message: the policy of the sandbox lets none in.
 * @throws DefinitionError for a text that is too long, or imports something
 */
export function checkSource(source: string): void {
  if (typeof source !== 'string') throw new DefinitionError('the source must be a string');
  if (source.length > MAX_SOURCE)
    throw new DefinitionError(`the source has ${source.length} characters, at most ${MAX_SOURCE}`);
  const code = source.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ' '));
  const at = code.search(IMPORTS);
  if (at < 0) return;
  const line = code.slice(0, at).split('\n').length;
  throw new DefinitionError('a definition cannot import: it gets everything from its arguments', line);
}
