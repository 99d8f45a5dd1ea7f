/** Limits how long one call into a definition takes, and finds the line of an error in its text. */
import { DefinitionError, GUARD } from './compile';

/** Wall time of one call, ms: a step, a force, or `create`. */
const LONGEST_CALL = 400;
/** Most that the time between two calls of the guard counts, ms: a busy computer may leave a thread waiting. */
const MAX_COUNTED = 100;

/** Calls into a definition, with the time that they take. */
export interface Guarded {
  readonly id: string;
  /** Calls `work`; an error becomes a DefinitionError with the line. @param what for the message, as in `step` */
  call<T>(what: string, work: () => T): T;
  /** The same error, with its line; for calls that are made without `call`. */
  explain(what: string, error: unknown): DefinitionError;
  /** Call before each call that is made without `call`. */
  enter(): void;
}

/**
 * Sets the guard that the loops of all definitions in this thread call.
 * @param clock ms
 */
export function setGuard(clock: () => number): { enter(): void } {
  let last = clock();
  let taken = 0;
  const guard = (line: number) => {
    const now = clock();
    taken += Math.min(now - last, MAX_COUNTED);
    last = now;
    if (taken > LONGEST_CALL) throw new DefinitionError('this loop does not end', line);
    return 0;
  };
  Object.defineProperty(globalThis, GUARD, { value: guard, configurable: true });
  return {
    enter() {
      last = clock();
      taken = 0;
    },
  };
}

/** @param address of the module, as in the stack of its errors @param enter as of `setGuard` */
export function guarded(id: string, address: string, enter: () => void): Guarded {
  const explain = (what: string, error: unknown): DefinitionError => {
    const name = `“${id}”, ${what}`;
    if (error instanceof DefinitionError)
      return new DefinitionError(`${name}${error.line ? ', ' : ': '}${error.message}`);
    const line = lineOf(error, address);
    return new DefinitionError(`${name}${line === undefined ? ': ' : `, line ${line}: `}${textOf(error)}`);
  };
  return {
    id,
    enter,
    explain,
    call(what, work) {
      enter();
      try {
        return work();
      } catch (error) {
        throw explain(what, error);
      }
    },
  };
}

/** What an error says; what is thrown may be anything. */
export function textOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'an error without a text was thrown';
  }
}

/** The first line in the module at `address` that the stack of an error has. */
export function lineOf(error: unknown, address: string): number | undefined {
  try {
    const { stack } = error as Error;
    const at = typeof stack === 'string' ? stack.indexOf(`${address}:`) : -1;
    if (at < 0) return undefined;
    const [line] = /^\d+/.exec((stack as string).slice(at + address.length + 1)) ?? [];
    return line === undefined ? undefined : Number(line);
  } catch {
    return undefined;
  }
}
