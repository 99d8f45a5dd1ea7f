import { expect, test, vi } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { openWarnings } from '../../fixtures/warnings-page';

test('the report and the page say where every step would create energy, so that nothing moves', {
  tags: ['long'],
}, () => {
  const simulation = createSimulation({ scene: 'three-bodies', integrator: 'implicit-euler' });
  const { lab, status, look } = openWarnings();
  const shown = () => lab.messages.list.map(({ text }) => text).filter((text) => /Nothing moves/.test(text));
  vi.useFakeTimers();
  try {
    const run = (seconds: number) => {
      for (const until = simulation.time + seconds; simulation.time < until; ) {
        const { positions } = simulation.state;
        const before = positions.slice();
        const { correction } = simulation.step();
        expect(correction === 'stopped').toBe(positions.every((x, o) => x === before[o]));
      }
      status.report = simulation.report;
      look();
    };
    run(20);
    expect(shown()).toEqual([]);
    run(3);
    expect(simulation.report.stoppedSteps).toBeGreaterThan(10);
    expect(shown()).toHaveLength(1);
    simulation.apply({ type: 'reset' });
    vi.advanceTimersByTime(5000);
    run(1);
    expect(shown()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
