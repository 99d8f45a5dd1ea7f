import type { Vec3 } from '../../model/model';
import { elastica, loadAtChordAngle, tipPath } from './elastica';
import type { Measured, Net, Place, ValidationCase } from './specimen';
import { type Clamped, createClamped, D, deadLoad, endMoment, tipOf } from './strip';

const toleranceOf = ({ mesh }: Net) => (mesh === 'net' ? 0.03 : 0.07);

const LOADS = [0.1, 1, 2, 5, 10, 20, 50, 100];
/** Heavier strips bend within a few cells of their clamp: on a net of 40 cells, and on one of twice as many. */
const HEAVY = [
  { weight: 300, times: 1, label: 'Γ = 300' },
  { weight: 1000, times: 2, label: 'Γ = 1000, 80 cells' },
];
/** Loads on the way there: from one to the next, Newton's method finds the shape. */
const STAGES = [30, 150];
/** Cells that a net for these has at least. */
const FINE = 40;

/** The last load of a strip, after some smaller ones. @param label absent: each load is measured */
function* bend(net: Net, loads: readonly number[], label?: string): Generator<null, Measured[], void> {
  const most = loads[loads.length - 1];
  const strip = createClamped(net, most);
  const measured: Measured[] = [];
  for (const weight of loads) {
    yield* strip.settle(weight / most);
    if (label && weight < most) continue;
    const { reach, droop } = tipOf(strip);
    const exact = elastica({ weight });
    measured.push({
      label: label ?? `Γ = ${weight}`,
      value: droop / reach,
      reference: exact.droop / exact.reach,
      tip: [reach, -droop],
    });
  }
  return measured;
}

/** A clamped strip bends under its own weight. */
export const ownWeight: ValidationCase = {
  id: 'own-weight',
  label: 'Strip under its weight',
  quantity: 'droop H over reach W of the tip',
  about:
    'A clamped strip that hardly stretches bends under its weight, Γ = w g L³/D. The reference is the elastica, the exact curve.',
  tolerance: toleranceOf,
  path: () => tipPath(HEAVY[HEAVY.length - 1].weight, (weight) => ({ weight })),
  *measure(net) {
    const measured = yield* bend(net, LOADS);
    if (net.cells < FINE) return measured;
    for (const { weight, times, label } of HEAVY) {
      const finer = { ...net, cells: times * net.cells };
      measured.push(...(yield* bend(finer, [...STAGES, weight], label)));
    }
    return measured;
  },
};

const TIP_LOADS = [1, 2, 5, 10];

/** A clamped strip without weight bends under a force on its tip. */
export const tipLoad: ValidationCase = {
  id: 'tip-load',
  label: 'Strip under a tip force',
  quantity: 'droop w/L and shortening u/L of the tip',
  about:
    'A clamped strip without weight bends under a vertical force P on its tip, p = P L²/EI. The reference is the elastica, the exact curve.',
  tolerance: toleranceOf,
  path: () => tipPath(TIP_LOADS[TIP_LOADS.length - 1], (tip) => ({ tip })),
  *measure(net) {
    const strip = createClamped(net, 1);
    const measured: Measured[] = [];
    for (const tip of TIP_LOADS) {
      const force: Vec3 = [0, -tip * D * strip.breadth, 0];
      yield* strip.settle(
        0,
        strip.ends.flatMap((row) => deadLoad(row, force)),
      );
      const { reach, droop } = tipOf(strip);
      const exact = elastica({ tip });
      measured.push({ label: `w/L at p = ${tip}`, value: droop, reference: exact.droop, tip: [reach, -droop] });
      measured.push({ label: `u/L at p = ${tip}`, value: 1 - reach, reference: 1 - exact.reach });
    }
    return measured;
  },
};

/** Angles that the strip is bent by. */
const ANGLES: readonly (readonly [name: string, angle: number])[] = [
  ['π/2', Math.PI / 2],
  ['π', Math.PI],
  ['3π/2', 1.5 * Math.PI],
  ['2π', 2 * Math.PI],
];

