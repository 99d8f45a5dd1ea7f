import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type Simulation } from '../../src/physics';
import { createSession } from '../../src/runtime/session';
import { playScript, SCRIPT, SCRIPT_STEPS } from '../scripted-input';

async function scripted(precision: 'single' | 'double', chunk?: number): Promise<Simulation> {
  const simulation = createSimulation({ precision });
  await playScript(simulation, chunk);
  return simulation;
}

describe('a thousand steps of scripted input', () => {
  test('end at the same bits each time, and are no standstill', async () => {
    for (const precision of ['single', 'double'] as const) {
      const one = await scripted(precision);
      expect(one.stepCount).toBe(SCRIPT_STEPS);
      expect(one.blowUp).toBeNull();
      expect(one.energy().kinetic).toBeGreaterThan(1e-4);
      expect((await scripted(precision)).hash()).toBe(one.hash());
    }
  });

  test('end at the same bits however the steps are taken', async () => {
    const { hash, time } = await scripted('single');
    for (const chunk of [1, 3, 17, 64]) {
      const other = await scripted('single', chunk);
      expect(other.hash()).toBe(hash());
      expect(other.time).toBe(time);
    }
  });

  test('depend on each of the commands', async () => {
    const all = (await scripted('single')).hash();
    for (const left of [1, 5, 22, 24, 26, 28, 31, 35]) {
      const simulation = createSimulation();
      await playScript({
        step: simulation.step,
        apply: (command) => {
          if (command !== SCRIPT[left].command) simulation.apply(command);
        },
      });
      expect(simulation.hash(), JSON.stringify(SCRIPT[left].command)).not.toBe(all);
    }
  });

  test('end at the same bits in a session, at any frame rate', async () => {
    const { hash } = await scripted('single');
    for (const rate of [24, 60, 144, 1000]) {
      const session = createSession(() => 0);
      const pending = [...SCRIPT];
      const steps = () => session.frame().status.stepCount;
      // Wall time goes on frame by frame; commands wait for their step, and a frame that would pass one is cut short.
      while (steps() < SCRIPT_STEPS || pending.length > 0) {
        while (pending.length > 0 && pending[0].step === steps()) {
          const next = pending.shift();
          if (next) session.send(next.command);
        }
        const { stepCount, params } = session.frame().status;
        const room = (pending[0]?.step ?? SCRIPT_STEPS) - stepCount;
        if (room === 0) continue;
        if (Math.ceil(1 / rate / params.dt) + 1 >= room) session.step(room);
        else session.advance(1 / rate);
      }
      expect(session.hash(), `${rate} frames a second`).toBe(hash());
    }
  });
});

for (const { id } of INTEGRATORS) {
  test(`two runs of ${id} agree to the bit, in one stride or in many`, () => {
    const run = (counts: number[]) => {
      const simulation = createSimulation({ scene: 'cloth', integrator: id, params: { rows: 10, columns: 10 } });
      for (const count of counts) simulation.step(count);
      return simulation.hash();
    };
    expect(run([60])).toBe(run([60]));
    expect(run([1, 2, 30, 20, 7])).toBe(run([60]));
  });
}
