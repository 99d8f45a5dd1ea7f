import { expect, test } from 'vitest';
import type { BlowUp } from '../../../../src/physics';
import type { Frame } from '../../../../src/runtime/frame/frame';
import { createDifferenceRecord, differenceOf } from '../../../../src/ui/instruments/side-by-side/runs-table';

/** Two particles; the second one of the companion is `apart` metres away from that of the run. */
function frameAt(time: number, apart: number, blowUp: BlowUp | null = null, generation = 0): Frame {
  const positions = Float32Array.of(0, 0, 0, 0, 1, 2, 3, 0);
  const other = Float32Array.of(0, 0, 0, 0, 1, 2, 3 + apart, 0);
  return {
    positions,
    structure: { generation },
    status: { time, blowUp: null },
    companions: [{ time, blowUp, positions: other }],
  } as unknown as Frame;
}

test('the difference is the root mean square distance, without the padding', () => {
  expect(differenceOf(Float64Array.of(0, 0, 0, 7, 1, 1, 1, 7), Float64Array.of(3, 4, 0, 0, 1, 1, 1, 0))).toBe(
    Math.sqrt(25 / 2),
  );
});

test('a record has a point for each time, a gap for 0 or a blow-up, and a bounded size', () => {
  const record = createDifferenceRecord();
  record.follow(frameAt(0.1, 0));
  record.follow(frameAt(0.1, 0));
  record.follow(frameAt(0.2, 2));
  record.follow(frameAt(0.3, 2, { step: 1 } as BlowUp));
  expect(record.columns()).toEqual([
    [0.1, 0.2, 0.3],
    [null, Math.sqrt(2), null],
  ]);
  expect(record.now).toEqual([null]);
  for (let i = 4; i < 5000; i++) record.follow(frameAt(0.1 * i, 2));
  const [times] = record.columns();
  expect(times.length).toBeLessThanOrEqual(801);
  expect(times[0]).toBe(0.1);
  expect(times.at(-1)).toBeGreaterThan(495);
});

test('a record has no points of a blow-up itself, after the last good state of the run', () => {
  const record = createDifferenceRecord();
  for (const time of [1, 2]) record.follow(frameAt(time, 1));
  record.follow(frameAt(3, 1e20));
  const frame = frameAt(4, 1, { step: 1 } as BlowUp);
  record.follow({ ...frame, companions: frame.companions.map((one) => ({ ...one, time: 2 })) });
  expect(record.columns()).toEqual([
    [1, 2, 3, 4],
    [Math.SQRT1_2, Math.SQRT1_2, null, null],
  ]);
});

test('a record restarts when time goes back, or the scene changes', () => {
  const record = createDifferenceRecord();
  for (const time of [1, 2]) record.follow(frameAt(time, 1));
  record.follow(frameAt(0.5, 1));
  expect(record.columns()[0]).toEqual([0.5]);
  record.follow(frameAt(3, 1, null, 1));
  expect(record.columns()[0]).toEqual([3]);
});
