import { type GridNet, gridNet, NEIGHBOURS } from '../kernels/grid-net';
import { COEFFICIENT_KEYS } from '../model/coefficients';
import { exp } from '../model/deterministic-math';
import type { Model } from '../model/model';
import type { Run } from '../run/run';
import { bindGroup, type ComputePass, createMemory, layoutOf, storageBuffer, uniformBuffer } from './device-memory';
import { SPRINGS_ALONE } from './forces/external';
import {
  bends,
  listedOf,
  netBendingOf,
  obstaclesOf,
  packParticles,
  packSurroundings,
  windsOf,
  writeGustTimes,
} from './surroundings';

/** Sizes in bytes, as in `net-source.ts`. */
const STEP_BYTES = 128;
/** Of a step in the clock: the alignment of dynamic offsets that every device has. */
const CLOCK_BYTES = 256;
/** What the springs follow from. */
const SPRING_KEYS = [...COEFFICIENT_KEYS, 'structuralSprings', 'shearSprings', 'bendSprings'];
/** Steps of one submission at most. */
export const MAX_STEPS = 512;

const nets = new WeakMap<Model, GridNet | null>();

/** The net of a model; null if it is none. Cuts do not change it. */
export function netOf(model: Model): GridNet | null {
  const known = nets.get(model);
  if (known !== undefined) return known;
  const net = gridNet(model);
  nets.set(model, net);
  return net;
}

/** A net on a device: what kernels read, in bind group 0, and its state. */
export type GpuNet = ReturnType<typeof createGpuNet>;

