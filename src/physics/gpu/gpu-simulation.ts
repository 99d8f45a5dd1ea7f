import { CHECK_EVERY } from '../blow-up/blow-up-detector';
import { applyCommand, type Command } from '../commands/apply-command';
import type { KernelId } from '../kernels/kernel';
import { checkCount, checkForBlowUp } from '../run/advance';
import type { Run } from '../run/run';
import type { Setup } from '../run/setup';
import { fork } from '../run/start-run';
import { createSimulation, RUNS, type Simulation } from '../simulation';
import { checkRecorded, replayCommands, stepWithReplay } from '../timeline/rewind';
import type { StepReport } from '../world/integrator';
import { checked } from './device-memory';
import { createDeviceScene, type DeviceScene } from './device-scene';
import { timeAt } from './gpu-net';
import { unsupportedReason } from './unsupported';

/**
 * A running scene on a GPU. Model, parameters, commands and files are those of `simulation`, an ordinary simulation on the CPU, whose
 * state is that of the last `read`. What the GPU does not have runs on the CPU: `reason` says why. Calls are carried out one after the
 * other.
 * @interface
 */
export type GpuSimulation = ReturnType<typeof attachGpu>;

/**
 * A simulation on a GPU.
 * @param setup as for `createSimulation`; its kernel is that of the run on the CPU
 * @param device of WebGPU; the caller keeps it
 * @throws as `createSimulation`
 */
export async function createGpuSimulation(setup: Setup, device: GPUDevice): Promise<GpuSimulation> {
  return attachGpu(createSimulation(setup), device);
}

/** Why the GPU cannot run a simulation as it is set, in one sentence; null if it can. */
export const unsupportedReasonOf = (simulation: Simulation): string | null =>
  unsupportedReason(RUNS.get(simulation) as Run);

