/** Calls into a definition: what they throw becomes an error with the function and its line. */
import { DefinitionError } from './definitions';

export interface Guarded {
  readonly id: string;
  /** Calls `work`; an error becomes a DefinitionError with the line. @param what for the message, as in `step` */
  call<T>(what: string, work: () => T): T;
  /** The same error, with its line; for calls that are made without `call`. */
  explain(what: string, error: unknown): DefinitionError;
  /** Call before each call that is made without `call`. */
  enter(what: string): void;
}

/** Is told which function of a definition is called; '': it has returned. */
export interface CallObserver {
  /** Of calls that are rare, such as `create`. */
  always(call: string): void;
  /** Of each call in the trial of the definition. */
  inTrial(call: string): void;
}

/** @param address of the module, as in the stack of its errors */
export function guarded(id: string, address: string, observer: CallObserver): Guarded {
  const callOf = (what: string) => `“${id}”, ${what}`;
  const explain = (what: string, error: unknown): DefinitionError => {
    const name = callOf(what);
    if (error instanceof DefinitionError) return new DefinitionError(`${name}: ${error.message}`);
    const line = lineOf(error, address);
    const text = textOf(error);
    return new DefinitionError(line === undefined ? `${name}: ${text}` : `${name}, line ${line}: ${text}`);
  };
  return {
    id,
    enter: (what) => observer.inTrial(callOf(what)),
    explain,
    call(what, work) {
      observer.always(callOf(what));
      try {
        return work();
      } catch (error) {
        throw explain(what, error);
      } finally {
        observer.always('');
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
