/** An array of numbers in the precision of its arena. */
export type Floats = Float32Array | Float64Array;
/** The precision of a world's arrays: 32 or 64 bits a number. */
export type Precision = 'single' | 'double';

/**
 * The memory of one world: all its arrays are views of the arena's blocks, which are ordinary buffers, shared ones, or the
 * memory of a WebAssembly module. An arena is a stack: `release` frees everything allocated since a `mark`, so that a new
 * integrator reuses the scratch arrays of the last one. New arrays are zero.
 * @interface
 */
export type Arena = Readonly<ReturnType<typeof createArena>>;

/** A place in the stack of an arena. */
export interface Mark {
  /** Index of the block. */
  readonly block: number;
  /** Bytes used in that block. */
  readonly offset: number;
  /** Bytes of all arrays. */
  readonly total: number;
}

/** Every array starts on a cache line, bytes; 128-bit SIMD loads need 16. */
const ALIGNMENT = 64;
/** Smallest size of a block, bytes: the system clears a new one, which in larger ones takes longer than to create a small scene. */
const BLOCK = 1 << 16;

/** A range of a buffer for arrays, bytes; all zero. */
export interface Block {
  readonly buffer: ArrayBufferLike;
  /** Its start in the buffer, on a cache line. */
  readonly from: number;
  readonly to: number;
}

/** A kind of typed arrays. */
interface ArrayClass<A> {
  new (buffer: ArrayBufferLike, at: number, count: number): A;
  readonly BYTES_PER_ELEMENT: number;
}

/** A block with its own buffer. */
export function ordinaryBlock(bytes: number): Block {
  return { buffer: new ArrayBuffer(bytes), from: 0, to: bytes };
}

/** @param allocate creates a block of at least this many bytes, all zero; default: an ordinary `ArrayBuffer` */
export function createArena(precision: Precision, allocate: (bytes: number) => Block = ordinaryBlock) {
  const blocks: Block[] = [];
  /** For each block the end of what arrays have had: beyond it there are still zeros. */
  const usedTo: number[] = [];
  let block = -1;
  let offset = 0;
  let total = 0;

  function allocateBytes(bytes: number): { buffer: ArrayBufferLike; at: number } {
    const size = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    while (block < 0 || offset + size > blocks[block].to) {
      block++;
      if (block === blocks.length) {
        blocks.push(allocate(Math.max(size, BLOCK)));
        usedTo.push(blocks[block].from);
      }
      offset = blocks[block].from;
    }
    const { buffer } = blocks[block];
    const at = offset;
    offset += size;
    total += size;
    // Writes nothing where there are zeros already: memory that nothing has written to takes no physical memory.
    if (at < usedTo[block]) new Uint8Array(buffer, at, Math.min(size, usedTo[block] - at)).fill(0);
    usedTo[block] = Math.max(usedTo[block], offset);
    return { buffer, at };
  }

  const allocator =
    <A>(Numbers: ArrayClass<A>) =>
    (count: number): A => {
      const { buffer, at } = allocateBytes(Numbers.BYTES_PER_ELEMENT * count);
      return new Numbers(buffer, at, count);
    };
  const doubles = allocator<Float64Array>(Float64Array);

  return {
    /** Precision of `floats`. */
    precision,
    /** Numbers in the precision of the arena. */
    floats: (precision === 'double' ? doubles : allocator<Float32Array>(Float32Array)) as (count: number) => Floats,
    /** Numbers in double precision, in any arena. */
    doubles,
    /** Whole numbers from 0, such as indices of particles. */
    indices: allocator<Uint32Array>(Uint32Array),
    /** Small numbers: 0 or 1, or a kind. */
    flags: allocator<Uint8Array>(Uint8Array),
    /** The present top of the stack. */
    mark: (): Mark => ({ block, offset, total }),
    /** Frees all arrays allocated since the mark: nothing may use them afterwards. */
    release(mark: Mark) {
      // Frees the blocks after the one in use.
      blocks.length = usedTo.length = mark.block + 1;
      block = mark.block;
      offset = mark.offset;
      total = mark.total;
    },
  };
}
