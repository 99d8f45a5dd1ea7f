/** Parts of the engine that a program may load when they are first needed. */

/** Names a part; C is the code that it stands for. */
export interface Part<C> {
  /** For messages. */
  readonly name: string;
  /** Never set: it ties the type of the code to the name. */
  readonly code?: C;
}

/** The parts that a program has loaded: all of them in Node, and those needed so far in the page's worker. */
export interface Parts {
  /** The code of a part. @throws MissingPart if it has not been loaded */
  get<C>(part: Part<C>): C;
}

/** Thrown before anything has changed: when the part has been loaded, the same call works. */
export class MissingPart extends Error {
  readonly part: Part<unknown>;

  constructor(part: Part<unknown>) {
    super(`the part "${part.name}" of the engine has not been loaded`);
    this.part = part;
  }
}

/** Parts whose code is in a table, which may grow. */
export function loadedParts(code: ReadonlyMap<Part<unknown>, unknown>): Parts {
  return {
    get<C>(part: Part<C>): C {
      if (!code.has(part)) throw new MissingPart(part);
      return code.get(part) as C;
    },
  };
}

/** None. */
export const NO_PARTS = loadedParts(new Map());

/** An entry for `loadedParts`. */
export function partWith<C>(part: Part<C>, code: C): [Part<unknown>, unknown] {
  return [part, code];
}
