import { loadAtChordAngle } from '../elastica';
import { createClamped, tipOf } from '../strip';
import type { ValidationCase } from '../validation-case';

/** rad; of the chord, by the standard. */
const ANGLE = (41.5 * Math.PI) / 180;

/** The cantilever test of fabrics. */
export const bendingLength: ValidationCase = {
  id: 'bending-length',
  label: 'Strip over an edge, 41.5°',
  quantity: 'Γ = w g L³/D',
  about:
    'The cantilever test of fabrics, ASTM D1388: a strip is pushed over an edge until the chord to its tip is 41.5° below the horizontal; its length then gives D. The reference is the elastica’s Γ at this angle.',
  tolerance: ({ mesh }) => (mesh === 'net' ? 0.03 : 0.07),
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
