// Compiles the module and creates the memory that its loops work on.

import { createArena, type Floats, ordinaryBlock, type Precision } from '../../model/arena';
// The compiled loops as a data URL: the engine is synchronous, and has no file beside it.
import loops from './loops.wasm?url&inline';

let compiled: WebAssembly.Module | null | undefined;

/** The compiled loops; null if WebAssembly or its SIMD instructions are missing. */
export function loopsModule(): WebAssembly.Module | null {
  if (compiled === undefined) compiled = compileLoops();
  return compiled;
}

export function compileLoops(): WebAssembly.Module | null {
  try {
    const bytes = atob(loops.slice(loops.indexOf(',') + 1));
    return new WebAssembly.Module(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    // A content security policy may forbid it, too.
    return null;
  }
}

/** What `assembly/loops.ts` exports: its functions by name, with their parameters. An array is its address, bytes. */
export type CompiledLoops = Readonly<Record<string, (...args: (number | boolean)[]) => number>>;

/** The loops on this memory. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): CompiledLoops {
  const abort = () => {
    throw new Error('the SIMD kernel has failed');
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as CompiledLoops;
}

/** Tells which arrays the loops on this memory can access. */
export function accessTo({ buffer }: WebAssembly.Memory) {
  const isHere = (array: ArrayBufferView) => array.buffer === buffer;
  return {
    isHere,
    isSingle: (array: Floats) => isHere(array) && array instanceof Float32Array,
    isDouble: (array: Floats) => isHere(array) && array instanceof Float64Array,
  };
}

export function addressesOf(...arrays: readonly ArrayBufferView[]): number[] {
  return arrays.map(({ byteOffset }) => byteOffset);
}

/** Lists of numbers that calls end with, made once for each object. A loop that needs fewer of them ignores the last ones. */
export function listsOf<T extends object>(make: (object: T) => readonly number[]): (object: T) => readonly number[] {
  const made = new WeakMap<T, readonly number[]>();
  return (object) => {
    let list = made.get(object);
    if (list === undefined) {
      list = make(object);
      made.set(object, list);
    }
    return list;
  };
}

/** Size of a page of WebAssembly memory, bytes. */
const PAGE = 1 << 16;
/** Bytes at the start that the compiled module may use itself. */
const RESERVED = PAGE;
/** Least capacity, bytes. */
const MIN_CAPACITY = 1 << 20;

/**
 * Memory that the compiled loops can access, and an arena that allocates in it first and in ordinary memory when it is full.
 * @param bytes capacity; only used pages take physical memory. @returns null if the memory cannot be reserved
 */
export function createKernelMemory(precision: Precision, bytes: number) {
  const memory = reserve(Math.ceil((Math.max(bytes, MIN_CAPACITY) + RESERVED) / PAGE) + 1);
  if (!memory) return null;
  // The memory never grows: growing would detach every array.
  let used = false;
  const arena = createArena(precision, (size) => {
    if (used || RESERVED + size > memory.buffer.byteLength) return ordinaryBlock(size);
    used = true;
    return { buffer: memory.buffer, from: RESERVED, to: memory.buffer.byteLength };
  });
  return { memory, arena };
}

function reserve(pages: number): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch {
    return null;
  }
}
