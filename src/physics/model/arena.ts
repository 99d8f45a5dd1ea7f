/** An array of numbers in the precision of its arena. */
export type Floats = Float32Array | Float64Array;
export type Precision = 'single' | 'double';

const single = new Float32Array(1);

/** The nearest number in single precision. */
export function toSingle(value: number): number {
  single[0] = value;
  return single[0];
}

/**
 * All arrays of one world are cut from one arena, so that its memory has a single owner: it may be an ordinary
 * buffer, a shared one, or the memory of a WebAssembly module. An arena is a stack: what was cut since a `mark`
 * is handed back by `release`, which is how switching the integrator reuses its predecessor's scratch arrays.
 * Arrays come zeroed.
 */
export interface Arena {
  readonly precision: Precision;
  /** Numbers in the precision of the arena. */
  floats(count: number): Floats;
  /** Numbers in double precision, whatever the arena's own. */
  doubles(count: number): Float64Array;
  indices(count: number): Uint32Array;
  flags(count: number): Uint8Array;
  mark(): Mark;
  release(mark: Mark): void;
}

export interface Mark {
  readonly block: number;
  readonly offset: number;
}

/** Every array starts on a cache line, bytes; also what 128-bit SIMD loads ask for. */
const ALIGNMENT = 64;
/** Smallest block that an arena asks for, bytes. */
export const BLOCK = 1 << 20;

/** A piece of memory that arrays are cut from, bytes. */
export interface Block {
  readonly buffer: ArrayBufferLike;
  /** Where it begins in the buffer; on a cache line. */
  readonly from: number;
  readonly to: number;
}

/** A block that is a buffer of its own. */
export function ordinaryBlock(bytes: number): Block {
  return { buffer: new ArrayBuffer(bytes), from: 0, to: bytes };
}

/** @param allocate where blocks come from: `(bytes) => block` of at least so many; an ordinary `ArrayBuffer` by default. */
export function createArena(precision: Precision, allocate: (bytes: number) => Block = ordinaryBlock): Arena {
  const blocks: Block[] = [];
  let block = -1;
  let offset = 0;

  function cut(bytes: number): { buffer: ArrayBufferLike; at: number } {
    const size = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    while (block < 0 || offset + size > blocks[block].to) {
      block++;
      if (block === blocks.length) blocks.push(allocate(Math.max(size, BLOCK)));
      offset = blocks[block].from;
    }
    const { buffer } = blocks[block];
    const at = offset;
    offset += size;
    new Uint8Array(buffer, at, size).fill(0);
    return { buffer, at };
  }

  const doubles = (count: number) => {
    const { buffer, at } = cut(8 * count);
    return new Float64Array(buffer, at, count);
  };
  const singles = (count: number) => {
    const { buffer, at } = cut(4 * count);
    return new Float32Array(buffer, at, count);
  };

  return {
    precision,
    floats: precision === 'double' ? doubles : singles,
    doubles,
    indices(count) {
      const { buffer, at } = cut(4 * count);
      return new Uint32Array(buffer, at, count);
    },
    flags(count) {
      const { buffer, at } = cut(count);
      return new Uint8Array(buffer, at, count);
    },
    mark: () => ({ block, offset }),
    release(mark) {
      // Blocks beyond the one in use are given back, not hoarded.
      blocks.length = mark.block + 1;
      block = mark.block;
      offset = mark.offset;
    },
  };
}
