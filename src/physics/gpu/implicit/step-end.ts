import { REPEATS } from '../../integrators/implicit-euler';
import { HALVINGS, ROUNDING, TOLERANCE } from '../../solvers/energy-balance';
import { acceptsFullStep, lineSearch } from '../../solvers/line-search';
import type { Correction } from '../../world/integrator';
import { type ComputePass, createReader } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { createCorrectionKernels, LOOK_BYTES } from './correction-kernels';
import { type Dispatch, encode } from './solver/solver-kernels';
import { SLOTS } from './solver/solver-source';
import type { StepKernels } from './step-kernels';

/** The end of a step that the CPU looks for, v⁺ = v + Δv on the device: it moves along lines by what the device adds up there. */
export interface StepEnd {
  /** Of the end that was looked at last: E⁺ − E − W and W, J; true if that creates energy; and ‖r‖, N·s. */
  readonly rise: number;
  readonly work: number;
  readonly exceeds: boolean;
  readonly residual: number;
  /** ‖r‖ of the first look. */
  readonly initial: number;
  /** Δv, m/s. */
  readonly change: GPUBuffer;
  /** @param slot of the clock @param from the state that the step begins at @param memory E − W above its lowest value so far, J */
  begin(slot: number, from: 0 | 1, memory: number): void;
  /** Moves the end to s(v + Δv + α δ). @returns r·δ there */
  moveTo(alpha: number, scale?: number): Promise<number>;
  /** A line search along δ. @returns false if it is no direction of descent */
  search(): Promise<boolean>;
  /** Solves A δ = −r about the end, from the δ that is there, and searches along it. @returns false if it is no direction of descent */
  iterate(): Promise<boolean>;
  /** Scales the whole motion down until it creates no energy: a state at rest has no more than that of the start. */
  brake(): Promise<void>;
  /** Sets a vector to 0. */
  clear(buffer: GPUBuffer): void;
  /** Adds up the sums of all slots, which `read` then reads. */
  readonly addUp: Dispatch;
  read(): Promise<Float32Array>;
  destroy(): void;
}

/** @param submit submits a pass @param solve makes a solve with the matrix that `encodeAssembly` adds to a pass */
export async function createStepEnd(
  net: GpuNet,
  step: StepKernels,
  submit: (work: (pass: ComputePass) => void) => void,
  solve: (encodeAssembly: (pass: ComputePass) => void) => Promise<void>,
): Promise<StepEnd> {
  const { device } = net;
  const kernels = await createCorrectionKernels(net, step);
  const reader = createReader(device, LOOK_BYTES);
  let slot = 0;
  let from: 0 | 1 = 0;
  let memory = 0;
  let rise = 0;
  let work = 0;
  let exceeds = true;
  let residual = 0;
  let initial: number | undefined;

  const end: StepEnd = {
    get rise() {
      return rise;
    },
    get work() {
      return work;
    },
    get exceeds() {
      return exceeds;
    },
    get residual() {
      return residual;
    },
    get initial() {
      return initial ?? 0;
    },
    change: kernels.change,
    begin(nextSlot, nextFrom, nextMemory) {
      slot = nextSlot;
      from = nextFrom;
      memory = nextMemory;
      exceeds = true;
      initial = undefined;
    },
    async moveTo(alpha, scale = 1) {
      device.queue.writeBuffer(kernels.line, 0, new Float32Array([alpha, scale, 0, 0]));
      submit((pass) => {
        net.bind(pass, slot);
        for (const one of kernels.look[from]) encode(pass, one);
        encode(pass, kernels.addUp);
      });
      const found = await end.read();
      rise = found[SLOTS.rise];
      work = found[SLOTS.work];
      residual = Math.sqrt(found[SLOTS.rr]);
      initial ??= residual;
      const energy = found[SLOTS.energy];
      const rounding = ROUNDING * (energy + Math.abs(found[SLOTS.weight]));
      exceeds = !(rise <= rounding || memory + rise <= TOLERANCE * energy);
      return -found[SLOTS.pAp];
    },
    async search() {
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
    async iterate() {
      await solve((pass) => {
        net.bind(pass, slot);
        encode(pass, kernels.assemble[from]);
      });
      return end.search();
    },
    async brake() {
      end.clear(step.vectors.change);
      let low = 0;
      let high = 1;
      for (let k = 0; k < HALVINGS; k++) {
        const middle = 0.5 * (low + high);
        await end.moveTo(0, middle);
        if (exceeds) high = middle;
        else low = middle;
      }
      await end.moveTo(0, low);
    },
    clear(buffer) {
      const encoder = device.createCommandEncoder();
      encoder.clearBuffer(buffer, 0, 16 * net.count);
      device.queue.submit([encoder.finish()]);
    },
    addUp: kernels.addUp,
    async read() {
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
    let isStuck = repeats === REPEATS || before <= newtonTolerance * end.initial;
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
