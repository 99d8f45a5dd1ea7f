import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type Simulation } from '../../../src/physics';
import type { KernelId } from '../../../src/physics/kernels/kernel';
import { kernels, preconditioners } from '../../../src/physics/registry';
import { createSession } from '../../../src/runtime/host/session';
import { everyNth, LONG } from '../../fixtures/run-length';
import { playScript, SCRIPT, SCRIPT_STEPS } from '../../fixtures/scripted-input';

type Precision = Simulation['precision'];
const SETUPS = kernels.flatMap(({ id, unsupportedReason }) =>
  (['single', 'double'] as const).flatMap((precision): [Precision, KernelId][] =>
    unsupportedReason(precision) === null ? [[precision, id]] : [],
  ),
);

async function scripted(precision: Precision, kernel: 'auto' | KernelId = 'auto', chunk?: number): Promise<Simulation> {
  const simulation = createSimulation({ precision, kernel });
  await playScript(simulation, chunk);
  return simulation;
}

/** Hash and time at the end of the whole script, the first time that a test asks for them. */
const ends = new Map<string, Promise<{ hash: string; time: number }>>();
function endOf(precision: Precision, kernel: 'auto' | KernelId = 'auto') {
  const key = `${precision} ${kernel}`;
  const end = ends.get(key) ?? scripted(precision, kernel).then((run) => ({ hash: run.hash(), time: run.time }));
  ends.set(key, end);
  return end;
}

describe('a thousand steps of scripted input', () => {
  test.each(SETUPS)('give the same bits each time, and move, in %s precision on %s', async (...setup) => {
    const one = await scripted(...setup);
    expect([one.precision, one.kernel]).toEqual(setup);
    expect(one.stepCount).toBe(SCRIPT_STEPS);
    expect(one.blowUp).toBeNull();
    expect(one.energy().kinetic).toBeGreaterThan(1e-4);
    expect((await endOf(...setup)).hash).toBe(one.hash());
  });

  describe('give the same bits in steps of any count', { tags: ['sampled'] }, () => {
    test.each(SETUPS)('in %s precision on %s', async (...setup) => {
      const { hash, time } = await endOf(...setup);
      for (const chunk of LONG ? [1, 3, 64] : [17]) {
        const other = await scripted(...setup, chunk);
        expect(other.hash()).toBe(hash);
        expect(other.time).toBe(time);
      }
    });
  });

  test('depend on each command', { tags: ['sampled'] }, async () => {
    const all = (await endOf('single')).hash;
    for (const omitted of LONG ? [5, 22, 26, 28, 31, 35, 36] : [1, 24]) {
      const simulation = createSimulation();
      await playScript({
        step: simulation.step,
        apply: (command) => {
          if (command !== SCRIPT[omitted].command) simulation.apply(command);
        },
      });
      expect(simulation.hash(), JSON.stringify(SCRIPT[omitted].command)).not.toBe(all);
    }
  });

  test('give the same bits in a session, at any frame rate', { tags: ['sampled'] }, async () => {
    const { hash } = await endOf('single');
    for (const rate of LONG ? [60, 144, 1000] : [24]) {
      const session = createSession(() => 0);
      const pending = [...SCRIPT];
      const steps = () => session.frame().status.stepCount;
      // Wall time advances frame by frame. Commands wait for their step, and a frame ends at a command's step.
      while (steps() < SCRIPT_STEPS || pending.length > 0) {
        while (pending.length > 0 && pending[0].step === steps()) {
          const next = pending.shift();
          if (next) session.runCommand(next.command);
        }
        const { stepCount, params } = session.frame().status;
        const room = (pending[0]?.step ?? SCRIPT_STEPS) - stepCount;
        if (room === 0) continue;
        if (Math.ceil(1 / rate / params.dt) + 1 >= room) session.step(room);
        else session.advance(1 / rate);
      }
      expect(session.hash(), `${rate} frames a second`).toBe(hash);
    }
  });
});

for (const [place, { id, implicit }] of INTEGRATORS.entries()) {
  const preconditioned = implicit ? preconditioners.map((one) => one.id) : ['auto'];
  const setups = kernels.flatMap(({ id: kernel }) =>
    preconditioned.map((preconditioner) => ({ kernel, preconditioner })),
  );
  test.each(everyNth(setups.length, setups, place))(
    `two runs of ${id} agree to the bit, in one call or in many: $kernel, $preconditioner`,
    { tags: ['sampled'] },
    (setup) => {
      const run = (counts: number[]) => {
        const simulation = createSimulation({
          scene: 'cloth',
          integrator: id,
          ...setup,
          params: { rows: 10, columns: 10 },
        });
        for (const count of counts) simulation.step(count);
        return simulation.hash();
      };
      const hash = run([60]);
      expect(run([60])).toBe(hash);
      expect(run([1, 2, 30, 20, 7])).toBe(hash);
    },
  );
}
