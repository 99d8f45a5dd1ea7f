import { bindings, createMemory } from '../device-memory';
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
  forEachParticle,
  onNet,
  partial,
  type Shape,
  SLOTS,
  solverSource,
  threadsOf,
  total,
  writeSum,
} from './solver/solver-source';
import type { StepKernels } from './step-kernels';

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
${total(shape)}${onNet(
  shape,
  'find_residual',
  /* wgsl */ `
  var own = vec4f(0.0);
${forEachParticle(
  shape,
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
    own += vec4f(dot(r, direction[i].xyz), dot(r, r), 0.0, 0.0);`,
)}
  let sum = total(t, own);
  ${writeSum(SLOTS.pAp, 'sum.x')}
  ${writeSum(SLOTS.rr, 'sum.y')}`,
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
export const LOOK_BYTES = 4 * SLOTS.count;

/** Memory and dispatches for the correction of a step. δ is where a solve has its solution; Δv is here. */
export async function createCorrectionKernels(net: GpuNet, { shape, vectors, system, contacts }: StepKernels) {
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
