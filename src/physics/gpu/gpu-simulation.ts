import type { BlowUp } from '../blow-up/blow-up-detector';
import { applyCommand, type Command, reapplyCommand } from '../commands/apply-command';
import { quote } from '../model/validate';
import { methodOf } from '../registry';
import type { Run } from '../run/run';
import { checkSetup, type Setup } from '../run/setup';
import { startRun } from '../run/start-run';
import { type Simulation, simulationOf } from '../simulation';
import type { StepReport } from '../world/integrator';
import type { Energy } from '../world/world-context';
import { createReader, type Reader } from './device-memory';
import { createExplicitMethod } from './explicit-method';
import { stagesOf } from './explicit-stages';
import { createGpuNet, type GpuMethod, type GpuNet, MAX_STEPS } from './gpu-net';
import { unsupportedReason } from './unsupported';

/**
 * A running net on a GPU. Model, parameters, commands and files are those of `simulation`, an ordinary simulation on the CPU, whose
 * state is that of the last `read`. Calls are carried out one after the other.
 */
export interface GpuSimulation {
  /** Id of the kernel. */
  readonly kernel: 'gpu';
  /** Simulated time, s. */
  readonly time: number;
  /** Steps since the scene began or was reset. */
  readonly stepCount: number;
  /** The blow-up at which the simulation has stopped, or null. */
  readonly blowUp: BlowUp | null;
  /** The same run on the CPU, at the state that was read last: with it a run goes on without the GPU. Read only until then. */
  readonly simulation: Simulation;
  /**
   * Runs `count` steps of dt. Stops at a blow-up and reports it: `ok` is false.
   * @throws RangeError for a count that is no whole number of at least 0; Error if the GPU does not have what the run needs, or is
   *   lost: then `simulation` has the state that was read last
   */
  step(count?: number): Promise<StepReport>;
  /** Applies a command between two steps. @throws as `Simulation.apply` and `read` */
  apply(command: Command, act?: number): Promise<void>;
  /** Brings the state of `simulation` up to date. @throws Error if the GPU is lost */
  read(): Promise<Simulation>;
  /** Energy of the present state, J. @throws as `read` */
  energy(): Promise<Energy>;
  /** Hash of the bits of positions and velocities. They differ between GPUs. @throws as `read` */
  hash(): Promise<string>;
  /** Frees the memory on the GPU; `simulation` stays. */
  destroy(): void;
}

/** Work of one submission at most, in evaluations of the force on one particle: some milliseconds, so that no page freezes. */
const WORK = 2 ** 26;

/**
 * A simulation of a net on a GPU.
 * @param setup as for `createSimulation`; the kernel is that of the run on the CPU
 * @param device of WebGPU; the caller keeps it
 * @throws as `createSimulation`; RangeError with a sentence if the GPU does not have what the scene needs; Error of the device
 */
