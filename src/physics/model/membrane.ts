import type { Arena } from './arena';
import type { Membrane, Model } from './model';
import type { Params } from './params';

type MembraneArrays = Omit<Membrane, 'triangleCount' | 'isFilled' | 'rest'>;

/** Triangles at rest; n particles, s triangles. */
interface Rest {
  /** 3s; corners. */
  triangles: Uint32Array;
  /** 3n; m. */
  rest: Float64Array;
}

/** The membrane of these triangles, whose arrays are filled when they are first read: most cloths never use theirs. */
export function buildMembrane(atRest: Rest, arena: Arena): Membrane {
  const triangleCount = atRest.triangles.length / 3;
  const arrays: MembraneArrays = {
    triangles: arena.indices(3 * triangleCount),
    inverseRest: arena.doubles(4 * triangleCount),
    areas: arena.doubles(triangleCount),
    wholeAreas: arena.doubles(triangleCount),
  };
  let isFilled = false;
  let rest: Float64Array | null = null;
  function filled(): MembraneArrays {
    if (isFilled) return arrays;
    isFilled = true;
    fill(arrays, atRest);
    return arrays;
  }
  return {
    triangleCount,
    get rest() {
      rest ??= atRest.rest;
      return rest;
    },
    get isFilled() {
      return isFilled;
    },
    get triangles() {
      return filled().triangles;
    },
    get inverseRest() {
      return filled().inverseRest;
    },
    get areas() {
      return filled().areas;
    },
    get wholeAreas() {
      return filled().wholeAreas;
    },
  };
}

/** The inverse rest edge matrix of every triangle, in a frame of the triangle's own plane.
 *
 *  With e₁ = X₁ − X₀, e₂ = X₂ − X₀, the first axis u along e₁ and the second one across it towards e₂,
 *    D_m = ( l  d )    l = |e₁|,  d = e₂·u,  h = |e₂ − d u|
 *          ( 0  h )
 *    D_m⁻¹ = ( 1/l  −d/(l h) ),   A₀ = ½ l h.
 *            (  0      1/h   )
 *  The material is isotropic, so that the direction of the axes has no effect. A triangle without area keeps zeros: it
 *  exerts no force.
 *  Source: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture. */
function fill(arrays: MembraneArrays, { triangles, rest }: Rest): void {
  const { inverseRest, areas, wholeAreas } = arrays;
  arrays.triangles.set(triangles);
  for (let t = 0; t < areas.length; t++) {
    const [o, p, q] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const ax = rest[p] - rest[o];
    const ay = rest[p + 1] - rest[o + 1];
    const az = rest[p + 2] - rest[o + 2];
    const bx = rest[q] - rest[o];
    const by = rest[q + 1] - rest[o + 1];
    const bz = rest[q + 2] - rest[o + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const twiceArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (twiceArea === 0) continue;
    const l = Math.sqrt(ax * ax + ay * ay + az * az);
    const d = (bx * ax + by * ay + bz * az) / l;
    inverseRest[4 * t] = 1 / l;
    inverseRest[4 * t + 1] = -d / twiceArea;
    inverseRest[4 * t + 3] = l / twiceArea;
    areas[t] = wholeAreas[t] = twiceArea / 2;
  }
}

/** True if the model has a membrane that resists strain or its rate. */
export function isMembraneActive({ membrane }: Model, params: Params): boolean {
  const { membraneLambda, membraneMu, membranePhi, membranePsi } = params;
  return membrane !== null && (membraneLambda > 0 || membraneMu > 0 || membranePhi > 0 || membranePsi > 0);
}
