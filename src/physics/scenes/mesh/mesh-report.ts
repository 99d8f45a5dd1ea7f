/** What the reader of meshes found in a file, and what it left out. */

/** A part of a file that is left out. */
export interface Omission {
  /** A face of two corners is a line. */
  what: 'face' | 'line' | 'vertex';
  /** Its place in the file, from 1: see `MeshReport.places`. */
  line: number;
  /** Goes on after that number. */
  reason: string;
}

/** What a number of the file can mean: metres, centimetres, millimetres or inches. */
export type MeshUnit = 'm' | 'cm' | 'mm' | 'in';

/** m. */
export const UNITS: Record<MeshUnit, number> = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254 };

/** kg/m²; mass of the cloth per area. */
export const DENSITY = 0.2;

/** How a mesh is to be read. */
export interface MeshOptions {
  /** Of its coordinates; absent: as the file says, or by its size. */
  unit?: MeshUnit;
  /** m; vertices that are not farther apart become one; null: none do; absent: 0, and null for a file that Hooke has written. */
  weld?: number | null;
  /** kg/m²; mass of the cloth per area; absent: 0.2. */
  density?: number;
}

/** A part of a mesh that hangs together. */
export interface MeshPiece {
  /** From 1, in the order of the file. */
  number: number;
  /** Of the object or group that it begins in; empty: of none. */
  name: string;
  /** How many it has. */
  particles: number;
}

/** A mesh as it was read. @interface */
export type MeshReport = MeshNotes['report'];

/** A report lists no more parts, and no more words. */
export const MAX_LISTED = 1000;
const MAX_WORDS = 8;
/** Characters of such a word. */
const MAX_WORD = 20;

/** A report that grows. */
export type MeshNotes = ReturnType<typeof createMeshNotes>;

export function createMeshNotes(places: 'line' | 'face' = 'line') {
  const none = (): Record<Omission['what'], number> => ({ face: 0, line: 0, vertex: 0 });
  const report = {
    /** How it was read. */
    options: { unit: 'm', weld: 0, density: 0 } as Required<MeshOptions>,
    /** m; along x, y and z. */
    size: [0, 0, 0] as [number, number, number],
    /** kg; 0 for the shape of a body. */
    mass: 0,
    /** Vertices at the very place of another one before them. */
    doubled: 0,
    /** Vertices that were welded to another one. */
    welded: 0,
    /** Vertices on the inside of an edge of a face that they are no corner of; 0 for the shape of a body. */
    tJunctions: 0,
    /** How many parts hang together. */
    pieces: 0,
    /** The pieces without a pin, in the order of the file; at most 1,000. */
    loose: [] as MeshPiece[],
    /** How many pieces have no pin. */
    looseCount: 0,
    /** How many statements the file has of each. A face of two corners is a line. */
    counts: none(),
    /** How many of each are left out. */
    omitted: none(),
    /** What the number of an omission counts: lines of the file, or its faces where it has no lines. */
    places,
    /** The first of those that are left out, in the order of the file; at most 1,000. */
    omissions: [] as Omission[],
    /** Statements of other programs, which are left out: the word, and how often it occurs. Words beyond the first few count as `…`. */
    statements: [] as [string, number][],
  };
  let [lastWhat, lastLine]: [string, number] = ['', 0];
  const words = new Map<string, [string, number]>();
  return {
    report,
    count: (what: Omission['what']) => void report.counts[what]++,
    /** A statement is left out once, whatever is wrong with it. What is wrong with the parts of one is told in turn. */
    omit(what: Omission['what'], line: number, reason: string) {
      if (what === lastWhat && line === lastLine) return;
      [lastWhat, lastLine] = [what, line];
      report.omitted[what]++;
      if (report.omissions.length < MAX_LISTED) report.omissions.push({ what, line, reason });
    },
    countWord(word: string) {
      const short = word.length > MAX_WORD ? `${word.slice(0, MAX_WORD)}…` : word;
      const key = words.has(short) || words.size < MAX_WORDS ? short : '…';
      const entry = words.get(key) ?? [key, 0];
      entry[1]++;
      if (words.has(key)) return;
      words.set(key, entry);
      report.statements.push(entry);
    },
  };
}