/** A simulation goes on on a GPU. Change it by `step`, `apply` and `onCpu` of the result only. @param device the caller keeps it */
export function attachGpu(simulation: Simulation, device: GPUDevice) {
  const run = RUNS.get(simulation) as Run;
  /** Null: the next step builds it. */
  let scene: DeviceScene | null = null;
  let failure: string | null = null;
  /** From now on the run is on the CPU, at the state that was read last. */
  function fail(why: string): void {
    failure ??= `The GPU has failed: ${why}`;
    scene = null;
  }
  const loss = onLoss(device, fail);
  let last: Promise<unknown> = Promise.resolve();
  /** The step from which the last alarm was decided. */
  let lastAlarm = -1;

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
      await read();
      const result = work();
      await refresh();
      return result;
    });
  }

  /** Brings the device to the state of the run. */
  async function refresh(): Promise<void> {
    if (reason() !== null || run.blowUp) drop();
    if (scene) await onDevice(update);
  }

  /** Makes steps, on the device where it can, with the commands that were recorded there if the run was rewound. */
  async function advance(count: number): Promise<void> {
    const wasOnDevice = failure === null;
    const target = run.stepCount + (scene?.ahead ?? 0) + count;
    for (;;) {
      const left = target - run.stepCount - (scene?.ahead ?? 0);
      if (left <= 0 || run.blowUp || (wasOnDevice && failure !== null)) return;
      const steps = Math.min(left, Math.max(1, stepsToReplay(run, scene?.ahead ?? 0)));
      if (reason() === null) await onDevice((scene) => stepOnDevice(scene, steps));
      else simulation.step(steps);
      if (scene && reason() !== null) drop();
    }
  }

  async function stepOnDevice(scene: DeviceScene, count: number): Promise<void> {
    if (await scene.step(count)) await decide(scene);
    else if (run.recording.future) {
      await scene.read();
      replayCommands(run);
      if (reason() === null) await update(scene);
    }
  }

  async function update(scene: DeviceScene): Promise<void> {
    if (!(await scene.update())) drop();
  }

  /**
   * After an alarm: a copy on the CPU makes the steps up to the check, and looks for a blow-up. If it finds none, its budget of energy is
   * taken over, and the device repeats the steps: so a run that is rewound has the same bits.
   */
  async function decide(scene: DeviceScene): Promise<void> {
    const copy = fork(run);
    const isSecond = run.stepCount === lastAlarm;
    lastAlarm = run.stepCount;
    stepToCheck(copy);
    if (copy.blowUp || isSecond) {
      run.checkedAt = -1;
      if (run.stepCount % CHECK_EVERY === 0) checkForBlowUp(run);
      stepToCheck(run);
    } else run.detector.memory.work = Math.max(run.detector.memory.work, copy.detector.memory.work);
    await update(scene);
  }

  /** Moves a grab, many times a second while the user drags: the device needs the new target alone. */
  async function move(command: Command, act?: number): Promise<void> {
    await read();
    applyCommand(run, command, act);
    if (run.blowUp) drop();
    scene?.moveHands();
  }

  /** Goes to the checkpoint before a recorded step on the CPU, and makes the steps since on the device. */
  async function rewind(step: number): Promise<void> {
    checkRecorded(run, step);
    const { stepCount } = run.recording.checkpointBefore(step);
    applyCommand(run, { type: 'rewind', step: stepCount });
    await refresh();
    await advance(step - run.stepCount);
  }

  return {
    /** Id of the kernel that runs at present. */
    get kernel(): 'gpu' | KernelId {
      return reason() === null ? 'gpu' : simulation.kernel;
    },
    /** Why the run is on the CPU at present, in one sentence; null: it is on the GPU. */
    get reason() {
      return reason();
    },
    /** Simulated time, s. */
    get time() {
      const ahead = scene?.ahead ?? 0;
      return ahead === 0 ? run.state.time : timeAt(run, run.stepCount + ahead);
    },
    /** Steps since the scene began or was reset. */
    get stepCount() {
      return run.stepCount + (scene?.ahead ?? 0);
    },
    /** The blow-up at which the simulation has stopped, or null. */
    get blowUp() {
      return run.blowUp;
    },
    /** The same run on the CPU, at the state that was read last. Change it by `step`, `apply` and `onCpu` of this object only. */
    simulation,
    /**
     * Runs `count` steps of dt. Stops at a blow-up and reports it: `ok` is false. If the device fails, it ends at the state that was
     * read last, with a smaller `stepCount`, and the next steps run on the CPU.
     * @throws RangeError unless `count` is a whole number of at least 0
     */
    step(count = 1): Promise<StepReport> {
      checkCount(count);
      return inTurn(async () => {
        await advance(count);
        return { ...run.report, ok: run.blowUp === null };
      });
    },
    /** Applies a command between two steps. @throws as `Simulation.apply` */
    apply(command: Command, act?: number): Promise<void> {
      const isOnDevice = reason() === null;
      if (command.type === 'move' && isOnDevice) return inTurn(() => move(command, act));
      if (command.type !== 'rewind' || !isOnDevice) return onCpu(() => applyCommand(run, command, act));
      return inTurn(() => read().then(() => rewind(command.step)));
    },
    /** Compiles the kernels of the present run, so that its first step on the device is quick; meanwhile the run may go on. */
    async prepare() {
      if (reason() !== null) return;
      // The kernels stay compiled.
      const built = await checked(device, () => createDeviceScene(device, run)).catch(() => null);
      built?.destroy();
    },
    /** Carries out `work`, which may change `simulation`, at the present state. The GPU goes on from there. */
    onCpu,
    /** Brings the state of `simulation` up to date. If the device fails, it stays. */
    read: () => inTurn(read),
    /** Energy of the present state, J. */
    energy: () => inTurn(async () => (await read()).energy()),
    /** Hash of the bits of positions and velocities. They differ between GPUs. */
    hash: () => inTurn(async () => (await read()).hash()),
    /** Frees the memory on the device; `simulation` stays. */
    destroy() {
      loss.call = null;
      return inTurn(async () => drop());
    },
  };

  function drop(): void {
    scene?.destroy();
    scene = null;
  }
}

/** Calls a function when the device is lost, until it is set to null. A device outlives its runs: it does not refer to them then. */
function onLoss(device: GPUDevice, call: (why: string) => void): { call: ((why: string) => void) | null } {
  const loss: { call: ((why: string) => void) | null } = { call };
  void device.lost.then(({ message }) => loss.call?.(message || 'the device is lost.'));
  return loss;
}

/** Steps until the next recorded command, or the end of the recording, of a run that was rewound. */
function stepsToReplay({ recording, stepCount }: Run, ahead: number): number {
  const { future, nextCommand } = recording;
  if (!future) return Number.POSITIVE_INFINITY;
  return Math.min(recording.entry(nextCommand)?.stepCount ?? future.step, future.step) - stepCount - ahead;
}

/** Steps to the next check for a blow-up. */
function stepToCheck(run: Run): void {
  do stepWithReplay(run);
  while (!run.blowUp && run.stepCount % CHECK_EVERY > 0);
}
