import type { Floats } from '../../model/arena';
import type { Membrane } from '../../model/model';
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
    lambda: number,
    mu: number,
    phi: number,
    psi: number,
    thickness: number,
    scratch: number,
  ): void;
  linearizeTriangles(
    count: number,
    triangles: number,
    inverseRest: number,
    areas: number,
    x: number,
    tangents: number,
    lambda: number,
    mu: number,
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
    lambda: number,
    mu: number,
    phi: number,
    psi: number,
    thickness: number,
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
    lambda: number,
    mu: number,
    phi: number,
    psi: number,
    thickness: number,
    a: number,
    b: number,
  ): void;
}

/** Where a batch of triangles has its scratch numbers, in memory below the arena's arrays, bytes. */
const SCRATCH = 1024;

/** The triangles of a membrane in this memory; others are left to the JavaScript loops. */
export function triangleLoops(functions: TriangleFunctions, { buffer }: WebAssembly.Memory): TriangleLoops {
  const single = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;
  const double = (array: Floats) => array.buffer === buffer && array instanceof Float64Array;
  // `areas` is allocated after the other arrays used here: if it lies in this memory, so do they.
  const here = ({ areas }: Membrane) => double(areas);

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
        params.membraneLambda,
        params.membraneMu,
        params.membranePhi,
        params.membranePsi,
        params.membraneThickness,
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
          params.membraneLambda,
          params.membraneMu,
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
          params.membraneLambda,
          params.membraneMu,
          params.membranePhi,
          params.membranePsi,
          params.membraneThickness,
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
          params.membraneLambda,
          params.membraneMu,
          params.membranePhi,
          params.membranePsi,
          params.membraneThickness,
          a,
          b,
        );
    },
  };
}