/** A moment at its end bends a strip to an arc, and at last to a full circle. */
export const endMomentCase: ValidationCase = {
  id: 'end-moment',
  label: 'Strip under an end moment',
  quantity: 'shift of the tip along the strip u/L, and across it v/L',
  about:
    'A moment M at the end of a strip without weight bends it to an arc of the angle t = M L/EI, at 2π to a circle. Deviations are parts of the length.',
  tolerance: toleranceOf,
  path: () =>
    Array.from({ length: 61 }, (_, k): Place => {
      const t = Math.max(1e-6, (k * Math.PI) / 30);
      return [Math.sin(t) / t, (1 - Math.cos(t)) / t];
    }),
  *measure(net) {
    const load = endMoment();
    // In its plane: a narrow strip would turn aside under a moment about a fixed axis.
    const strip = createClamped(net, 1, { forces: [load.definition], endsInCell: true, isPlane: true });
    const { rowAt, meanAt, side, tip, from } = strip;
    const ends = [{ outer: rowAt(tip), inner: rowAt(tip - side), sign: 1 }];
    if (strip.ends.length > 1) ends.push({ outer: rowAt(0), inner: rowAt(side), sign: -1 });
    const measured: Measured[] = [];
    for (const [name, t] of ANGLES) {
      load.set(ends, t * D * strip.breadth);
      placeOnArc(strip, t);
      yield* strip.settle(0);
      const [last, before] = [meanAt(tip), meanAt(tip - side)];
      const u = (last[0] + before[0]) / 2 - from - 1;
      const v = (last[1] + before[1]) / 2;
      const place: Place = [1 + u, v];
      measured.push({ label: `u/L at t = ${name}`, value: u, reference: Math.sin(t) / t - 1, scale: 1, tip: place });
      measured.push({ label: `v/L at t = ${name}`, value: v, reference: (1 - Math.cos(t)) / t, scale: 1 });
    }
    return measured;
  },
};

/** The search begins on the arc, which is not its equilibrium: the strip can stretch, and has cells. */
function placeOnArc({ world, state, from }: Clamped, t: number): void {
  const { particleCount, membrane, inverseMasses } = world.model;
  const rest = membrane?.rest ?? new Float64Array();
  for (let i = 0; i < particleCount; i++) {
    if (inverseMasses[i] === 0) continue;
    const s = rest[3 * i] - from;
    state.positions[4 * i] = from + Math.sin(t * s) / t;
    state.positions[4 * i + 1] = (1 - Math.cos(t * s)) / t;
  }
}

/** The load at which the curve straight up ceases to be stable: 9/4 of the square of the first zero of the Bessel function J₋⅓. */
const CRITICAL = 7.83735;
/** Γ at which the search begins, stable and not. */
const [STABLE, BUCKLED] = [5, 11];
const HALVINGS = 12;

/** A strip that stands on its clamped end buckles under its weight. */
export const standingStrip: ValidationCase = {
  id: 'standing-strip',
  label: 'Standing strip',
  quantity: 'q L³/EI at which it buckles',
  about:
    'A strip stands upright on its clamped end. Above a critical length its own weight bends it over. The reference is by Greenhill.',
  tolerance: toleranceOf,
  *measure(net) {
    const strip = createClamped(net, BUCKLED, { isStanding: true });
    let [low, high] = [STABLE, BUCKLED];
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      yield* strip.settle(middle / BUCKLED);
      if (strip.isStable()) low = middle;
      else high = middle;
    }
    return [{ label: 'q L³/EI', value: (low + high) / 2, reference: CRITICAL }];
  },
};

/** rad; of the chord, by the standard. */
const ANGLE = (41.5 * Math.PI) / 180;

/** The cantilever test of fabrics. */
export const bendingLength: ValidationCase = {
  id: 'bending-length',
  label: 'Strip over an edge, 41.5°',
  quantity: 'Γ = w g L³/D',
  about:
    'The cantilever test of fabrics, ASTM D1388: a strip is pushed over an edge until the chord to its tip is 41.5° below the horizontal; its length then gives D. The reference is the elastica’s Γ at this angle.',
  tolerance: toleranceOf,
  *measure(net) {
    const most = 10;
    const strip = createClamped(net, most);
    let [low, high] = [6, most];
    let [atLow, atHigh] = [0, 0];
    const miss = () => {
      const { reach, droop } = tipOf(strip);
      return Math.atan2(droop, reach) - ANGLE;
    };
    yield* strip.settle(low / most);
    atLow = miss();
    yield* strip.settle(1);
    atHigh = miss();
    // The secant method.
    for (let turn = 0; turn < 4 && Math.abs(atHigh) > 1e-9; turn++) {
      const next = high - (atHigh * (high - low)) / (atHigh - atLow);
      [low, atLow, high] = [high, atHigh, next];
      yield* strip.settle(high / most);
      atHigh = miss();
    }
    return [{ label: 'chord at 41.5°', value: high, reference: loadAtChordAngle(ANGLE) }];
  },
};
