import type { Correction } from '../../world/integrator';
import { type ComputePass, uniformBuffer } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { prescribeSource, reboundSource } from './contact-source';
import { createSolverKernels, encode, SLOTS } from './solver/solver-source';
import type { StepEnd } from './step-end';
import type { ContactKernels, StepKernels } from './step-kernels';

/** Solves of one step at most, as on the CPU. */
const MAX_SOLVES = 16;

const FORCES = { prescribe: prescribeSource, rebound: reboundSource };

/** Solves the steps in which particles hit something: the passes of `solvers/impact-step.ts`. */
export type ImpactSolver = Awaited<ReturnType<typeof createImpactSolver>>;

export async function createImpactSolver(
  net: GpuNet,
  { shape, system, vectors }: StepKernels,
  contacts: ContactKernels,
  end: StepEnd,
  submit: (work: (pass: ComputePass) => void) => void,
) {
  const { device, state } = net;
  const part = uniformBuffer(device, 16);
  const kernels = await createSolverKernels(net, shape, system, { solver: {}, forces: FORCES });
  const dispatches = ([0, 1] as const).map((from) => {
    const [start, next] = [state[from], state[1 - from]];
    const of = (name: keyof typeof FORCES, buffers: GPUBuffer[]) =>
      kernels.forces(name, [start.positions, start.velocities, ...buffers]);
    return {
      prescribe: of('prescribe', [next.velocities, contacts.touches, end.change, vectors.change]),
      rebound: of('rebound', [next.positions, next.velocities, contacts.touches, vectors.sums, part]),
    };
  });

  function copy(from: GPUBuffer, to: GPUBuffer): void {
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, 16 * net.count);
    device.queue.submit([encoder.finish()]);
  }

  async function find(slot: number, from: 0 | 1, solves: number): Promise<boolean> {
    contacts.setSolves(solves);
    submit((pass) => {
      net.bind(pass, slot);
      encode(pass, contacts.findAgain[from]);
      encode(pass, end.addUp);
    });
    return (await end.read())[SLOTS.impacts] > 0;
  }

  async function rebound(slot: number, from: 0 | 1, s: number): Promise<Float32Array> {
    device.queue.writeBuffer(part, 0, Float32Array.of(s, 0, 0, 0));
    submit((pass) => {
      net.bind(pass, slot);
      encode(pass, dispatches[from].rebound);
      encode(pass, end.addUp);
    });
    return end.read();
  }

  /** Restitution returns the largest part that creates no energy. */
  async function reflect(slot: number, from: 0 | 1): Promise<void> {
    const risen = end.rise + end.work;
    const found = await rebound(slot, from, 0);
    const [squared, linear] = [found[SLOTS.rz + 1], found[SLOTS.bb]];
    if (squared === 0) return;
    const budget = Math.max(0, -(risen + found[SLOTS.rz]));
    const s = Math.min(1, (linear + Math.sqrt(linear * linear + 4 * squared * budget)) / (2 * squared));
    if (s > 0) await rebound(slot, from, s);
  }

  return {
    /** Looks for impacts at an end that was corrected. @returns true if there are some */
    find,
    /**
     * Solves a step again until it respects all impacts. @param from the state that it begins at
     * @param predicted it has no end without them yet @param iterations of Newton's method at most, while energy would be created
     * @param tolerance residual at which they end, relative to the first
     */
    async solve(
      slot: number,
      from: 0 | 1,
      predicted: boolean,
      iterations: number,
      tolerance: number,
    ): Promise<Correction | undefined> {
      if (predicted) copy(state[from].velocities, state[1 - from].velocities);
      let solves = 1;
      const again = () => {
        solves++;
        return solves <= MAX_SOLVES ? find(slot, from, solves) : Promise.resolve(false);
      };
      /** Begins with what the impacts hold now. */
      async function begin(): Promise<void> {
        submit((pass) => {
          net.bind(pass, slot);
          encode(pass, dispatches[from].prescribe);
        });
        await end.moveTo(0);
      }
      do {
        await begin();
        await end.iterate();
      } while (await again());
      let corrected: Correction | undefined;
      for (let k = 1; ; k = 0) {
        const before = k;
        const first = end.residual;
        while (k < iterations && (k < 1 || end.exceeds) && end.residual > tolerance * first) {
          end.clear(vectors.change);
          if (!(await end.iterate())) break;
          k++;
        }
        if (k === before) break;
        corrected = 'repeated';
        if (!(await again())) break;
        await begin();
      }
      if (end.exceeds) corrected = await end.brake();
      await reflect(slot, from);
      // The first guess of the next step.
      copy(end.change, vectors.change);
      return corrected;
    },
    destroy: () => part.destroy(),
  };
}
