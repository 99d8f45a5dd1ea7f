import { MODULE } from './loops-module';
import { lazyModule } from './wasm';

/** The compiled loops, in WebAssembly. */
export const loopsModule = lazyModule(MODULE);