export async function createGpuSimulation(setup: Setup, device: GPUDevice): Promise<GpuSimulation> {
  const run = startRun(setup, checkSetup(setup), reapplyCommand);
  const reason = unsupportedReason(run);
  if (reason !== null) throw new RangeError(reason);
  const simulation = simulationOf(run);
  let lost: string | null = null;
  device.lost.then(({ message }) => {
    lost = message || 'no reason is known';
  });
  /** The scene on the device; null: the next step builds it. */
  let scene: DeviceScene | null = null;
  /** Steps that the state on the device is ahead of the run. */
  let ahead = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Carries out calls one after the other, whether or not the one before has failed. */
  function inTurn<T>(call: () => Promise<T>): Promise<T> {
    const result = last.then(call, call);
    last = result;
    return result;
  }

  /** @throws Error that says what is kept, in place of any error that a lost device makes */
  async function onDevice<T>(work: () => Promise<T>): Promise<T> {
    try {
      if (lost === null) return await work();
    } catch (error) {
      // A destroyed device rejects before it says that it is lost.
      await Promise.race([device.lost, Promise.resolve()]);
      if (lost === null) throw error;
    }
    ahead = 0;
    scene = null;
    throw new Error(`The GPU is lost (${lost}). The state of step ${run.stepCount} is kept on the CPU.`);
  }

  function timeAt(stepCount: number): number {
    return run.timeOrigin.time + (stepCount - run.timeOrigin.step) * run.settings.params.dt;
  }

  async function readState(): Promise<void> {
    if (ahead === 0 || !scene) return;
    await scene.read(run);
    run.stepCount += ahead;
    run.state.time = timeAt(run.stepCount);
    ahead = 0;
  }

  async function runSteps(count: number): Promise<StepReport> {
    if (count > 0 && !run.blowUp) {
      const missing = unsupportedReason(run);
      if (missing !== null) throw new Error(missing);
      scene ??= await createDeviceScene(device, run);
      for (let left = count; left > 0; ) {
        const steps = Math.min(left, scene.stepsAtOnce);
        scene.submit(steps);
        ahead += steps;
        left -= steps;
      }
      await device.queue.onSubmittedWorkDone();
    }
    return { ...run.report, ok: run.blowUp === null };
  }

  return {
    kernel: 'gpu',
    get time() {
      return ahead === 0 ? run.state.time : timeAt(run.stepCount + ahead);
    },
    get stepCount() {
      return run.stepCount + ahead;
    },
    get blowUp() {
      return run.blowUp;
    },
    simulation,
    step(count = 1) {
      if (!Number.isSafeInteger(count) || count < 0) {
        throw new RangeError(`step: the count must be a whole number of at least 0, got ${quote(count)}`);
      }
      return inTurn(() => onDevice(() => runSteps(count)));
    },
    apply: (command, act) =>
      inTurn(async () => {
        await onDevice(readState);
        applyCommand(run, command, act);
        scene?.destroy();
        scene = null;
      }),
    read: () =>
      inTurn(async () => {
        await onDevice(readState);
        return simulation;
      }),
    energy: () => inTurn(() => onDevice(readState).then(() => simulation.energy())),
    hash: () => inTurn(() => onDevice(readState).then(() => simulation.hash())),
    destroy() {
      scene?.destroy();
      scene = null;
    },
  };
}

/** A scene with its method on a device. */
interface DeviceScene {
  readonly stepsAtOnce: number;
  /** Submits some steps, at most `stepsAtOnce`. */
  submit(steps: number): void;
  /** Reads the state into that of the run. */
  read(run: Run): Promise<void>;
  destroy(): void;
}

async function createDeviceScene(device: GPUDevice, run: Run): Promise<DeviceScene> {
  const net = createGpuNet(device, run);
  net.upload();
  net.uploadState(0);
  const method = await createMethod(net, run);
  const bytes = 16 * net.count;
  const reader: Reader = createReader(device, 2 * bytes);
  let current: 0 | 1 = 0;
  return {
    stepsAtOnce: Math.max(1, Math.min(MAX_STEPS, Math.floor(WORK / (net.count * method.work)))),
    submit(steps) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      for (let slot = 0; slot < steps; slot++) {
        net.bind(pass, slot);
        for (let stage = 0; stage < method.stages; stage++) {
          method.encodeStage(pass, stage, current);
          current = current === 0 ? 1 : 0;
        }
      }
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
    async read({ state }) {
      const { positions, velocities } = net.state[current];
      const parts = await reader.read([
        { buffer: positions, size: bytes },
        { buffer: velocities, size: bytes },
      ]);
      const [x, v] = parts.map((part) => new Float32Array(part));
      // The inverse mass, which in the state of the run is 0.
      for (let o = 3; o < x.length; o += 4) x[o] = 0;
      state.positions.set(x);
      state.velocities.set(v);
    },
    destroy() {
      method.destroy();
      net.destroy();
      reader.destroy();
    },
  };
}

function createMethod(net: GpuNet, { settings: { integrator, definitions } }: Run): Promise<GpuMethod> {
  const stages = stagesOf(methodOf(integrator, definitions));
  if (!stages) throw new RangeError(`the method ${quote(integrator)} is not on the GPU`);
  return createExplicitMethod(net, stages);
}
