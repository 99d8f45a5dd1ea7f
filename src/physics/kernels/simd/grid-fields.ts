import type { Arena } from '../../model/arena';
import type { GridFields, GridNet } from '../kernel';
import { createField, firstOf } from './grid-levels';

/** What `assembly/multigrid` exports for fields; all are addresses or bytes. */
export interface FieldFunctions {
  dotFields(x: number, y: number, size: number, result: number): void;
  axpyFields(y: number, a: number, x: number, size: number): void;
  aypxFields(y: number, a: number, x: number, size: number): void;
  takeField(level: number, field: number, from: number): void;
  giveField(level: number, field: number, to: number): void;
}

/** What acts on fields that begin, with node (0, 0), at these addresses. */
export interface FieldMaps {
  multiply(y: number, p: number): void;
  cycle(z: number, r: number): void;
}

/** Where in what the arena leaves free a loop puts the number that it finds, bytes. */
const RESULT = 8;

/** @param level the address of the net's. Vectors and fields must lie in this memory. */
export function createGridFields(
  functions: FieldFunctions,
  { buffer }: WebAssembly.Memory,
  net: GridNet,
  level: number,
  maps: FieldMaps,
  arena: Arena,
): GridFields {
  const result = new Float64Array(buffer, RESULT, 1);
  const first = firstOf(net);

  return {
    loops: {
      dot(x, y) {
        functions.dotFields(x.byteOffset, y.byteOffset, x.byteLength, RESULT);
        return result[0];
      },
      axpy: (y, a, x) => functions.axpyFields(y.byteOffset, a, x.byteOffset, y.byteLength),
      aypx: (y, a, x) => functions.aypxFields(y.byteOffset, a, x.byteOffset, y.byteLength),
    },
    create: () => createField(net, arena),
    take: (field, vector) => functions.takeField(level, field.byteOffset + first, vector.byteOffset),
    give: (vector, field) => functions.giveField(level, field.byteOffset + first, vector.byteOffset),
    multiply: (y, p) => maps.multiply(y.byteOffset + first, p.byteOffset + first),
    cycle: (z, r) => maps.cycle(z.byteOffset + first, r.byteOffset + first),
  };
}
