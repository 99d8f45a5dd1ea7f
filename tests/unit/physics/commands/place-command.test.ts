import { expect, test } from 'vitest';
import { createSimulation } from '../../../../src/physics';

test('a run that is placed with the number of its step counts on from there, and rewinds to there at most', () => {
  const first = createSimulation({ scene: 'cloth', params: { rows: 6, columns: 6 } });
  first.step(500);
  const { positions, velocities } = first.state;
  const next = createSimulation({ scene: 'cloth', params: { rows: 6, columns: 6 } });
  next.step(3);
  next.apply({ type: 'place', positions: [...positions], velocities: [...velocities], time: first.time, step: 500 });
  expect([next.stepCount, next.time, next.hash()]).toEqual([500, first.time, first.hash()]);
  next.step(20);
  const [hash, time] = [next.hash(), next.time];
  expect([next.stepCount, time]).toEqual([520, first.time + 20 * next.params.dt]);
  next.step(30);
  next.apply({ type: 'rewind', step: 520 });
  expect([next.hash(), next.time]).toEqual([hash, time]);
  next.apply({ type: 'rewind', step: 500 });
  expect(next.hash()).toBe(first.hash());
  expect(() => next.apply({ type: 'rewind', step: 499 })).toThrow(/499/);
  expect(createSimulation({ scene: next.save() }).hash()).toBe(first.hash());
});
