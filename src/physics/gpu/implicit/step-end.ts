import { REPEATS } from '../../integrators/implicit-euler';
import { HALVINGS, ROUNDING, TOLERANCE } from '../../solvers/energy-balance';
import { acceptsFullStep, lineSearch } from '../../solvers/implicit-stage';
import type { Correction } from '../../world/integrator';
import { type ComputePass, createReader } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { createCorrectionKernels, LOOK_BYTES } from './correction-kernels';
import { encode, SLOTS } from './solver/solver-source';
import type { StepKernels } from './step-kernels';

/** The end of a step that the CPU looks for, v⁺ = v + Δv on the device: it moves along lines by what the device adds up there. */
export type StepEnd = Awaited<ReturnType<typeof createStepEnd>>;

/** @param submit submits a pass @param solve makes a solve with the matrix that `encodeAssembly` adds to a pass */
export async function createStepEnd(
  net: GpuNet,
  step: StepKernels,
  submit: (work: (pass: ComputePass) => void) => void,
  solve: (encodeAssembly: (pass: ComputePass) => void) => Promise<void>,
) {
  const { device } = net;
  const kernels = await createCorrectionKernels(net, step);
  const reader = createReader(device, LOOK_BYTES);
  let slot = 0;
  let from: 0 | 1 = 0;
  let memory = 0;
  const end = {
    /** Of the end that was looked at last: E⁺ − E − W and W, J; true if that creates energy; and ‖r‖, N·s. */
    rise: 0,
    work: 0,
    exceeds: true,
    residual: 0,
    /** ‖r‖ of the first look; null before it. */
    initial: null as number | null,
    /** Δv, m/s. */
    change: kernels.change,
    /** @param slot of the clock @param from the state that the step begins at @param memory E − W above its lowest value so far, J */
    begin(nextSlot: number, nextFrom: 0 | 1, nextMemory: number) {
      slot = nextSlot;
      from = nextFrom;
      memory = nextMemory;
      end.exceeds = true;
      end.initial = null;
    },
    /** Moves the end to s(v + Δv + α δ). @returns r·δ there */
    async moveTo(alpha: number, scale = 1): Promise<number> {
      device.queue.writeBuffer(kernels.line, 0, new Float32Array([alpha, scale, 0, 0]));
      submit((pass) => {
        net.bind(pass, slot);
        for (const one of kernels.look[from]) encode(pass, one);
        encode(pass, kernels.addUp);
      });
      const found = await end.read();
      end.rise = found[SLOTS.rise];
      end.work = found[SLOTS.work];
      end.residual = Math.sqrt(found[SLOTS.rr]);
      end.initial ??= end.residual;
      const energy = found[SLOTS.energy];
      const rounding = ROUNDING * (energy + Math.abs(found[SLOTS.weight]));
      end.exceeds = !(end.rise <= rounding || memory + end.rise <= TOLERANCE * energy);
      return -found[SLOTS.pAp];
    },
    /** A line search along δ. @returns false if it is no direction of descent */
    async search(): Promise<boolean> {
      const slope = await end.moveTo(0);
      if (!(slope < 0)) return false;
      const slopeAtEnd = await end.moveTo(1);
      if (!acceptsFullStep(slope, slopeAtEnd)) {
        const trials = lineSearch(slope, slopeAtEnd);
        let next = trials.next();
        while (!next.done) next = trials.next(await end.moveTo(next.value));
      }
      submit((pass) => encode(pass, kernels.accept));
      return true;
    },
    /** Solves A δ = −r about the end, from the δ that is there, and searches along it. @returns false if it is no direction of descent */
    async iterate(): Promise<boolean> {
      await solve((pass) => {
        net.bind(pass, slot);
        encode(pass, kernels.assemble[from]);
      });
      return end.search();
    },
    /** Scales the whole motion down until it creates no energy: a state at rest has no more than that of the start. */
    async brake(): Promise<void> {
      end.clear(step.vectors.change);
      let low = 0;
      let high = 1;
      for (let k = 0; k < HALVINGS; k++) {
        const middle = 0.5 * (low + high);
        await end.moveTo(0, middle);
        if (end.exceeds) high = middle;
        else low = middle;
      }
      await end.moveTo(0, low);
    },
    /** Sets a vector to 0. */
    clear(buffer: GPUBuffer) {
      const encoder = device.createCommandEncoder();
      encoder.clearBuffer(buffer, 0, 16 * net.count);
      device.queue.submit([encoder.finish()]);
    },
    /** Adds up the sums of all slots, which `read` then reads. */
    addUp: kernels.addUp,
    async read(): Promise<Float32Array> {
      let found = new Float32Array();
      await reader.read([{ buffer: kernels.found, size: LOOK_BYTES }], ([bytes]) => {
        found = new Float32Array(bytes).slice();
      });
      return found;
    },
    destroy() {
      reader.destroy();
      kernels.destroy();
    },
  };
  return end;
}

/** An iteration whose residual falls to no less than this fraction has stalled: what is left is rounding, or needs the true K. */
const STALLED = 0.9;

/**
 * Makes a step that would create energy again, as `integrators/implicit-euler.ts` does, with the clamped K throughout.
 * @param delta where a solve has its solution @param newtonTolerance residual, relative to the first one, below which no solve is made
 */
export async function correctStep(end: StepEnd, delta: GPUBuffer, newtonTolerance: number): Promise<Correction> {
  end.clear(end.change);
  await end.search();
  for (let repeats = 0; end.exceeds; repeats++) {
    const before = end.residual;
    let isStuck = repeats === REPEATS || before <= newtonTolerance * (end.initial ?? 0);
    if (!isStuck) {
      end.clear(delta);
      isStuck = !(await end.iterate()) || (end.exceeds && end.residual > STALLED * before);
    }
    if (!end.exceeds) return 'repeated';
    if (isStuck) {
      await end.brake();
      return 'braked';
    }
  }
  return 'shortened';
}
