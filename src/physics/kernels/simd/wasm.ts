// Compiles the module and creates the memory that its loops work on.

import { type Arena, createArena, ordinaryBlock, type Precision } from '../../model/arena';
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

/** @returns the functions that the module exports, on this memory */
export function instantiate<T>(module: WebAssembly.Module, memory: WebAssembly.Memory): T {
  const abort = () => {
    throw new Error('the SIMD kernel has failed');
  };
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as T;
}

/** Size of a page of WebAssembly memory, bytes. */
const PAGE = 1 << 16;
/** Bytes at the start that the compiled module may use itself. */
const RESERVED = PAGE;
/** Least capacity, bytes. */
const MIN_CAPACITY = 1 << 20;

/** Memory that the compiled loops can access, and an arena that allocates in it first and in ordinary memory when it is full. */
export interface KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly arena: Arena;
}

/** @param bytes capacity; only used pages take physical memory. @returns null if the memory cannot be reserved */
export function createKernelMemory(precision: Precision, bytes: number): KernelMemory | null {
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
