/** The compiled loops: WebAssembly that is compiled once, on first use. */
import { MODULE as MULTIGRID } from './multigrid-module';
import { MODULE as SPRINGS } from './springs-module';
import { MODULE as TRIANGLES } from './triangles-module';
import { lazyModule } from './wasm';

export const springsModule = lazyModule(SPRINGS);
export const multigridModule = lazyModule(MULTIGRID);
export const trianglesModule = lazyModule(TRIANGLES);
