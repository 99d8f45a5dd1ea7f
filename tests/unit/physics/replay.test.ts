import { expect, test } from 'vitest';
import { createSimulation, type Replay } from '../../../src/physics';

/** m; of the 1 m × 1 m cloth. */
const DIAGONAL = Math.SQRT2;

function blownUp(dt: number): Replay {
  const simulation = createSimulation();
  simulation.step(200);
  simulation.apply({ type: 'set', key: 'dt', value: dt });
  simulation.step(20_000);
  const replay = simulation.replay();
  if (!replay) throw new Error(`dt = ${dt} s did not blow up`);
  return replay;
}

/** m; the largest coordinate. */
const extent = ({ state }: Replay) => Math.max(...Array.from(state.positions, Math.abs));

test.each([0.001, 0.002, 0.01])('the replay of a blow-up by dt = %d s ends when the cloth has spread too far', (dt) => {
  const replay = blownUp(dt);
  const seen = [];
  // Drawing triangles that are far larger than the window can take a minute.
  while (replay.step(1)) seen.push(extent(replay));
  expect(seen[0]).toBeLessThan(2);
  expect(seen.length).toBeGreaterThan(1);
  for (const size of seen) expect(size).toBeLessThan(6 * DIAGONAL);
});
