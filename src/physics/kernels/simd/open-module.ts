/** Compiled once, on first use; null where this place has no WebAssembly or its SIMD instructions are missing. */
export function lazyModule(base64: string): () => WebAssembly.Module | null {
  let module: WebAssembly.Module | null | undefined;
  return () => {
    if (module === undefined) module = compile(base64);
    return module;
  };
}

function compile(base64: string): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    // A content security policy may refuse it, too.
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
