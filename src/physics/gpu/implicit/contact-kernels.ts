import { createMemory } from '../device-memory';
import type { GpuNet } from '../gpu-net';
import { endSource, findSource, predictSource, touchSource } from './contact-source';
import { TOUCH_BYTES } from './solver/hold';
import { createSolverKernels } from './solver/solver-kernels';
import type { Shape } from './solver/solver-source';

const FORCES = { touch: touchSource, find: findSource, end: endSource };
const SOLVER = { predict: predictSource };

/** What obstacles do to the particles, and its part of a step. By the state that the step begins at. */
export type ContactKernels = Awaited<ReturnType<typeof createContactKernels>>;

export async function createContactKernels(
  net: GpuNet,
  shape: Shape,
  system: readonly [GPUBuffer, GPUBuffer],
  sums: GPUBuffer,
  reports: GPUBuffer,
) {
  const { device, state } = net;
  const { storage, uniform, destroy } = createMemory(device);
  const touches = storage(TOUCH_BYTES * net.count);
  const solves = [uniform(16), uniform(16)];
  device.queue.writeBuffer(solves[0], 0, Uint32Array.of(1, 0, 0, 0));
  const kernels = await createSolverKernels(net, shape, system, { solver: SOLVER, forces: FORCES });
  const onNet = (name: keyof typeof FORCES, buffers: (from: 0 | 1) => GPUBuffer[]) =>
    ([0, 1] as const).map((from) => kernels.forces(name, buffers(from)));
  const of = (at: 0 | 1) => [state[at].positions, state[at].velocities];
  const other = (at: 0 | 1) => (at === 0 ? 1 : 0);
  const [find, findAgain] = solves.map((buffer) =>
    onNet('find', (from) => [...of(other(from)), ...of(from), touches, sums, buffer]),
  );
  return {
    /** `Touch` of each particle. */
    touches,
    /** Before the matrix; and whether that is needed. */
    begin: onNet('touch', (from) => [...of(from), touches, sums]),
    predict: kernels.solver('predict', [sums, reports]),
    /** After the first solve; and after any other, the number of which `setSolves` sets. */
    find,
    findAgain,
    setSolves: (count: number) => device.queue.writeBuffer(solves[1], 0, Uint32Array.of(count, 1, 0, 0)),
    /** After a step that stands. */
    end: onNet('end', (from) => [...of(from), ...of(other(from)), touches]),
    destroy,
  };
}
