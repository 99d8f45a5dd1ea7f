import { CHECK_EVERY } from '../blow-up/blow-up-detector';
import { methodOf } from '../registry';
import type { Run } from '../run/run';
import { createStepReport, type IntegratorDefinition } from '../world/integrator';
import { type BlowUpWatch, createBlowUpWatch } from './blow-up-watch';
import { type ComputePass, createReader, type StateBuffers, submitPass } from './device-memory';
import { createExplicitMethod, stagesOf } from './explicit-method';
import { createGpuNet, MAX_STEPS, timeAt } from './gpu-net';
import { createImplicitMethod } from './implicit/implicit-method';
import { createPlacedParticles, type PlacedParticles } from './placed-particles';

/** An explicit method: each stage evaluates the forces once. */
type StagedMethod = Awaited<ReturnType<typeof createExplicitMethod>>;
/** A method whose steps need the CPU now and then. Moving pins cross a step in a straight line. */
type SolvingMethod = Awaited<ReturnType<typeof createImplicitMethod>>;

/** The scene of a run on a device: a net with its method, which steps from the state of the run on. */
export type DeviceScene = Awaited<ReturnType<typeof createDeviceScene>>;

/** Work of one submission at most, in evaluations of the force on one particle: some milliseconds, so that no page freezes. */
const WORK = 2 ** 26;
/** Bytes of placed particles of one submission at most. */
const PLACED_BYTES = 2 ** 24;

export async function createDeviceScene(device: GPUDevice, run: Run) {
  const { model } = run;
  const net = createGpuNet(device, run);
  const bytes = 16 * net.count;
  const reader = createReader(device, 2 * bytes);
  let watch: BlowUpWatch | null = null;
  let method: StagedMethod | SolvingMethod | null = null;
  let definition: IntegratorDefinition | null = null;
  /** What the kernels are written for. */
  let features = '';
  let placed: PlacedParticles | null = null;
  /** Where the present state is. */
  let current: 0 | 1 = 0;
  /** Step of the state that is present on the device, and of the first check since the upload. */
  let stepCount = run.stepCount;
  let firstCheck = 0;

  async function upload(): Promise<void> {
    net.upload();
    const wanted = methodOf(run.settings.integrator, run.settings.definitions);
    const needed = JSON.stringify(net.features);
    if (!method || wanted !== definition || needed !== features) {
      method?.destroy();
      watch?.destroy();
      features = needed;
      definition = wanted;
      method = stagesOf(wanted) ? await createExplicitMethod(net, wanted) : await createImplicitMethod(net, run);
      watch = await createBlowUpWatch(net, run);
    }
    placed?.destroy();
    placed = await createPlacedParticles(net, run, 'advance' in method ? [] : method.times);
    current = 0;
    net.uploadState(current);
    stepCount = run.stepCount;
    firstCheck = stepCount - (stepCount % CHECK_EVERY) + CHECK_EVERY;
    watch?.restart();
  }

  /** Encodes steps, at most as many as one submission may have. */
  function encode(pass: ComputePass, { stages, encodeStage }: StagedMethod, steps: number): void {
    net.writeClock(stepCount, steps);
    placed?.plan(stepCount, steps);
    for (let slot = 0; slot < steps; slot++) {
      for (let stage = 0; stage < stages; stage++) {
        placed?.encodeStage(pass, slot, stage, current);
        net.bind(pass, slot);
        encodeStage(pass, stage, current);
        current = other(current);
      }
      placed?.encodeEnd(pass, slot, current);
      stepCount++;
      if (stepCount % CHECK_EVERY > 0) continue;
      net.bind(pass, slot);
      watch?.encodeCheck(pass, current);
    }
  }

  const inPass = (work: (pass: ComputePass) => void) => submitPass(device, work);

  /** By a method that submits its steps itself: up to the next check at a time. */
  async function advance(method: SolvingMethod, count: number): Promise<number> {
    const steps = Math.min(count, placed ? 1 : CHECK_EVERY - (stepCount % CHECK_EVERY));
    net.writeClock(stepCount, steps);
    if (placed) {
      placed.plan(stepCount, steps);
      inPass((pass) => placed?.encodeStage(pass, 0, 0, current));
    }
    const { at, report } = await method.advance(steps, current);
    current = at;
    run.report = report;
    stepCount += steps;
    inPass((pass) => {
      placed?.encodeEnd(pass, 0, current);
      if (stepCount % CHECK_EVERY > 0) return;
      net.bind(pass, 0);
      watch?.encodeCheck(pass, current);
    });
    return steps;
  }

  async function readInto({ positions, velocities }: StateBuffers): Promise<void> {
    const sources = [positions, velocities].map((buffer) => ({ buffer, size: bytes }));
    await reader.read(sources, (views) => {
      const [x, v] = views.map((view) => new Float32Array(view));
      const { state } = run;
      state.positions.set(x);
      state.velocities.set(v);
      // The inverse mass, which in the state of the run is 0.
      for (let o = 3; o < x.length; o += 4) state.positions[o] = 0;
    });
    run.stepCount = stepCount;
    run.state.time = timeAt(run, stepCount);
  }

  await upload();

  return {
    /** Steps that the device is ahead of the run. */
    get ahead() {
      return stepCount - run.stepCount;
    },
    /** Brings the device up to date after a command. @returns false if it cannot: another scene has to be built */
    async update(): Promise<boolean> {
      if (run.model !== model) return false;
      await upload();
      return true;
    },
    /** The same after the target of a grab was moved, which changes nothing else. */
    moveHands: () => net.upload(),
    /**
     * Makes some steps; checks for a blow-up wherever the CPU does.
     * @returns true after an alarm: fewer steps are made then, and the state is that of the last good check
     */
    async step(count: number): Promise<boolean> {
      if (!method || !watch) throw new Error('the scene is destroyed');
      for (let left = count; left > 0; ) {
        if ('advance' in method) {
          left -= await advance(method, left);
          continue;
        }
        const staged = method;
        const atOnce = Math.min(WORK / (net.count * staged.stages), PLACED_BYTES / (placed?.bytes ?? 1), MAX_STEPS);
        const steps = Math.min(left, Math.max(1, Math.floor(atOnce)));
        inPass((pass) => encode(pass, staged, steps));
        left -= steps;
        run.report = createStepReport();
      }
      const { checks, failed } = await watch.read(reader);
      if (!failed) return false;
      const good = firstCheck + CHECK_EVERY * (checks - 1);
      // The run is at the upload, or was read since: later than the last good check then.
      if (checks > 0 && good > run.stepCount) {
        stepCount = good;
        await readInto(watch.kept);
      } else stepCount = run.stepCount;
      return true;
    },
    /** Reads the state into that of the run, which then counts its steps. */
    async read() {
      if (stepCount !== run.stepCount) await readInto(net.state[current]);
    },
    destroy() {
      method?.destroy();
      watch?.destroy();
      placed?.destroy();
      net.destroy();
      reader.destroy();
      method = watch = placed = null;
    },
  };
}

const other = (state: 0 | 1): 0 | 1 => (state === 0 ? 1 : 0);
