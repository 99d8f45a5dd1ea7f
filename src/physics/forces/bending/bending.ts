import type { CurvatureLoops, CurvatureRows, NetBending } from '../../kernels/curvature-rows';
import { squaredRates } from '../../kernels/javascript/curvature-loops';
import type { Floats } from '../../model/arena';
import { intactTriangles } from '../../model/cuts';
import type { ParamTable } from '../../model/param-spec';
import { type CurvatureDerivatives, type ForceDefinition, OF_PARTICLES } from '../../world/force';
import { addBendingBounds, addBlocks } from './bending-blocks';
import { fittedRows } from './fitted-rows';
import { createNetBending, netRows, setWeights } from './net-rows';

const OF_SURFACE = { default: 0, accepts: 'non-negative', group: 'Material', appliesTo: 'surface' } as const;

const BENDING_PARAMS = {
  bending: {
    label: 'bending',
    unit: 'N·m',
    ...OF_SURFACE,
    range: [1e-8, 1e-2],
    help: 'Flexural rigidity D: bending moment per breadth over curvature. It does not depend on the net. Cotton about 1e-5 N·m.',
  },
  bendingDamping: {
    label: 'bending damping',
    unit: 'N·m·s',
    ...OF_SURFACE,
    range: [1e-10, 1e-3],
    help: 'Resists the rate of change of curvature, as bending resists the curvature itself.',
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
    /** The loops over the present rows, made when they are first needed. */
    let loops: { readonly rows: CurvatureRows; readonly of: CurvatureLoops } | null = null;
    /** 4n; positions where the world was linearized last, and the rows whose shapes have been set there. */
    let at: Float64Array | null = null;
    let shaped: CurvatureRows | null = null;
    let clamped = true;
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

    /** The loops over the present rows, which are not those of `net`. */
    function presentLoops(): CurvatureLoops {
      const rows = present();
      if (loops?.rows !== rows) loops = { rows, of: world.kernel.createCurvatureLoops(rows, model.particleCount) };
      return loops.of;
    }

    /** The same, with the shapes at these positions. */
    function shapedLoops(positions: Float64Array): CurvatureLoops {
      const of = presentLoops();
      if (shaped !== present()) of.setShapes(positions);
      shaped = present();
      return of;
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

    const squaresOf = ({ count, starts, places, weights }: CurvatureRows, factor: number) => ({
      factor,
      count,
      starts,
      places,
      weights,
    });
    /** What `likeSquares` returns, the same object at each solve. */
    let like: ReturnType<typeof squaresOf> | null = null;

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
      *groups() {
        const { count, starts, places, corners } = present();
        for (let r = 0; r < count; r++) {
          const all = [...places.subarray(starts[r], starts[r + 1]), ...corners.subarray(4 * r, 4 * r + 4)];
          yield all.map((place) => place >> 2);
        }
      },
      squares() {
        const { bending } = world.params;
        return bending > 0 && !present().isCurved ? squaresOf(present(), bending) : null;
      },
      likeSquares(a, b) {
        const { bending, bendingDamping } = world.params;
        const rows = present();
        if (like?.weights !== rows.weights) like = squaresOf(rows, 0);
        like.factor = a * bending + b * bendingDamping;
        return like;
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
        present();
        if (net && isNet) {
          addOfNet(net, f, positions, positions, velocities, bending, bendingDamping);
          return;
        }
        presentLoops().addForce(f, positions, velocities, bending, bendingDamping);
      },
      linearize({ positions }, clamp) {
        if (!isActive()) return;
        at ??= new Float64Array(positions.length);
        at.set(positions);
        shaped = null;
        net?.positions.set(positions);
        clamped = clamp;
      },
      addDerivative(y, p, a, b) {
        if (!isActive() || !at) return;
        const D = a * world.params.bending;
        const damping = b * world.params.bendingDamping;
        present();
        // Of a net the positions are also in the memory of the kernel.
        if (net && isNet) addOfNet(net, y, p, net.positions, p, D, damping);
        else shapedLoops(at).addDerivative(y, p, D, damping, clamped);
      },
      addDiagonal(blocks, a, b) {
        if (!isActive() || !at) return;
        const { bending, bendingDamping } = world.params;
        addBlocks(present(), shapedLoops(at).shapes, blocks, a * bending, b * bendingDamping);
      },
      addBounds(k, c) {
        const { bending, bendingDamping } = world.params;
        if (isActive()) addBendingBounds(present(), rest(), bending, bendingDamping, k, c);
        return true;
      },
      energy(state) {
        const { bending } = world.params;
        return bending === 0 ? 0 : (bending / 2) * presentLoops().squares(state.positions);
      },
      heat(state) {
        const { bendingDamping } = world.params;
        if (bendingDamping === 0) return 0;
        return bendingDamping * squaredRates(present(), state.positions, state.velocities);
      },
    };
  },
};
