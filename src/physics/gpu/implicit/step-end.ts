import { REPEATS } from '../../integrators/implicit-euler';
import { HALVINGS, ROUNDING, TOLERANCE } from '../../solvers/energy-balance';
import { acceptsFullStep, lineSearch } from '../../solvers/implicit-stage';
import type { Correction } from '../../world/integrator';
import { bindings, type ComputePass, createMemory, createReader } from '../device-memory';
import { contactSource } from '../forces/contact';
import type { NetFeatures } from '../forces/external';
import { impactSource } from '../forces/impact';
import type { GpuNet } from '../gpu-net';
import { netSource } from '../net-source';
import { finishSource } from './finish';
import { HOLD, MODE } from './solver/blocks';
import { assembleSource } from './solver/matrix';
import {
  createSolverKernels,
  encode,
  forEachParticle,
  onNet,
  partial,
  type Shape,
  SLOTS,
  solverSource,
  sumOnNet,
  threadsOf,
  total,
} from './solver/solver-source';
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
    /**
     * Scales the whole motion down until it creates no energy: a state at rest has no more than that of the start.
     * @returns 'stopped' if nothing is left of it
     */
    async brake(): Promise<Correction> {
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
      return low > 0 ? 'braked' : 'stopped';
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
    if (isStuck) return end.brake();
  }
  return 'shortened';
}

/** What surfaces add: to those that rest on them a force, to those that slide after an impact friction. */
const REACTION = 'a = react(touches[i].contacts, false, positions[i].xyz, v, v0, a).a;';
const HELD = /* wgsl */ `
      r += select(vec3f(0.0), touches[i].friction, mode_of(touches[i]) == ${MODE.slides}u);
      r = held(touches[i].hold, r);`;
const TOUCHES = ({ obstacles }: NetFeatures) =>
  obstacles === 0
    ? ''
    : /* wgsl */ `
${bindings(1, 6, 'read touches')}
${contactSource(obstacles)}${impactSource(obstacles)}${HOLD}`;

/** What is left of a corrected step's equation at its end, −r = S(h f(x⁺, v⁺) − M(v⁺ − v) + p); −r·δ and ‖r‖². */
const residualSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `
${netSource(features, { decays: false })}${solverSource(2)}
${bindings(1, 2, 'read start_velocities direction', 'write side sums')}
${TOUCHES(features)}
${sumOnNet(
  shape,
  'find_residual',
  [SLOTS.pAp, SLOTS.rr],
  '',
  /* wgsl */ `
    let w = positions[i].w;
    var r = vec3f(0.0);
    if (w > 0.0) {
      ${features.obstacles > 0 ? 'var' : 'let'} a = acceleration(i, u32(row), u32(column));
      let v0 = step.decay * start_velocities[i].xyz;
      let v = velocities[i].xyz;
${features.obstacles > 0 ? REACTION : ''}
      r = (step.h * a - (v - v0)) / w;
${features.obstacles > 0 ? HELD : ''}
    }
    side[i] = vec4f(r, side[i].w);
    added += vec4f(dot(r, direction[i].xyz), dot(r, r), 0.0, 0.0);`,
)}`;

/** What the CPU reads: the sums of all slots. */
const sumsSource = (shape: Shape) => /* wgsl */ `${solverSource()}
${bindings(0, 2, 'read sums', 'write result')}
${total(shape)}${partial(shape)}
@compute @workgroup_size(${threadsOf(shape)})
fn add_up(@builtin(local_invocation_index) t: u32) {
  for (var k = 0u; k < ${SLOTS.count}u; k += 4u) {
    let sum = total(t, vec4f(partial(k, t), partial(k + 1u, t), partial(k + 2u, t), partial(k + 3u, t)));
    if (t == 0u) { result[k / 4u] = sum; }
  }
}
`;

/** Δv += α δ. */
const acceptSource = (shape: Shape) => /* wgsl */ `${solverSource()}
${bindings(0, 2, 'uniform alpha: vec4f', 'read direction', 'write change')}
${onNet(shape, 'accept', forEachParticle(shape, 'change[i] += alpha.x * direction[i];'))}`;

const SOLVER = { sums: sumsSource, accept: acceptSource };
const FORCES = {
  finish: (shape: Shape, net: GpuNet) => finishSource(shape, net, true),
  residual: residualSource,
  assemble: (shape: Shape, net: GpuNet) => assembleSource(shape, net, false),
};

/** Numbers of a look: as `SLOTS`. */
const LOOK_BYTES = 4 * SLOTS.count;

/** Memory and dispatches for the correction of a step. δ is where a solve has its solution; Δv is here. */
async function createCorrectionKernels(net: GpuNet, { shape, vectors, system, contacts }: StepKernels) {
  const { device, state } = net;
  const { storage, uniform, destroy } = createMemory(device);
  const line = uniform(16);
  const found = storage(LOOK_BYTES);
  const change = storage(16 * net.count);
  const kernels = await createSolverKernels(net, shape, system, { solver: SOLVER, forces: FORCES });
  const { side, sums, tangents, smoothers, change: delta } = vectors;
  const states = [0, 1] as const;
  const touches = contacts ? [contacts.touches] : [];
  return {
    /** α and the scale of the end that is looked at; and what was found there, as `SLOTS`: −r·δ at pAp, ‖r‖² at rr, energies. */
    line,
    found,
    /** Δv, m/s. */
    change,
    /** Looks at an end, from `net.state[from]`. */
    look: states.map((from) => {
      const [start, end] = [state[from], state[1 - from]];
      return [
        kernels.forces('finish', [
          start.positions,
          start.velocities,
          change,
          end.positions,
          end.velocities,
          sums,
          line,
          delta,
        ]),
        kernels.forces('residual', [end.positions, end.velocities, start.velocities, delta, side, sums, ...touches]),
      ];
    }),
    /** The sums of all workgroups, into `found`. */
    addUp: kernels.solver('sums', [sums, found]),
    accept: kernels.onNet('accept', [line, delta, change]),
    /** The matrix at that end. */
    assemble: states.map((from) => {
      const { positions, velocities } = state[1 - from];
      return kernels.forces('assemble', [positions, velocities, tangents, smoothers, side, ...touches]);
    }),
    destroy,
  };
}
