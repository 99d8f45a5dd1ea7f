/** How many iterations the methods that solve springs need for the step of implicit Euler. */
import type { SceneFile } from '../../../src/physics';
import { crumpledNet, differenceFromNewton, straightChain, stretchedCloth } from '../../fixtures/one-step';
import type { Table } from '../report';

/** Of Δv. */
const CLOSE = 1e-4;
const MAX_ITERATIONS = 2000;
const SCENES: readonly [name: string, scene: SceneFile, dt: number][] = [
  ['chain of 12 links', straightChain(1), 2e-3],
  ['crumpled net 5×6', crumpledNet(1), 1 / 60],
  ['cloth 5×5, stretched twice', stretchedCloth(1), 1 / 60],
];
const METHODS = [
  { integrator: 'xpbd' },
  { integrator: 'projective-dynamics' },
  { integrator: 'projective-dynamics', acceleration: 0.9 },
  { integrator: 'vertex-block-descent' },
  { integrator: 'vertex-block-descent', acceleration: 0.8 },
];

export function iterationsToStep(): Table {
  return {
    title: `Iterations to the step of implicit Euler, within ${CLOSE} of Δv`,
    about:
      'XPBD has another limit where springs turn within the step: then what is left of Δv, however many iterations.',
    rows: METHODS.map(({ integrator, acceleration = 0 }) => {
      const named = acceleration > 0 ? `${integrator}, acceleration ${acceleration}` : integrator;
      const cells = SCENES.map(([name, scene, dt]): [string, string] => {
        const left = (iterations: number) =>
          differenceFromNewton(integrator, scene, { dt, gravity: 9.81, iterations, acceleration });
        const most = left(MAX_ITERATIONS);
        if (most > CLOSE) return [name, `${(100 * most).toPrecision(2)} % left`];
        return [name, String(least(left))];
      });
      return { method: named, ...Object.fromEntries(cells) };
    }),
  };
}

/** The least number whose result is close, if more are closer. */
function least(left: (iterations: number) => number): number {
  let [low, high] = [0, 1];
  while (left(high) > CLOSE) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (left(middle) > CLOSE) low = middle;
    else high = middle;
  }
  return high;
}
