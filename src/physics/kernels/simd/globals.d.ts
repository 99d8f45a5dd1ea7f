/** Globals of every platform that runs the engine; TypeScript declares them only in its DOM library. */

declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function validate(bytes: Uint8Array): boolean;
}

declare function atob(base64: string): string;

/** A file as a data URL, made by Vite. */
declare module '*.wasm?url&inline' {
  const address: string;
  export default address;
}
