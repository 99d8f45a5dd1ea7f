import { type BlowUp, CHECK_EVERY } from '../blow-up/blow-up-detector';
import { applyCommand, type Command } from '../commands/apply-command';
import type { KernelId } from '../kernels/kernel';
import { checkCount, checkForBlowUp } from '../run/advance';
import type { Run } from '../run/run';
import type { Setup } from '../run/setup';
import { createSimulation, RUNS, type Simulation } from '../simulation';
import { replayCommands, stepWithReplay } from '../timeline/rewind';
import type { StepReport } from '../world/integrator';
import type { Energy } from '../world/world-context';
import { checked } from './device-memory';
import { createDeviceScene, type DeviceScene } from './device-scene';
import { timeAt } from './gpu-net';
import { unsupportedReason } from './unsupported';

/**
 * A running scene on a GPU. Model, parameters, commands and files are those of `simulation`, an ordinary simulation on the CPU, whose
 * state is that of the last `read`. What the GPU does not have runs on the CPU: `reason` says why. Calls are carried out one after the
 * other.
 */
export interface GpuSimulation {
  /** Id of the kernel that runs at present. */
  readonly kernel: 'gpu' | KernelId;
  /** Why the run is on the CPU at present, in one sentence; null: it is on the GPU. */
  readonly reason: string | null;
  /** Simulated time, s. */
  readonly time: number;
  /** Steps since the scene began or was reset. */
  readonly stepCount: number;
  /** The blow-up at which the simulation has stopped, or null. */
  readonly blowUp: BlowUp | null;
  /** The same run on the CPU, at the state that was read last. Change it by `step`, `apply` and `onCpu` of this object only. */
  readonly simulation: Simulation;
  /**
   * Runs `count` steps of dt. Stops at a blow-up and reports it: `ok` is false. If the device fails, it ends at the state that was
   * read last, with a smaller `stepCount`, and the next steps run on the CPU.
   * @throws RangeError unless `count` is a whole number of at least 0
   */
  step(count?: number): Promise<StepReport>;
  /** Applies a command between two steps. @throws as `Simulation.apply` */
  apply(command: Command, act?: number): Promise<void>;
  /** Carries out `work`, which may change `simulation`, at the present state. The GPU goes on from there. */
  onCpu<T>(work: () => T): Promise<T>;
  /** Brings the state of `simulation` up to date. If the device fails, it stays. */
  read(): Promise<Simulation>;
  /** Energy of the present state, J. */
  energy(): Promise<Energy>;
  /** Hash of the bits of positions and velocities. They differ between GPUs. */
  hash(): Promise<string>;
  /** Frees the memory on the device; `simulation` stays. */
  destroy(): Promise<void>;
}

/**
 * A simulation on a GPU.
 * @param setup as for `createSimulation`; its kernel is that of the run on the CPU
 * @param device of WebGPU; the caller keeps it
 * @throws as `createSimulation`
 */
export async function createGpuSimulation(setup: Setup, device: GPUDevice): Promise<GpuSimulation> {
  return attachGpu(createSimulation(setup), device);
}

/** A simulation goes on on a GPU. Change it by `step`, `apply` and `onCpu` of the result only. @param device the caller keeps it */
export function attachGpu(simulation: Simulation, device: GPUDevice): GpuSimulation {
  const run = RUNS.get(simulation) as Run;
  /** Null: the next step builds it. */
  let scene: DeviceScene | null = null;
  let failure: string | null = null;
  /** From now on the run is on the CPU, at the state that was read last. */
  function fail(why: string): void {
    failure ??= `The GPU has failed: ${why}`;
    scene = null;
  }
  device.lost.then(({ message }) => fail(message || 'the device is lost.'));
  let last: Promise<unknown> = Promise.resolve();

  const reason = () => failure ?? unsupportedReason(run);

  /** Carries out calls one after the other, whether or not the one before has failed. */
  function inTurn<T>(call: () => Promise<T>): Promise<T> {
    const result = last.then(call, call);
    last = result;
    return result;
  }

  async function onDevice(work: (scene: DeviceScene) => Promise<void>): Promise<void> {
    try {
      scene ??= await checked(device, () => createDeviceScene(device, run));
      await work(scene);
    } catch (error) {
      fail((error as Error).message);
    }
  }

  async function read(): Promise<Simulation> {
    if (scene) await onDevice((scene) => scene.read());
    return simulation;
  }

  function onCpu<T>(work: () => T): Promise<T> {
    return inTurn(async () => {
      const { stepCount } = await read();
      const result = work();
      if (scene && (reason() !== null || run.blowUp || run.stepCount !== stepCount)) drop();
      if (scene) await onDevice(async (scene) => void ((await scene.update()) || drop()));
      return result;
    });
  }

  async function runOnDevice(scene: DeviceScene, count: number): Promise<void> {
    for (let left = count; left > 0 && !run.blowUp; ) {
      const { steps, alarm } = await scene.step(Math.min(left, stepsToReplay(run, scene.ahead)));
      left -= steps;
      if (alarm) left -= await decide(scene, left);
      else if (run.recording.future) {
        await scene.read();
        replayCommands(run);
        await scene.update();
      }
    }
  }

  /** After an alarm: repeats the steps up to the check on the CPU, which looks for a blow-up itself. @returns the steps made */
  async function decide(scene: DeviceScene, left: number): Promise<number> {
    const begin = run.stepCount;
    run.checkedAt = -1;
    if (begin % CHECK_EVERY === 0) checkForBlowUp(run);
    do stepWithReplay(run);
    while (!run.blowUp && run.stepCount % CHECK_EVERY > 0 && run.stepCount - begin < left);
    await scene.update();
    return run.stepCount - begin;
  }

  return {
    get kernel() {
      return reason() === null ? 'gpu' : simulation.kernel;
    },
    get reason() {
      return reason();
    },
    get time() {
      const ahead = scene?.ahead ?? 0;
      return ahead === 0 ? run.state.time : timeAt(run, run.stepCount + ahead);
    },
    get stepCount() {
      return run.stepCount + (scene?.ahead ?? 0);
    },
    get blowUp() {
      return run.blowUp;
    },
    simulation,
    step(count = 1) {
      checkCount(count);
      return inTurn(async () => {
        if (reason() !== null) return simulation.step(count);
        if (count > 0 && !run.blowUp) await onDevice((scene) => runOnDevice(scene, count));
        return { ...run.report, ok: run.blowUp === null };
      });
    },
    apply: (command, act) => onCpu(() => applyCommand(run, command, act)),
    onCpu,
    read: () => inTurn(read),
    energy: () => inTurn(async () => (await read()).energy()),
    hash: () => inTurn(async () => (await read()).hash()),
    destroy: () => inTurn(async () => drop()),
  };

  function drop(): void {
    scene?.destroy();
    scene = null;
  }
}

/** Steps until the next recorded command, or the end of the recording, of a run that was rewound. */
function stepsToReplay({ recording, stepCount }: Run, ahead: number): number {
  const { future, nextCommand } = recording;
  if (!future) return Number.POSITIVE_INFINITY;
  return Math.min(recording.entry(nextCommand)?.stepCount ?? future.step, future.step) - stepCount - ahead;
}
