import type { NetBending } from '../../kernels/net-bending';
import type { Floats } from '../../model/arena';
import { intactTriangles } from '../../model/cuts';
import type { State } from '../../model/model';
import type { ParamTable } from '../../model/param-spec';
import { type CurvatureDerivatives, type ForceDefinition, OF_PARTICLES } from '../../world/force';
import { addBendingBounds, addBlocks } from './bending-blocks';
import { addDerivative, addForce, setShapes, shapesLength, squaredCurvatures, squaredRates } from './bending-loops';
import type { CurvatureRows } from './curvature-rows';
import { fittedRows } from './fitted-rows';
import { createNetBending, setWeights } from './net-bending';
import { netRows } from './net-rows';
import { springWeights } from './spring-weights';

const BENDING_PARAMS = {
  bending: {
    label: 'bending',
    unit: 'N·m',
    default: 0,
    range: [1e-8, 1e-2],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Flexural rigidity D: bending moment per breadth over curvature. It does not depend on the net. Cotton about 1e-5 N·m.',
    appliesTo: 'surface',
  },
  bendingDamping: {
    label: 'bending damping',
    unit: 'N·m·s',
    default: 0,
    range: [1e-10, 1e-3],
    scale: 'logarithmic',
    accepts: 'non-negative',
    group: 'Material',
    help: 'Resists the rate of change of curvature, as bending resists the curvature itself.',
    appliesTo: 'surface',
  },
} as const satisfies ParamTable;

/** A surface that resists bending, by its flexural rigidity D: E = ½D Σ |κ − κ₀c|², with the curvature κ, a fixed linear function
 *  of the positions, as in `curvature-rows.ts`.
 *
 *  The surface hardly stretches, so that the second derivatives of the position in the coordinates of the rest shape are across
 *  the surface, and the sum of their squares is κ₁² + κ₂². For a surface that is flat at rest, f = −D Wᵀ W x: linear, the
 *  matrix is constant and never indefinite. Without loads, ends and borders are free.
 *  Sources: Bergou, Wardetzky, Harmon, Zorin, Grinspun, A Quadratic Bending Model for Inextensible Surfaces (an energy that is
 *  quadratic in the positions); Garg, Grinspun, Wardetzky, Zorin, Cubic Shells (curved at rest). */
