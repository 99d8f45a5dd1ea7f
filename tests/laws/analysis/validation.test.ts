// @module-tag same-on-every-kernel
// @module-tag sampled
import { expect, test } from 'vitest';
import { VALIDATION_CASES } from '../../../src/physics/analysis/validation/cases';
import { elastica, loadAtChordAngle } from '../../../src/physics/analysis/validation/elastica';
import { deviationOf, NETS, type Net } from '../../../src/physics/analysis/validation/validation-case';
import { measureCase, netsOf, validationStudy } from '../../../src/physics/analysis/validation/validation-study';
import { droopOfElastica, tipOfElastica } from '../../fixtures/elastica';
import { LONG } from '../../fixtures/run-length';

/** By default the coarse net, which is soon measured. */
const isInRun = (net: Net) => LONG || net === NETS[0];
const RUNS = VALIDATION_CASES.flatMap((one) =>
  netsOf(one)
    .filter(isInRun)
    .map((net) => ({ one, net })),
);

test.each(RUNS.map(({ one, net }) => [one.id, net.cells, net.mesh, one, net] as const))(
  '%s, %i cells, %s: every figure is as near to its reference as the test allows',
  (_id, _cells, _mesh, one, net) => {
    const measured = measureCase(one, net);
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

test('a study of one test reports every net in turn, and its verdict at the end', () => {
  const work = validationStudy({ id: 'standing-strip' });
  const verdicts: string[] = [];
  let report = work.next();
  for (; !report.done; report = work.next()) if (report.value) verdicts.push(report.value.partial.cases[0].verdict);
  expect(verdicts).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'passes']);
  expect(report.value.cases[0].rows[0].deviations.every((deviation) => deviation !== null)).toBe(true);
  expect(() => validationStudy({ id: 'none' }).next()).toThrow('there is no test "none"; there are own-weight,');
});
