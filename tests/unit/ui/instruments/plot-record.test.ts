import { expect, test } from 'vitest';
import { createPlotRecord, type Moment, OBSERVABLES } from '../../../../src/ui/instruments/plot-record';

const at = (time: number, total = time): Moment => ({
  time,
  energy: { kinetic: 0, elastic: 0, gravity: 0, total },
  strain: 0,
  iterations: 0,
  positions: [1, 2, 3],
  velocities: [0, 3, 4],
  o: 0,
  status: { params: { dt: 1 }, stability: { dt: 0 }, stepTime: 0 } as unknown as Moment['status'],
});
const column = (id: string) => OBSERVABLES.findIndex((one) => one.id === id);

test('a record replaces the present between two samples by the next sample', () => {
  const record = createPlotRecord(OBSERVABLES, 10);
  record.add(at(1), false);
  record.add(at(1.5), true);
  expect(record.times).toEqual([1, 1.5]);
  record.add(at(2), false);
  record.add(at(2.2), true);
  record.add(at(2.7), true);
  expect(record.times).toEqual([1, 2, 2.7]);
  expect(record.values(column('total'))).toEqual([1, 2, 2.7]);
  expect(record.values(column('speed'))).toEqual([5, 5, 5]);
});

test('a record forgets what came after the time of a reset or rewind', () => {
  const record = createPlotRecord(OBSERVABLES, 10);
  for (const time of [1, 2, 3]) record.add(at(time), false);
  record.add(at(2), false);
  expect(record.times).toEqual([1, 2]);
  record.add(at(0, Number.NaN), true);
  expect(record.times).toEqual([0]);
  expect(record.values(column('total'))).toEqual([null]);
});

test('a record that is full drops its oldest tenth', () => {
  const record = createPlotRecord(OBSERVABLES, 100);
  for (let time = 0; time <= 100; time++) record.add(at(time), false);
  expect([record.times.length, record.times[0], record.times.at(-1)]).toEqual([91, 10, 100]);
});
