import type { Floats } from '../model/arena';
import { intactFlags } from '../model/cuts';
import type { Membrane, Model } from '../model/model';
import type { ParamTable } from '../model/param-spec';
import { cornerAreas } from '../model/surface-mesh';
import { type ForceDefinition, OF_PARTICLES } from '../world/force';

const AIR_DRAG_PARAMS = {
  airDrag: {
    label: 'air drag',
    unit: 'N·s/m³',
    default: 0,
    range: [1e-3, 10],
    accepts: 'non-negative',
    group: 'Forces',
    help: 'Resistance of still air per area of the surface and velocity. It does not depend on the net. A flat sheet falls at its weight per area over this.',
    appliesTo: 'surface',
  },
} as const satisfies ParamTable;

/** n; m²: of the surface that each particle stands for, without torn triangles. */
export function areasInAir(model: Model, { triangles: own, rest }: Membrane): Float64Array {
  const triangles = model.surface.length > 0 ? model.surface : own;
  return cornerAreas(triangles, rest, model.particleCount, intactFlags(model, triangles));
}

/** Still air resists every motion of the surface: f_i = −c A_i v_i, so ∂f/∂v = −c A_i I, with a third of the rest area of each
 *  triangle for each corner. The same in every direction, and the same motion for every net: mass and drag of a piece of cloth
 *  are both proportional to its area. Torn triangles have no drag. */
export const airDrag: ForceDefinition = {
  id: 'air-drag',
  label: 'Air drag',
  summary: 'Slows every part of the surface in proportion to its area and velocity.',
  isRelative: true,
  account: 'heat',
  params: AIR_DRAG_PARAMS,
  create(world) {
    const { model } = world;
    const { particleCount: n, membrane } = model;
    if (!membrane) return {};
    let areas: Float64Array | null = null;
    let cuts = -1;
    /** n; m²: of the present cuts, found when they are first needed. */
    const present = (): Float64Array => {
      if (areas && cuts === model.cuts.version) return areas;
      cuts = model.cuts.version;
      areas = areasInAir(model, membrane);
      return areas;
    };
    /** y_i += factor · A_i x_i. */
    function add(y: Floats, x: Floats, factor: number): void {
      if (factor === 0) return;
      const A = present();
      for (let i = 0; i < n; i++) {
        const w = factor * A[i];
        for (let o = 4 * i; o < 4 * i + 3; o++) y[o] += w * x[o];
      }
    }

    return {
      derivatives: OF_PARTICLES,
      addForce: (f, { velocities }) => add(f, velocities, -world.params.airDrag),
      addDerivative: (y, p, _a, b) => add(y, p, -b * world.params.airDrag),
      addDiagonal(blocks, _a, b) {
        const c = b * world.params.airDrag;
        if (c === 0) return;
        const A = present();
        for (let i = 0; i < n; i++) for (let k = 0; k < 9; k += 4) blocks[9 * i + k] -= c * A[i];
      },
      addBounds(_k, c, least) {
        const { airDrag } = world.params;
        if (airDrag === 0) return true;
        const A = present();
        for (let i = 0; i < n; i++) {
          c[i] += airDrag * A[i];
          if (least) least[i] += airDrag * A[i];
        }
        return true;
      },
      heat({ velocities }) {
        const { airDrag } = world.params;
        return airDrag === 0 ? 0 : airDrag * world.kernel.weightedSquares(present(), velocities);
      },
    };
  },
};
