import { type Arena, BLOCK, createArena, ordinaryBlock, type Precision } from '../../model/arena';

/** Of a page of WebAssembly memory, bytes. */
const PAGE = 1 << 16;
/** Bytes at the start that the compiled modules may use for themselves. */
const RESERVED = PAGE;

/** Memory that the compiled loops reach, and an arena that cuts from it first; what doesn't fit lies in ordinary memory. */
export interface KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly arena: Arena;
}

/** @param bytes room; only what is used of it takes real memory. @returns null where there is no such room */
export function createKernelMemory(precision: Precision, bytes: number): KernelMemory | null {
  const memory = memoryOf(Math.ceil((Math.max(bytes, BLOCK) + RESERVED) / PAGE) + 1);
  if (!memory) return null;
  // Growing would detach every array.
  let taken = false;
  const arena = createArena(precision, (size) => {
    if (taken || RESERVED + size > memory.buffer.byteLength) return ordinaryBlock(size);
    taken = true;
    return { buffer: memory.buffer, from: RESERVED, to: memory.buffer.byteLength };
  });
  return { memory, arena };
}

function memoryOf(pages: number): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch {
    return null;
  }
}
