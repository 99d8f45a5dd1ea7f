import { REPEATS } from '../../integrators/implicit-euler';
import { HALVINGS, ROUNDING, TOLERANCE } from '../../solvers/energy-balance';
import { acceptsFullStep, lineSearch } from '../../solvers/line-search';
import type { Correction } from '../../world/integrator';
import { type ComputePass, createReader } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { createCorrectionKernels, LOOK_BYTES } from './correction-kernels';
import type { StepKernels } from './step-kernels';
import { encode } from './system/solver-kernels';
import { SLOTS } from './system/solver-source';

/** An iteration whose residual falls to no less than this fraction has stalled: what is left is rounding, or needs the true K. */
const STALLED = 0.9;

/** A corrected step, and E⁺ − E − W of it in J. */
export interface CorrectedStep {
  readonly correction: Correction;
  readonly rise: number;
}

/** Makes a step that would create energy again, as `integrators/implicit-euler.ts` does, with the clamped K throughout. */
export interface StepCorrector {
  /**
   * @param slot of the clock @param from the state that the step begins at; the other one gets its end
   * @param memory E − W above its lowest value so far, J
   * @param newtonTolerance residual, relative to the one after the first search, below which no solve is made again
   */
  correct(slot: number, from: 0 | 1, memory: number, newtonTolerance: number): Promise<CorrectedStep>;
  destroy(): void;
}

/**
 * @param submit submits a pass
 * @param solve solves A δ = −r about the end of the step, with the matrix that `encodeAssembly` adds to a pass
 */
export async function createStepCorrector(
  net: GpuNet,
  step: StepKernels,
  submit: (work: (pass: ComputePass) => void) => void,
  solve: (encodeAssembly: (pass: ComputePass) => void) => Promise<void>,
): Promise<StepCorrector> {
  const { device } = net;
  const kernels = await createCorrectionKernels(net, step);
  const reader = createReader(device, LOOK_BYTES);
  const size = 16 * net.count;

  function clear(buffer: GPUBuffer): void {
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(buffer, 0, size);
    device.queue.submit([encoder.finish()]);
  }

  return {
    async correct(slot, from, memory, newtonTolerance) {
      let rise = 0;
      let exceeds = true;
      let residual = 0;
      /** ‖r‖ at the start of the step. */
      let initial: number | undefined;
      /** Moves the end to s(v + Δv + α δ). @returns r·δ there */
      async function moveTo(alpha: number, scale = 1): Promise<number> {
        device.queue.writeBuffer(kernels.line, 0, new Float32Array([alpha, scale, 0, 0]));
        submit((pass) => {
          net.bind(pass, slot);
          for (const one of kernels.look[from]) encode(pass, one);
        });
        let slope = 0;
        await reader.read([{ buffer: kernels.found, size: LOOK_BYTES }], ([bytes]) => {
          const found = new Float32Array(bytes);
          rise = found[SLOTS.rise];
          residual = Math.sqrt(found[SLOTS.rr]);
          slope = -found[SLOTS.pAp];
          const energy = found[SLOTS.energy];
          const rounding = ROUNDING * (energy + Math.abs(found[SLOTS.weight]));
          exceeds = !(rise <= rounding || memory + rise <= TOLERANCE * energy);
        });
        return slope;
      }
      /** A line search along δ. @returns false if it is no direction of descent */
      async function search(): Promise<boolean> {
        const slope = await moveTo(0);
        initial ??= residual;
        if (!(slope < 0)) return false;
        const slopeAtEnd = await moveTo(1);
        if (!acceptsFullStep(slope, slopeAtEnd)) {
          const trials = lineSearch(slope, slopeAtEnd);
          let next = trials.next();
          while (!next.done) next = trials.next(await moveTo(next.value));
        }
        submit((pass) => encode(pass, kernels.accept));
        return true;
      }

      clear(kernels.change);
      await search();
      for (let repeats = 0; exceeds; repeats++) {
        const before = residual;
        let isStuck = repeats === REPEATS || residual <= newtonTolerance * (initial ?? 0);
        if (!isStuck) {
          clear(step.vectors.change);
          await solve((pass) => {
            net.bind(pass, slot);
            encode(pass, kernels.assemble[from]);
          });
          isStuck = !(await search()) || (exceeds && residual > STALLED * before);
        }
        if (!exceeds) return { correction: 'repeated', rise };
        if (isStuck) {
          await brake(moveTo);
          return { correction: 'braked', rise };
        }
      }
      return { correction: 'shortened', rise };

      /** Scales the whole motion down until it creates no energy: a state at rest has no more than that of the start. */
      async function brake(look: typeof moveTo): Promise<void> {
        clear(step.vectors.change);
        let low = 0;
        let high = 1;
        for (let k = 0; k < HALVINGS; k++) {
          const middle = 0.5 * (low + high);
          await look(0, middle);
          if (exceeds) high = middle;
          else low = middle;
        }
        await look(0, low);
      }
    },
    destroy() {
      reader.destroy();
      kernels.destroy();
    },
  };
}
