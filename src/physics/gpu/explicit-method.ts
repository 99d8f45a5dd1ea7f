import type { IntegratorDefinition } from '../world/integrator';
import {
  bindGroup,
  bindings,
  bindingsIn,
  type ComputePass,
  layoutOf,
  pipelineOf,
  storageBuffer,
} from './device-memory';
import { contactSource } from './forces/contact';
import type { NetFeatures } from './forces/external';
import { impactSource } from './forces/impact';
import type { GpuNet } from './gpu-net';
import { GROUP, netSource, PARTICLE_OF_INVOCATION } from './net-source';

/**
 * A stage of an explicit method: forces are evaluated once, a_i = M⁻¹f(x_i, v_i), and the state of the next stage, or after the last
 * one the end of the step, follows from the start and from the stages so far:
 *
 *    x = x₀ + h Σ xv_j v_j + h² Σ xa_j a_j,   v = v₀ + h Σ va_j a_j
 */
export interface Stage {
  readonly xv: readonly number[];
  readonly xa: readonly number[];
  readonly va: readonly number[];
  /** Time of the stage after the start of the step, in steps. */
  readonly c: number;
}

/** Methods of second-order systems, which have no tableau. */
const OTHERS: Readonly<Record<string, readonly Stage[]>> = {
  'symplectic-euler': [{ xv: [1], xa: [1], va: [1], c: 0 }],
  'velocity-verlet': [
    { xv: [1], xa: [0.5], va: [1], c: 0 },
    { xv: [1], xa: [0.5], va: [0.5, 0.5], c: 1 },
  ],
};

/** The stages of a step; null for a method without. */
export function stagesOf({ id, tableau }: IntegratorDefinition): readonly Stage[] | null {
  if (!tableau) return OTHERS[id] ?? null;
  const { a, b } = tableau;
  return b.map((_, i) => {
    const next = a[i + 1] ?? b;
    return { xv: next, xa: [], va: next, c: a[i].reduce((sum, weight) => sum + weight, 0) };
  });
}

/** An explicit method: one dispatch a stage, one thread a particle, which gathers the forces of its neighbours. */
export async function createExplicitMethod(net: GpuNet, definition: IntegratorDefinition) {
  const stages = stagesOf(definition) ?? [];
  const { device, state, count } = net;
  const slots = slotsOf(stages, net.features);
  const memory = storageBuffer(device, 16 * Math.max(1, count * slots.length));
  const sources = stages.map((_, i) => stageSource(net, stages, slots, i));
  const layout = layoutOf(device, bindingsIn(sources[0], 1));
  /** By the state that is read; the other one is written. */
  const groups = [0, 1].map((from) =>
    bindGroup(device, layout, [
      state[from].positions,
      state[from].velocities,
      state[1 - from].positions,
      state[1 - from].velocities,
      memory,
    ]),
  );
  const kernels = await Promise.all(sources.map((source) => pipelineOf(device, [net.layout, layout], source, 'stage')));
  const columns = Math.ceil(net.columns / GROUP.columns);
  const rows = Math.ceil(net.rows / GROUP.rows);

  return {
    stages: stages.length,
    /** Times of the stages at which moving pins are at their exact place, in steps; empty: pins cross a step in a straight line. */
    times: definition.tableau ? stages.map(({ c }) => c) : [],
    /** Adds the dispatches of a stage: it reads `net.state[from]`, which the stage before it wrote, and writes the other one. */
    encodeStage(pass: ComputePass, stage: number, from: 0 | 1) {
      pass.setPipeline(kernels[stage]);
      pass.setBindGroup(1, groups[from]);
      pass.dispatchWorkgroups(columns, rows);
    },
    destroy: () => memory.destroy(),
  };
}

/** What stages leave in memory for later ones: the start of the step, contacts, accelerations and velocities of stages. */
function slotsOf(stages: readonly Stage[], { obstacles }: NetFeatures): string[] {
  if (stages.length === 1) return [];
  const isReadAfter = (j: number, of: (stage: Stage) => readonly number[]) =>
    stages.some((stage, i) => i > j && (of(stage)[j] ?? 0) !== 0);
  return stages.reduce(
    (slots, _, j) => {
      if (isReadAfter(j, ({ va }) => va) || isReadAfter(j, ({ xa }) => xa)) slots.push(`a${j}`);
      if (j > 0 && isReadAfter(j, ({ xv }) => xv)) slots.push(`v${j}`);
      return slots;
    },
    ['x', 'v0', ...(obstacles > 0 ? ['contacts'] : [])],
  );
}

function stageSource({ features }: GpuNet, stages: readonly Stage[], slots: readonly string[], i: number): string {
  const { xv, xa, va } = stages[i];
  const here = i === 0 ? 'x' : `x${i}`;
  /** An entry of memory; vectors of this stage are at hand. */
  const at = (name: string) => `memory[${slots.indexOf(name)}u * count + i]`;
  const own = (name: string) => name === `a${i}` || name === `v${i}` || (i === 0 && name === 'x');
  const read = (name: string) => (own(name) ? name : `${at(name)}.xyz`);
  /** Σ w_j k_j; the sum is added up before it is scaled. */
  const sum = (letter: string, weights: readonly number[]) =>
    weights.flatMap((w, j) => (w === 0 ? [] : [`${number(w)} * ${read(`${letter}${j}`)}`])).join(' + ') || 'vec3f(0.0)';
  const { obstacles } = features;
  const isLast = i + 1 === stages.length;
  const kept = slots.filter(own).map((name) => `  ${at(name)} = vec4f(${name}, 0.0);`);
  if (obstacles > 0 && !isLast) kept.push(`  ${at('contacts')} = vec4f(f32(reaction.word), 0.0, 0.0, 0.0);`);
  const contacts = i === 0 ? `find_contacts(x, v0)` : `u32(${at('contacts')}.x)`;
  const acceleration =
    obstacles === 0
      ? `  let a${i} = acceleration(i, row, column);`
      : `  var reaction = Reaction(acceleration(i, row, column), 0u);
  if (w > 0.0) { reaction = react(${contacts}, ${i === 0}, ${here}, v${i}, ${read('v0')}, reaction.a); }
  let a${i} = reaction.a;`;
  const end =
    obstacles > 0 && isLast
      ? `  if (w > 0.0) { next = end_of_contacts(reaction.word, ${read('x')}, ${read('v0')}, next, moved); }`
      : '';
  return /* wgsl */ `
${netSource(features, { decays: i === 0, c: stages[i].c })}
${obstacles > 0 ? contactSource(obstacles) + impactSource(obstacles) : 'struct Motion { x: vec3f, v: vec3f };'}
${bindings(1, 2, 'write next_positions next_velocities memory')}

@compute @workgroup_size(${GROUP.columns}, ${GROUP.rows})
fn stage(@builtin(global_invocation_id) id: vec3u) {${PARTICLE_OF_INVOCATION}
  let count = step.rows * step.columns;
  let h = step.h;
  let w = positions[i].w;
  let ${here} = positions[i].xyz;
  let v${i} = velocity(i);
${acceleration}
${kept.join('\n')}
  let moved = h * (${sum('v', xv)}${xa.length > 0 ? ` + h * (${sum('a', xa)})` : ''});
  var next = Motion(${read('x')} + moved, ${read('v0')} + h * (${sum('a', va)}));
${end}
  next_positions[i] = vec4f(next.x, w);
  next_velocities[i] = vec4f(next.v, 0.0);
}
`;
}

/** A literal of WGSL. */
const number = (x: number) => (Number.isInteger(x) ? x.toFixed(1) : `${x}`);
