import type { Command, Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { Stability, Status } from '../../runtime/frame/frame';
import type { LabInternals } from './create-lab';
import { limitFound } from './limit-follower';

/** What `hooke.state()` tells of a frame. */
const TOLD = [
  'scene',
  'integrator',
  'precision',
  'kernel',
  'preconditioner',
  'params',
  'time',
  'stepCount',
  'particleCount',
  'springCount',
  'pinned',
  'report',
  'blowUp',
  'energy',
  'held',
  'push',
  'environment',
  'equilibrium',
] as const satisfies readonly (keyof Status)[];

/** The page's own scripting, for teachers and tests. What returns a promise rejects with the message of a refusal. */
export interface Hooke {
  /** Resolves when the first scene is there. */
  readonly ready: Promise<void>;
  /** Pauses, runs exactly n steps, and resolves when the frame that shows them is drawn. */
  step(n?: number): Promise<void>;
  play(): Promise<void>;
  pause(): Promise<void>;
  reset(): Promise<void>;
  send(command: Command): Promise<void>;
  /** Any parameter, 'integrator', 'preconditioner', 'scene' or 'precision'. */
  set(key: string, value: number | string): Promise<void>;
  load(sceneFile: unknown): Promise<void>;
  save(): Promise<unknown>;
  hash(): Promise<string>;
  state(): Pick<Status, (typeof TOLD)[number]> & { paused: boolean };
  /**
   * The longest dt that the method holds as things are now, s, as the meter shows it: Infinity where there is no limit, 0
   * where no dt holds; the fastest mode, rad/s; the most damping, 1/s; the present dt over the limit.
   */
  limit(): Stability;
  /** m, m/s, kg, and CSS pixels of the window. */
  particle(i: number): { position: Vec3; velocity: Vec3; mass: number; pinned: boolean; screen: [number, number] };
}

declare global {
  interface Window {
    hooke: Hooke;
  }
}

export function scripting(coming: Promise<LabInternals>): Hooke {
  let lab: LabInternals | null = null;
  const ready = coming.then((there) => {
    lab = there;
  });
  // Who waits for it is told; that nobody waits is no error.
  ready.catch(() => {});

  function now(): LabInternals {
    if (!lab) throw new Error('the laboratory is not there yet: await hooke.ready');
    return lab;
  }

  /** Who asks for the limit next is to hear what it is now. */
  async function change(act: (there: LabInternals) => Promise<void>): Promise<void> {
    const there = await coming;
    await act(there);
    await limitFound(there);
  }

  return {
    ready,
    step: async (n = 1) => (await coming).step(n),
    async play() {
      (await coming).play();
    },
    pause: () =>
      change(async (there) => {
        there.pause();
        await there.settled();
      }),
    reset: () => change((there) => there.send({ type: 'reset' })),
    send: (command) => change((there) => there.send(command)),
    set: (key, value) => change((there) => there.set(key, value)),
    load: (sceneFile) => change((there) => there.load(sceneFile)),
    save: async () => (await coming).save(),
    hash: async () => (await coming).engine.hash(),
    state() {
      const { frame, paused } = now();
      const told = Object.fromEntries(TOLD.map((key) => [key, frame.status[key]])) as Pick<
        Status,
        (typeof TOLD)[number]
      >;
      return structuredClone({ ...told, paused });
    },
    limit: () => ({ ...now().frame.status.stability }),
    particle(i) {
      const { frame, view } = now();
      const { masses, pinned, particleCount } = frame.structure;
      if (!Number.isInteger(i) || i < 0 || i >= particleCount) {
        throw new RangeError(`${String(i)} is not a particle (0–${particleCount - 1})`);
      }
      const vector = (numbers: typeof frame.positions) => [...numbers.subarray(STRIDE * i, STRIDE * i + 3)] as Vec3;
      return {
        position: vector(frame.positions),
        velocity: vector(frame.velocities),
        mass: masses[i],
        pinned: pinned[i] === 1,
        screen: view.screenOf(i),
      };
    },
  };
}