export const bending: ForceDefinition = {
  id: 'bending',
  label: 'Bending',
  summary: 'The surface resists a change of its curvature, by the same amount for every net and direction.',
  isRelative: true,
  account: 'elastic',
  params: BENDING_PARAMS,
  create(world) {
    const { model } = world;
    const { membrane } = model;
    if (!membrane) return {};
    const triangles = model.surface.length > 0 ? model.surface : membrane.triangles;
    /** Computed when it is first read. */
    const rest = () => membrane.rest;
    let rows: CurvatureRows | null = null;
    let cuts = -1;
    /** 4n each, in double precision: positions, velocities and a force. Made when they are first needed. */
    let scratch: Record<'x' | 'v' | 'f', Float64Array> | null = null;
    /** 4n; positions where the world was linearized last; and the shapes of the rows there, set when they are first read. */
    let at: Float64Array | null = null;
    let shapes = new Float64Array(0);
    let isShaped = false;
    let clamped = true;
    /** 1/m², of the springs, for the present rows. */
    let likeSprings: { readonly rows: CurvatureRows; readonly weights: Float64Array } | null = null;
    const net = createNetBending(world);
    /** True while the present rows are those of `net`. */
    let isNet = false;

    const isActive = () => world.params.bending > 0 || world.params.bendingDamping > 0;
    /** Made for the present cuts when it is first needed: most cloths do not use theirs. */
    function present(): CurvatureRows {
      if (rows && cuts === model.cuts.version) return rows;
      cuts = model.cuts.version;
      const intact = intactTriangles(model, triangles);
      rows = netRows(model, intact, rest());
      isNet = rows !== null && net !== null && setWeights(net, rows);
      rows ??= fittedRows(intact, rest());
      return rows;
    }

    function doubles({ positions, velocities }: State) {
      const size = positions.length;
      scratch ??= { x: new Float64Array(size), v: new Float64Array(size), f: new Float64Array(size) };
      scratch.x.set(positions);
      scratch.v.set(velocities);
      return scratch;
    }

    /** The shapes of the present rows, which are not those of `net`, at these positions. */
    function shapesAt(positions: Float64Array): Float64Array {
      const length = shapesLength(present());
      if (shapes.length !== length) shapes = new Float64Array(length);
      else if (isShaped) return shapes;
      setShapes(present(), shapes, positions);
      isShaped = true;
      return shapes;
    }

    /** f += the force of a net at the positions x, for the flexural rigidity D and this damping. */
    function addOfNet(net: NetBending, f: Floats, x: Floats, at: Floats, v: Floats, D: number, damping: number): void {
      const { perArea } = present();
      net.factor = D;
      if (D !== 0) world.kernel.addNetBending(net, f, x);
      if (damping === 0 || perArea.length === 0) return;
      net.dampingFactor = damping * perArea[0] * perArea[0];
      world.kernel.addNetDamping(net, f, at, v);
    }

    const ofCurvatures: CurvatureDerivatives = {
      of: 'curvatures',
      onNet(a, b) {
        const { bending, bendingDamping } = world.params;
        const { perArea, count } = present();
        if (!net || !isNet || count === 0) return null;
        net.approximated = b * bendingDamping;
        net.factor = a * bending + net.approximated;
        net.dampingFactor = net.approximated * perArea[0] * perArea[0];
        return net;
      },
      addAsSprings(stiffness, a, b) {
        const { bending, bendingDamping } = world.params;
        const rows = present();
        if (likeSprings?.rows !== rows) likeSprings = { rows, weights: springWeights(rows, model) };
        const { weights } = likeSprings;
        for (let j = 0; j < weights.length; j++) stiffness[j] += (a * bending + b * bendingDamping) * weights[j];
      },
      *groups() {
        const { count, starts, places, corners } = present();
        for (let r = 0; r < count; r++) {
          const all = [...places.subarray(starts[r], starts[r + 1]), ...corners.subarray(4 * r, 4 * r + 4)];
          yield all.map((place) => place >> 2);
        }
      },
      squares() {
        const { bending } = world.params;
        return bending > 0 && !present().isCurved ? { ...present(), factor: bending } : null;
      },
    };

    return {
      get derivatives() {
        return isActive() ? ofCurvatures : OF_PARTICLES;
      },
      addForce(f, state) {
        if (!isActive()) return;
        const { bending, bendingDamping } = world.params;
        const { positions, velocities } = state;
        const rows = present();
        if (net && isNet) {
          addOfNet(net, f, positions, positions, velocities, bending, bendingDamping);
          return;
        }
        const { x, v, f: sum } = doubles(state);
        sum.fill(0);
        addForce(rows, sum, x, v, bending, bendingDamping);
        for (let i = 0; i < f.length; i++) f[i] += sum[i];
      },
      linearize({ positions }, clamp) {
        if (!isActive()) return;
        at ??= new Float64Array(positions.length);
        at.set(positions);
        isShaped = false;
        net?.positions.set(positions);
        clamped = clamp;
      },
      addDerivative(y, p, a, b) {
        if (!isActive() || !at) return;
        const D = a * world.params.bending;
        const damping = b * world.params.bendingDamping;
        const rows = present();
        // Of a net the positions are also in the memory of the kernel.
        if (net && isNet) addOfNet(net, y, p, net.positions, p, D, damping);
        else addDerivative(rows, shapesAt(at), y, p, D, damping, clamped);
      },
      addDiagonal(blocks, a, b) {
        if (!isActive() || !at) return;
        const { bending, bendingDamping } = world.params;
        addBlocks(present(), shapesAt(at), blocks, a * bending, b * bendingDamping);
      },
      addBounds(k, c) {
        const { bending, bendingDamping } = world.params;
        if (isActive()) addBendingBounds(present(), rest(), bending, bendingDamping, k, c);
        return true;
      },
      energy(state) {
        const { bending } = world.params;
        return bending === 0 ? 0 : (bending / 2) * squaredCurvatures(present(), doubles(state).x);
      },
      heat(state) {
        const { bendingDamping } = world.params;
        if (bendingDamping === 0) return 0;
        const { x, v } = doubles(state);
        return bendingDamping * squaredRates(present(), x, v);
      },
    };
  },
};
