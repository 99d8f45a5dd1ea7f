import type { Membrane } from '../../model/model';
import type { Params } from '../../model/params';
import { javascriptKernel } from '../javascript';
import { addForcesOfTriangles } from '../javascript/triangle-loops';
import type { TriangleLoops } from '../kernel';
import { accessTo, addressesOf, type CompiledLoops, listsOf } from './wasm';

/** Where a batch of triangles has its scratch numbers, in memory below the arena's arrays, bytes. */
const SCRATCH = 1024;
/** Where the loops read the constants of the membrane, below the scratch numbers, bytes. */
const MATERIAL = SCRATCH - 40;

const trianglesOf = listsOf(({ triangleCount, triangles, inverseRest, areas }: Membrane) => [
  triangleCount,
  ...addressesOf(triangles, inverseRest, areas),
]);

/** The triangles of a membrane in this memory; others are left to the JavaScript loops. */
export function triangleLoops(loops: CompiledLoops, memory: WebAssembly.Memory): TriangleLoops {
  const { isSingle, isDouble } = accessTo(memory);
  // `areas` is allocated after the other arrays used here: if it lies in this memory, so do they.
  const isHere = ({ areas }: Membrane) => isDouble(areas);
  const material = new Float64Array(memory.buffer, MATERIAL, 5);

  /** Copies the constants of the membrane to where the loops read them. */
  function addressOf(params: Params): number {
    material[0] = params.membraneLambda;
    material[1] = params.membraneMu;
    material[2] = params.membranePhi;
    material[3] = params.membranePsi;
    material[4] = params.membraneThickness;
    return MATERIAL;
  }

  return {
    addTriangleForces(membrane, params, state, f) {
      const { positions: x, velocities: v } = state;
      if (!isHere(membrane) || !isSingle(x) || !isSingle(v) || !isSingle(f)) {
        javascriptKernel.addTriangleForces(membrane, params, state, f);
        return;
      }
      const at = addressOf(params);
      loops.addTriangleForces(x.byteOffset, v.byteOffset, f.byteOffset, at, SCRATCH, ...trianglesOf(membrane));
      // The compiled loop takes two at a time.
      const { triangleCount } = membrane;
      addForcesOfTriangles(membrane, params, state, f, triangleCount - (triangleCount % 2), triangleCount);
    },

    linearizeTriangles(membrane, params, state, clamp, tangents) {
      const { positions: x } = state;
      const at = addressOf(params);
      if (isHere(membrane) && isSingle(x) && isDouble(tangents))
        loops.linearizeTriangles(x.byteOffset, tangents.byteOffset, at, clamp, ...trianglesOf(membrane));
      else javascriptKernel.linearizeTriangles(membrane, params, state, clamp, tangents);
    },

    addTriangleDerivatives(membrane, params, tangents, y, p, a, b) {
      const t = tangents.byteOffset;
      const at = addressOf(params);
      if (isHere(membrane) && isDouble(tangents) && isDouble(y) && isDouble(p))
        loops.addTriangleDerivatives(t, y.byteOffset, p.byteOffset, at, a, b, ...trianglesOf(membrane));
      else javascriptKernel.addTriangleDerivatives(membrane, params, tangents, y, p, a, b);
    },

    addTriangleDiagonals(membrane, params, tangents, blocks, a, b) {
      const at = addressOf(params);
      if (isHere(membrane) && isDouble(tangents) && isDouble(blocks))
        loops.addTriangleDiagonals(tangents.byteOffset, blocks.byteOffset, at, a, b, ...trianglesOf(membrane));
      else javascriptKernel.addTriangleDiagonals(membrane, params, tangents, blocks, a, b);
    },
  };
}
