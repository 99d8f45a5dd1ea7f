/** Definitions that come from source: integrators and forces that a user has written. The code of their sandbox is loaded with the first. */
import type { Law, Verdict } from '../../physics/analysis/methods/laws';
import type { RequestedKernel } from '../host/session';

/** A definition that has joined the registry. */
export interface Joined {
  readonly kind: 'integrator' | 'force';
  readonly id: string;
}

/** One of the present engine. */
export interface OwnDefinition extends Joined {
  /** The text of its module. */
  readonly source: string;
}

/** How a definition does on one law. */
export type GradedLaw = Verdict & Pick<Law<unknown>, 'law'>;

/** What the page can do with them. */
export interface OwnDefinitions {
  /** Lets the definition join, in place of an earlier one with its id. Rejects with the message and the line; nothing has changed then. */
  define(source: string): Promise<Joined>;
  /** The laws that a definition obeys, measured now. Rejects for an unknown id. */
  grade(id: string): Promise<GradedLaw[]>;
  /** Lets definitions from elsewhere join, if the user agrees. @param from what brings them, as in "This link" */
  adopt(sources: readonly string[], from: string): Promise<boolean>;
}

/** Those that a run with this method needs: forces act in every run. */
export function ownDefinitionsInUse(own: readonly OwnDefinition[], integrator: string): readonly OwnDefinition[] {
  return own.filter(({ kind, id }) => kind === 'force' || id === integrator);
}

/** What a worker in the sandbox is for: an engine with this kernel, or a job; grading a definition is one. */
export type SandboxRole = { engine: RequestedKernel } | 'job';

/** The first message, from the frame to the worker, before it serves its role; it comes with the port to the page. */
export interface SandboxStart {
  role: SandboxRole;
  /** Of each definition; of two with the same id the later one counts. */
  sources: readonly string[];
}

/** The first replies, from the worker to the page. */
export type SandboxReply =
  /** The program runs; the definitions come next. */
  | { type: 'started' }
  /** A function of a definition is called, or has returned (''): `create`, and in its trial every function. Also while it serves. */
  | { type: 'calls'; call: string }
  | { type: 'joined'; definitions: Joined[] }
  | { type: 'refused'; message: string };

/** From the frame to the page: the worker could not start, or has stopped. */
export interface SandboxFailure {
  message: string;
}

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
