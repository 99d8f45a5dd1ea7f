/** The messages between the page and a worker in the sandbox, before the worker serves its role. */
import type { RequestedKernel } from '../host/session';

/** What the worker is for: an engine with this kernel, or a job; grading a definition is one. */
export type SandboxRole = { engine: RequestedKernel } | 'job';

/** The first message, from the frame to the worker; it comes with the port to the page. */
export interface SandboxStart {
  role: SandboxRole;
  /** Of each definition; of two with the same id the later one counts. */
  sources: readonly string[];
}

/** A definition that has joined the registry. */
export interface Joined {
  kind: 'integrator' | 'force';
  id: string;
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
