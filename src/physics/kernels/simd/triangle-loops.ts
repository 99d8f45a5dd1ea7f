import type { Floats } from '../../model/arena';
import type { Membrane } from '../../model/model';
import type { Params } from '../../model/params';
import { javascriptKernel } from '../javascript';
import { addForcesOfTriangles } from '../javascript/triangle-loops';
import type { TriangleLoops } from '../kernel';

/** The exports of `assembly/triangles`. Arrays are addresses, in bytes. */
export interface TriangleFunctions {
  addTriangleForces(
    count: number,
    triangles: number,
    inverseRest: number,
    areas: number,
    x: number,
    v: number,
    f: number,
    material: number,
    scratch: number,
  ): void;
  linearizeTriangles(
    count: number,
    triangles: number,
    inverseRest: number,
    areas: number,
    x: number,
    tangents: number,
    material: number,
    clamp: boolean,
  ): void;
  addTriangleDerivatives(
    count: number,
    triangles: number,
    inverseRest: number,
    areas: number,
    tangents: number,
    y: number,
    p: number,
    material: number,
    a: number,
    b: number,
  ): void;
  addTriangleDiagonals(
    count: number,
    triangles: number,
    inverseRest: number,
    areas: number,
    tangents: number,
    blocks: number,
    material: number,
    a: number,
    b: number,
  ): void;
}

/** Where a batch of triangles has its scratch numbers, in memory below the arena's arrays, bytes. */
const SCRATCH = 1024;
/** Where the loops read the constants of the membrane, below the scratch numbers, bytes. */
const MATERIAL = SCRATCH - 40;

/** The triangles of a membrane in this memory; others are left to the JavaScript loops. */
export function triangleLoops(functions: TriangleFunctions, { buffer }: WebAssembly.Memory): TriangleLoops {
  const single = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;
  const double = (array: Floats) => array.buffer === buffer && array instanceof Float64Array;
  // `areas` is allocated after the other arrays used here: if it lies in this memory, so do they.
  const here = ({ areas }: Membrane) => double(areas);
  const material = new Float64Array(buffer, MATERIAL, 5);

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
      if (!here(membrane) || !single(x) || !single(v) || !single(f)) {
        javascriptKernel.addTriangleForces(membrane, params, state, f);
        return;
      }
      const { triangleCount, triangles, inverseRest, areas } = membrane;
      const paired = triangleCount - (triangleCount % 2);
      functions.addTriangleForces(
        paired,
        triangles.byteOffset,
        inverseRest.byteOffset,
        areas.byteOffset,
        x.byteOffset,
        v.byteOffset,
        f.byteOffset,
        addressOf(params),
        SCRATCH,
      );
      addForcesOfTriangles(membrane, params, state, f, paired, triangleCount);
    },

    linearizeTriangles(membrane, params, state, clamp, tangents) {
      const { positions } = state;
      if (!here(membrane) || !single(positions) || !double(tangents))
        javascriptKernel.linearizeTriangles(membrane, params, state, clamp, tangents);
      else
        functions.linearizeTriangles(
          membrane.triangleCount,
          membrane.triangles.byteOffset,
          membrane.inverseRest.byteOffset,
          membrane.areas.byteOffset,
          positions.byteOffset,
          tangents.byteOffset,
          addressOf(params),
          clamp,
        );
    },

    addTriangleDerivatives(membrane, params, tangents, y, p, a, b) {
      if (!here(membrane) || !double(tangents) || !double(y) || !double(p))
        javascriptKernel.addTriangleDerivatives(membrane, params, tangents, y, p, a, b);
      else
        functions.addTriangleDerivatives(
          membrane.triangleCount,
          membrane.triangles.byteOffset,
          membrane.inverseRest.byteOffset,
          membrane.areas.byteOffset,
          tangents.byteOffset,
          y.byteOffset,
          p.byteOffset,
          addressOf(params),
          a,
          b,
        );
    },

    addTriangleDiagonals(membrane, params, tangents, blocks, a, b) {
      if (!here(membrane) || !double(tangents) || !double(blocks))
        javascriptKernel.addTriangleDiagonals(membrane, params, tangents, blocks, a, b);
      else
        functions.addTriangleDiagonals(
          membrane.triangleCount,
          membrane.triangles.byteOffset,
          membrane.inverseRest.byteOffset,
          membrane.areas.byteOffset,
          tangents.byteOffset,
          blocks.byteOffset,
          addressOf(params),
          a,
          b,
        );
    },
  };
}
