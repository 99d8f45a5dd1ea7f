import { expect, test } from 'vitest';
import type { ExperimentPlan, ExperimentRun } from '../../../../src/physics';
import { outcomeText } from '../../../../src/ui/instruments/experiment';

const plan = (values: readonly (number | string)[], key = 'dt'): ExperimentPlan =>
  ({ runs: values.map((value) => ({ values: { [key]: value } })), units: { [key]: 's' } }) as never;
const run = (index: number, blewUp: boolean): ExperimentRun => ({ index, blowUp: blewUp ? {} : null }) as never;
const says = (ends: readonly boolean[], values: readonly (number | string)[] = [0.1, 0.2, 0.3]) =>
  outcomeText(
    plan(values),
    ends.map((blewUp, index) => run(index, blewUp)),
  );

test('an experiment says how many runs blew up, and from which value on', () => {
  expect(says([false, false, false])).toBe('All 3 runs reached the end: none blew up.');
  expect(says([true, true, true])).toBe('All 3 runs blew up.');
  expect(says([false, true, true])).toBe('2 of 3 runs blew up: those with dt from 0.2 s on.');
  expect(says([true, false, false])).toBe('1 of 3 runs blew up: those with dt up to 0.1 s.');
  expect(says([true, false, true])).toBe('2 of 3 runs blew up: dt alone does not divide them.');
  expect(says([false, true], ['rk4', 'midpoint'])).toBe('1 of 2 runs blew up.');
});

test('before all are finished it says so', () => {
  expect(says([false])).toBe('The run reached the end so far, of 3: none blew up.');
  expect(says([false, true])).toBe('1 of 2 runs blew up so far, of 3: those with dt from 0.2 s on.');
});