/** A net on a device with the model of a run. The run must have a net: see `unsupportedReason`. */
export function createGpuNet(device: GPUDevice, run: Run) {
  const { model } = run;
  const net = netOf(model);
  if (!net) throw new RangeError('the scene is no net');
  const { rows, columns } = net;
  const n = rows * columns;
  const families = NEIGHBOURS.length;
  const memory = createMemory(device);
  const stepBuffer = memory.uniform(STEP_BYTES);
  const clock = memory.uniform(CLOCK_BYTES * MAX_STEPS);
  const springs = memory.storage(8 * families * n);
  let dampings = storageBuffer(device, 4);
  let particles = storageBuffer(device, 32);
  let surroundings = uniformBuffer(device, 16);
  const state = [memory.state(n), memory.state(n)] as const;
  const layout = layoutOf(device, [
    'uniform',
    { type: 'uniform', hasDynamicOffset: true, minBindingSize: CLOCK_BYTES },
    'read-only-storage',
    'read-only-storage',
    'read-only-storage',
    'uniform',
  ]);
  let features = SPRINGS_ALONE;
  let group: GPUBindGroup | null = null;
  /** k_d of every spring with stiffness, if it is the same; N·s/m. */
  let damping = 0;
  /** What the springs on the device belong to. */
  let uploaded = '';
  /** The same of particles and surroundings. */
  let present: readonly unknown[] = [];

  /** Writes stiffness and rest length of every spring family by family, and the dampings if they differ. */
  function uploadSprings(): void {
    const { stiffness, restLengths, damping: own } = model;
    const packed = new Float32Array(2 * families * n);
    damping = own.find((_, j) => stiffness[j] > 0) ?? 0;
    let ownDampings = false;
    eachSpring((at, j) => {
      packed[2 * at] = stiffness[j];
      packed[2 * at + 1] = restLengths[j];
      if (own[j] !== (stiffness[j] > 0 ? damping : 0)) ownDampings = true;
    });
    device.queue.writeBuffer(springs, 0, packed);
    if (ownDampings) {
      const each = new Float32Array(families * n);
      eachSpring((at, j) => {
        each[at] = own[j];
      });
      dampings = written(dampings, each.buffer, storageBuffer);
    }
    features = { ...features, ownDampings };
  }

  /** Writes what acts on the particles, if it has changed. */
  function uploadSurroundings(): void {
    const { params, environment } = run.settings;
    const airDrag = params.airDrag > 0;
    const bending = bends(params);
    const bendingDamping = params.bendingDamping > 0;
    const next = [environment, airDrag, bending, bendingDamping, model.cuts.version];
    if (next.every((value, k) => value === present[k])) return;
    present = next;
    const [winds, listed] = [windsOf(run).length, listedOf(run).length];
    const obstacles = obstaclesOf(run).length;
    features = { ...features, airDrag, bending, bendingDamping, winds, listed, obstacles };
    surroundings = written(surroundings, packSurroundings(run), uniformBuffer);
    const isRead = airDrag || bending || winds > 0 || listed > 0;
    if (isRead) particles = written(particles, packParticles(run), storageBuffer);
  }

  /** The buffer with these bytes, or if it is too small, a new one. */
  function written(buffer: GPUBuffer, bytes: ArrayBuffer, create: typeof storageBuffer): GPUBuffer {
    let to = buffer;
    if (to.size < bytes.byteLength) {
      to.destroy();
      to = create(device, bytes.byteLength);
      group = null;
    }
    device.queue.writeBuffer(to, 0, bytes);
    return to;
  }

  function eachSpring(visit: (at: number, j: number) => void): void {
    const places = net?.springs ?? [];
    for (let i = 0; i < n; i++) {
      for (let family = 0; family < families; family++) {
        const j = places[families * i + family];
        if (j >= 0) visit(family * n + i, j);
      }
    }
  }

  function uploadStep(): void {
    const { params } = run.world;
    const bytes = new ArrayBuffer(STEP_BYTES);
    const numbers = new Float32Array(bytes);
    const words = new Uint32Array(bytes);
    words.set([rows, columns]);
    numbers.set([params.dt, params.gravity], 2);
    numbers.set(run.control.push, 4);
    numbers.set(
      [params.drag, damping, params.airDrag, exp(-params.dt * params.decay), model.meanLength, params.bending],
      7,
    );
    if (features.bendingDamping) numbers[13] = netBendingOf(run)?.dampingFactor ?? 0;
    numbers[14] = params.bendingDamping;
    run.control.hands.forEach(({ held, target }, k) => {
      const pulls = held >= 0 && params.hardHold === 0;
      const at = 16 + 8 * k;
      numbers.set(target, at);
      words[at + 3] = pulls ? held : 0xffffffff;
      if (pulls) numbers.set([params.grabStiffness, 2 * Math.sqrt(params.grabStiffness * model.masses[held])], at + 4);
    });
    device.queue.writeBuffer(stepBuffer, 0, bytes);
  }

  return {
    device,
    rows,
    columns,
    /** Number n of particles. */
    count: n,
    /** What kernels are written for; after `upload` they may be other ones. */
    get features() {
      return features;
    },
    /** Of bind group 0. */
    layout,
    /** A stage reads one and writes the other. */
    state,
    /** Sets bind group 0 for the dispatches of a step. @param slot the number of the step in its submission */
    bind(pass: ComputePass, slot: number) {
      group ??= bindGroup(device, layout, [
        stepBuffer,
        { buffer: clock, size: CLOCK_BYTES },
        springs,
        dampings,
        particles,
        surroundings,
      ]);
      pass.setBindGroup(0, group, [features.winds > 0 ? CLOCK_BYTES * slot : 0]);
    },
    /** Brings springs, forces and parameters up to date, where they have changed. */
    upload() {
      const key = [run.model.cuts.version, ...SPRING_KEYS.map((key) => run.settings.params[key])].join();
      if (key !== uploaded) uploadSprings();
      uploaded = key;
      uploadSurroundings();
      uploadStep();
    },
    /** Writes the times of the next steps, of which the first begins after `stepCount` steps, for the slots from 0 on. */
    writeClock(stepCount: number, steps: number) {
      if (features.winds === 0) return;
      const times = new Float32Array((CLOCK_BYTES / 4) * steps);
      for (let slot = 0; slot < steps; slot++) {
        writeGustTimes(run, timeAt(run, stepCount + slot), times, (CLOCK_BYTES / 4) * slot);
      }
      device.queue.writeBuffer(clock, 0, times);
    },
    /** Writes the state of the run into `state[to]`. */
    uploadState(to: 0 | 1) {
      const { positions, velocities } = run.state;
      const { inverseMasses } = model;
      const withMasses = new Float32Array(4 * n);
      withMasses.set(positions);
      for (let i = 0; i < n; i++) withMasses[4 * i + 3] = inverseMasses[i];
      device.queue.writeBuffer(state[to].positions, 0, withMasses);
      device.queue.writeBuffer(state[to].velocities, 0, new Float32Array(velocities));
    },
    destroy() {
      memory.destroy();
      for (const buffer of [particles, dampings, surroundings]) buffer.destroy();
    },
  };
}

/** The time after so many steps, s. */
export function timeAt({ timeOrigin, settings }: Run, stepCount: number): number {
  return timeOrigin.time + (stepCount - timeOrigin.step) * settings.params.dt;
}
