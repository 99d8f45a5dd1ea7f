// @module-tag same-on-every-kernel
// @module-tag sampled
import { expect, test } from 'vitest';
import { elastica, loadAtChordAngle } from '../../../src/physics/analysis/validation/elastica';
import { deviationOf, NETS, type Net } from '../../../src/physics/analysis/validation/specimen';
import {
  netsOf,
  VALIDATION_CASES,
  validationPlan,
  validationStudy,
} from '../../../src/physics/analysis/validation/validation-study';
import { runToEnd } from '../../../src/physics/slices';
import { droopOfElastica, tipOfElastica } from '../../fixtures/elastica';
import { LONG } from '../../fixtures/run-length';

/** By default the coarse net, which is soon measured. The drape is measured in `drape.test.ts`. */
const isInRun = (net: Net) => LONG || net === NETS[0];
const RUNS = VALIDATION_CASES.filter(({ id }) => id !== 'drape').flatMap((one) =>
  netsOf(one)
    .filter(isInRun)
    .map((net) => ({ one, net })),
);

test.each(RUNS.map(({ one, net }) => [one.id, net.cells, net.mesh, one, net] as const))(
  '%s, %i cells, %s: every figure is as near to its reference as the test allows',
  (_id, _cells, _mesh, one, net) => {
    const measured = runToEnd(one.measure(net));
    expect(measured).not.toEqual([]);
    for (const figure of measured)
      expect(Math.abs(deviationOf(figure)), JSON.stringify(figure)).toBeLessThanOrEqual(one.tolerance(net));
  },
);

test('the references of strips are those of the elastica, integrated by another method', () => {
  for (const weight of [0.1, 1, 10, 100, 1000]) {
    const { reach, droop } = elastica({ weight });
    expect(droop / reach / droopOfElastica(weight)).toBeCloseTo(1, 5);
  }
  for (const tip of [1, 2, 5, 10]) {
    const { reach, droop } = elastica({ tip });
    const exact = tipOfElastica(0, tip);
    expect([reach, droop]).toEqual([expect.closeTo(exact.reach, 7), expect.closeTo(exact.droop, 7)]);
  }
  const chord = Math.tan((41.5 * Math.PI) / 180);
  expect(droopOfElastica(loadAtChordAngle(Math.atan(chord)))).toBeCloseTo(chord, 7);
});

/** J of an order, by its series. */
function bessel(order: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 60; k++) {
    term *= -(x * x) / 4 / (k * (k + order));
    sum += term;
  }
  return sum;
}

/** The zero between two places, by halving. */
function zero(f: (x: number) => number, low: number, high: number): number {
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (f(low) * f(middle) <= 0) high = middle;
    else low = middle;
  }
  return low;
}

const referencesOf = (id: string) => {
  const one = VALIDATION_CASES.find((test) => test.id === id);
  if (!one) throw new Error(`there is no test ${id}`);
  return new Map(runToEnd(one.measure(NETS[0])).map(({ label, reference }) => [label, reference as number]));
};

test('the chain’s references are half of the zeros of J₀, and the standing strip’s is 9/4 of the square of that of J₋⅓', () => {
  const J0 = (x: number) => bessel(0, x);
  const halves = [zero(J0, 2, 3), zero(J0, 5, 6), zero(J0, 8, 9)].map((x) => x / 2);
  for (const [k, exact] of [...referencesOf('hanging-chain').values()].entries())
    expect(exact).toBeCloseTo(halves[k], 5);
  const critical = 2.25 * zero((x) => bessel(-1 / 3, x), 1, 2.5) ** 2;
  expect(referencesOf('standing-strip').get('q L³/EI')).toBeCloseTo(critical, 5);
});

test('the moments of the picture frame are the slopes of the energy of springs and of a membrane', () => {
  const h = 1e-4;
  const slope = (energy: (angle: number) => number, angle: number) => (energy(angle + h) - energy(angle - h)) / (2 * h);
  // Unit squares: two diagonals of k = ⅜ E t each, and E t = 1.
  const diagonals = (angle: number) =>
    [1, -1].reduce((sum, sign) => sum + 0.1875 * (Math.sqrt(2 + 2 * sign * Math.sin(angle)) - Math.SQRT2) ** 2, 0);
  // E = ½(FᵀF − 1) of F = (e₁ e₂), with e₁·e₂ = sin γ: μ E:E.
  const sheet = (angle: number) => (2 * (Math.sin(angle) / 2) ** 2) / (2 * 1.3);
  const references = referencesOf('picture-frame');
  for (const degrees of [10, 30, 45]) {
    const angle = (degrees * Math.PI) / 180;
    expect(references.get(`springs: ${degrees}°`)).toBeCloseTo(slope(diagonals, angle), 6);
    expect(references.get(`membrane: ${degrees}°`)).toBeCloseTo(slope(sheet, angle), 6);
  }
});

test('a study of one test reports every net in turn, and its verdict at the end', () => {
  const planned = validationPlan().cases.find(({ id }) => id === 'hanging-chain');
  const work = validationStudy('hanging-chain');
  const verdicts: (string | undefined)[] = [planned?.verdict];
  let report = work.next();
  for (; !report.done; report = work.next()) if (report.value) verdicts.push(report.value.partial.verdict);
  expect(verdicts).toEqual(['waiting', 'waiting', 'passes']);
  const { rows, worst, allowed, tolerances } = report.value;
  expect(rows.map(({ values }) => values.map((value) => value !== null))).toEqual(
    rows.map(() => NETS.map(({ mesh }) => mesh === 'net')),
  );
  const shares = rows.flatMap(({ deviations }) => deviations.map((part, i) => Math.abs(part ?? 0) / tolerances[i]));
  expect(Math.abs(worst ?? 0) / allowed).toBe(Math.max(...shares));
  expect(() => validationStudy('none').next()).toThrow('there is no test "none"; there are own-weight,');
});
