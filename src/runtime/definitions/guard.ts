/** Calls into a definition: what they throw becomes an error with the function and its line. */

import type { Floats, State, World } from '../../physics';
import { DefinitionError } from './definitions';

export type Guarded = ReturnType<typeof guarded>;

/** Is told which function of a definition is called; '': it has returned. */
export interface CallObserver {
  /** Of calls that are rare, such as `create`. */
  always(call: string): void;
  /** Of each call in the trial of the definition. */
  inTrial(call: string): void;
}

/** @param address of the module, as in the stack of its errors */
export function guarded(id: string, address: string, observer: CallObserver) {
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
    /** Call before each call that is made without `call`. */
    enter: (what: string) => observer.inTrial(callOf(what)),
    /** The same error, with its line; for calls that are made without `call`. */
    explain,
    /** Calls `work`; an error becomes a DefinitionError with the line. @param what for the message, as in `step` */
    call<T>(what: string, work: () => T): T {
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

// Checks that a step from source leaves a state behind: the same arrays, and numbers in them.

/** Σ x² + Σ v² in m² and m²/s²: beyond it a step may reach infinity by itself, and the detector of blow-ups reports it. */
const MODERATE = 1e8;

export function createStateCheck({ model, kernel }: World) {
  const { particleCount, springCount } = model;
  /** Of the last step; unknown at first. */
  let size = Number.NaN;
  return {
    before({ positions, velocities }: State) {
      if (Number.isNaN(size)) size = kernel.product(positions, positions) + kernel.product(velocities, velocities);
    },
    /** @param positions of the state before the step, and its velocities @throws DefinitionError */
    after(state: State, positions: Floats, velocities: Floats) {
      if (state.positions !== positions || state.velocities !== velocities || positions.length !== 4 * particleCount)
        throw new DefinitionError('modify the state’s arrays in place');
      if (model.particleCount !== particleCount || model.springCount !== springCount)
        throw new DefinitionError('the number of particles and springs must stay');
      const now = kernel.product(positions, positions) + kernel.product(velocities, velocities);
      if (!(now < Number.POSITIVE_INFINITY) && size < MODERATE) {
        const isPosition = firstBad(positions) >= 0;
        const bad = firstBad(isPosition ? positions : velocities);
        if (bad >= 0)
          throw new DefinitionError(`the ${isPosition ? 'position' : 'velocity'} of particle ${bad} is not finite`);
      }
      size = now;
    },
  };
}

/** The particle of the first value that is not finite; −1: none. */
export function firstBad(values: Floats): number {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i >> 2;
  return -1;
}
