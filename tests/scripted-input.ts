import type { Command } from '../src/physics';

/** A command, and the step ahead of which it acts. */
export interface ScriptedCommand {
  step: number;
  command: Command;
}

/** How many steps the script runs for. */
export const SCRIPT_STEPS = 1000;

/** One of everything that a hand and a panel can do to the default cloth: the same bits must come of it everywhere. */
export const SCRIPT: readonly ScriptedCommand[] = [
  { step: 0, command: { type: 'scene', scene: 'cloth', params: { rows: 16, columns: 16 } } },
  { step: 40, command: { type: 'grab', particle: 200, target: [0.1, 0.6, 0.4] } },
  ...Array.from({ length: 20 }, (_, i): ScriptedCommand => {
    return { step: 45 + 7 * i, command: { type: 'move', target: [0.1 + 0.01 * i, 0.6 + 0.02 * i, 0.4 - 0.03 * i] } };
  }),
  { step: 190, command: { type: 'release' } },
  { step: 222, command: { type: 'pin', particle: 120, pinned: true } },
  { step: 300, command: { type: 'set', key: 'stiffness', value: 350 } },
  { step: 333, command: { type: 'set', key: 'decay', value: 0.7 } },
  { step: 350, command: { type: 'cut', spring: 77 } },
  { step: 351, command: { type: 'cut', spring: 402 } },
  { step: 400, command: { type: 'integrator', id: 'rk4' } },
  { step: 450, command: { type: 'set', key: 'hardHold', value: 1 } },
  { step: 450, command: { type: 'grab', particle: 10, target: [0, 1.2, 0.05] } },
  { step: 470, command: { type: 'move', target: [0.02, 1.22, 0.08] } },
  { step: 500, command: { type: 'release' } },
  { step: 512, command: { type: 'pin', particle: 120, pinned: false } },
  { step: 555, command: { type: 'integrator', id: 'implicit-euler' } },
  { step: 560, command: { type: 'set', key: 'dt', value: 1e-3 } },
  { step: 600, command: { type: 'preconditioner', id: 'block-jacobi' } },
  { step: 650, command: { type: 'preconditioner', id: 'auto' } },
  { step: 700, command: { type: 'set', key: 'gravity', value: 3.7 } },
  { step: 760, command: { type: 'mend', spring: 77 } },
  { step: 800, command: { type: 'integrator', id: 'velocity-verlet' } },
  { step: 800, command: { type: 'set', key: 'dt', value: 2e-4 } },
  { step: 850, command: { type: 'set', key: 'rows', value: 12 } },
  { step: 900, command: { type: 'integrator', id: 'midpoint' } },
];

/** Something that runs steps and takes commands: a simulation, a session, or a host, which answers later. */
export interface Runner {
  apply(command: Command): unknown;
  step(count: number): unknown;
}

/** Plays the script; `chunk` is the most steps taken at once. */
export async function playScript(runner: Runner, chunk: number = SCRIPT_STEPS): Promise<void> {
  let done = 0;
  const runTo = async (step: number) => {
    while (done < step) {
      const count = Math.min(chunk, step - done);
      await runner.step(count);
      done += count;
    }
  };
  for (const { step, command } of SCRIPT) {
    await runTo(step);
    await runner.apply(command);
  }
  await runTo(SCRIPT_STEPS);
}
