/** Loads the parts of the engine when they are first needed, and keeps the order of requests meanwhile. */

import { SELF_COLLISION } from '../../physics/collision/part';
import { SPRING_METHODS } from '../../physics/integrators/springs/part';
import { loadedParts, MissingPart, type Part, type Parts } from '../../physics/model/parts';
import { ENVIRONMENT, EQUILIBRIUM, LEDGER, RESAMPLE, SCENE_FILE, SHEET_MATERIAL, SLITS } from '../../physics/run/parts';
import { MULTIGRID } from '../../physics/solvers/preconditioners/multigrid';

type Loaders = ReadonlyMap<Part<unknown>, () => Promise<unknown>>;

const loader = <C>(part: Part<C>, load: () => Promise<C>): [Part<unknown>, () => Promise<unknown>] => [part, load];

/** How the code of each part is loaded. */
export const LOADERS: Loaders = new Map([
  loader(SCENE_FILE, () => import('../../physics/scenes/file/load-file')),
  loader(ENVIRONMENT, () => import('../../physics/scenes/file/parse-environment')),
  loader(SHEET_MATERIAL, () => import('../../physics/scenes/materials/sheet-material')),
  loader(RESAMPLE, () => import('../../physics/scenes/builders/resample')),
  loader(SLITS, () => import('../../physics/run/slits')),
  loader(EQUILIBRIUM, () => import('../../physics/statics/equilibrium/equilibrium')),
  loader(MULTIGRID, () => import('../../physics/solvers/multigrid')),
  loader(SPRING_METHODS, () => import('../../physics/integrators/springs')),
  loader(LEDGER, () => import('../../physics/energy/ledger')),
  loader(SELF_COLLISION, () => import('../../physics/constraints/self-collision/correction')),
]);

export interface LateParts {
  /** The parts that have been loaded so far. */
  readonly parts: Parts;
  /** Does the work. While it needs a part that is missing, loads it and tries again. Rejects if that fails. */
  withParts<T>(work: () => T | Promise<T>): Promise<T>;
  /** The same in the order of the calls: at once, or after earlier work that waits for a part. */
  inOrder<T>(work: () => T): Promise<T>;
  /** The same for work that takes several tasks: all later work waits for its end. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** True while work waits for a part, and later work for its turn. */
  waits(): boolean;
}

export function createLateParts(loaders: Loaders = LOADERS): LateParts {
  const loaded = new Map<Part<unknown>, unknown>();
  let last: Promise<unknown> | null = null;
  let waiting = 0;

  async function withParts<T>(work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MissingPart)) throw error;
        const load = loaders.get(error.part);
        if (!load) throw error;
        loaded.set(error.part, await load());
      }
    }
  }

  async function after<T>(before: Promise<unknown> | null, work: () => T | Promise<T>): Promise<T> {
    waiting++;
    await before?.catch(() => {});
    try {
      return await withParts(work);
    } finally {
      waiting--;
    }
  }

  function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = after(last, work);
    last = result;
    return result;
  }

  return {
    parts: loadedParts(loaded),
    withParts,
    inOrder<T>(work: () => T): Promise<T> {
      if (waiting === 0) {
        try {
          return Promise.resolve(work());
        } catch (error) {
          if (!(error instanceof MissingPart)) return Promise.reject(error);
        }
      }
      return inTurn(work);
    },
    inTurn,
    waits: () => waiting > 0,
  };
}
