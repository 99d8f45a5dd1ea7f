import { BLOW_UP_RATIO, JITTER, JITTER_CHECKS } from '../blow-up/blow-up-detector';
import { countActive } from '../blow-up/jitter';
import { NEIGHBOURS } from '../kernels/grid-net';
import type { Run } from '../run/run';
import {
  bindGroup,
  bindings,
  bindingsIn,
  type ComputePass,
  createMemory,
  layoutOf,
  pipelineOf,
  type Reader,
} from './device-memory';
import { SPRINGS_ALONE } from './forces/external';
import type { GpuNet } from './gpu-net';
import { FAMILIES, GROUP, netSource } from './net-source';

/**
 * Watches for a blow-up on the device, at the steps at which the CPU checks. It is cheap, and may give a false alarm, as it does not
 * know the work of grabs and wind: the CPU repeats the steps since the last good check and decides.
 */
export type BlowUpWatch = Awaited<ReturnType<typeof createBlowUpWatch>>;

const STATUS_BYTES = 32;
const LIMIT_BYTES = 16;
/** Rows that a thread measures, and sums that a thread adds up. */
const ROWS_OF_THREAD = 4;
const SUMS_OF_THREAD = 32;
/** Threads of a workgroup. */
const THREADS = GROUP.columns * GROUP.rows;

export async function createBlowUpWatch(net: GpuNet, run: Run) {
  const { device, state, count } = net;
  const columns = Math.ceil(net.columns / GROUP.columns);
  const rows = Math.ceil(net.rows / (GROUP.rows * ROWS_OF_THREAD));
  const sums = net.columns * GROUP.rows * rows;
  const { storage, uniform, state: stateOf, destroy } = createMemory(device);
  const status = storage(STATUS_BYTES + 16 * sums);
  const limits = uniform(LIMIT_BYTES);
  /** Checks keep their state in turn: that of a bad one does not replace the last good one. */
  const kept = [stateOf(count), stateOf(count)];
  const source = watchSource(net);
  const layout = layoutOf(device, bindingsIn(source, 1));
  const groups = kept.map((to) =>
    state.map((at) =>
      bindGroup(device, layout, [at.positions, at.velocities, status, limits, to.positions, to.velocities]),
    ),
  );
  const [measure, fold, judge] = await Promise.all(
    ['measure', 'fold', 'judge'].map((name) => pipelineOf(device, [net.layout, layout], source, name)),
  );
  let encoded = 0;
  /** Good checks when `status` was read last. */
  let good = 0;
  /** J; what `status` held when the budget of the run was brought up to date. */
  let known = { work: 0, gravity: 0 };

  /** Σ m g y of what is not pinned, J: pins are left out on the device. */
  function gravityOfFree(): number {
    const { inverseMasses } = run.model;
    let sum = 0;
    for (let i = 0; i < count; i++) if (inverseMasses[i] > 0) sum += run.state.positions[4 * i + 1] / inverseMasses[i];
    return run.settings.params.gravity * sum;
  }

  return {
    /** The state at the last good check. */
    get kept() {
      return kept[(good + 1) % 2];
    },
    /** Starts from the state that was uploaded. */
    restart() {
      encoded = 0;
      const { memory } = run.detector;
      const { params } = run.settings;
      const bytes = new ArrayBuffer(LIMIT_BYTES);
      new Float32Array(bytes).set([memory.start, memory.floor, countActive(run.model)]);
      new Uint32Array(bytes).set([params.stopOnBlowUp], 3);
      device.queue.writeBuffer(limits, 0, bytes);
      const begin = new ArrayBuffer(STATUS_BYTES);
      known = { work: memory.work, gravity: gravityOfFree() };
      new Float32Array(begin).set([known.work, known.gravity]);
      new Uint32Array(begin).set([memory.jitters], 2);
      device.queue.writeBuffer(status, 0, begin);
    },
    /** Adds a check of a state to a pass; a good state is kept. */
    encodeCheck(pass: ComputePass, at: 0 | 1) {
      pass.setBindGroup(1, groups[encoded++ % 2][at]);
      pass.setPipeline(measure);
      pass.dispatchWorkgroups(columns, rows);
      pass.setPipeline(fold);
      pass.dispatchWorkgroups(Math.ceil(sums / (SUMS_OF_THREAD * THREADS)));
      pass.setPipeline(judge);
      pass.dispatchWorkgroups(1);
    },
    /** Number of good checks since the start, and whether one was bad: then none after it counts. Updates the budget of the run. */
    async read(reader: Reader): Promise<{ checks: number; failed: boolean }> {
      let result = { checks: 0, failed: false };
      await reader.read([{ buffer: status, size: STATUS_BYTES }], ([bytes]) => {
        const [work, gravity] = new Float32Array(bytes, 0, 2);
        const [jitters, checks, failed] = new Uint32Array(bytes, 8, 3);
        const { memory } = run.detector;
        memory.work += work - known.work;
        memory.gravity += gravity - known.gravity;
        memory.jitters = jitters;
        known = { work, gravity };
        good = checks;
        result = { checks, failed: failed !== 0 };
      });
      return result;
    },
    destroy,
  };
}

/**
 *    T = Σ ½m|v|²,  V = Σ ½k(l − L₀)²,  T + V ≤ 1000 · budget,  h √(mean (u/L₀)²) ≤ 1
 *
 * with the budget of `blow-up-detector.ts`. Sums have a fixed order: one number a thread, which one workgroup then adds up.
 */
function watchSource({ features }: GpuNet): string {
  return /* wgsl */ `
${netSource({ ...SPRINGS_ALONE, ownDampings: features.ownDampings }, { decays: false })}
struct Status {
  work: f32,        // J; of gravity, and what the run had before
  gravity: f32,     // J; potential energy at the last check
  jitters: u32,     // bad checks of jitter in a row
  checks: u32,      // good checks
  failed: u32,      // 1 after a bad check
  sums: array<vec4f>, // T, V, Σ m y, Σ (u/L₀)² of some particles
};
struct Limits {
  start: f32,       // J
  floor: f32,       // J
  springs: f32,     // number of springs that can jitter
  stops: u32,       // 0: only what is not finite is a blow-up
};
@group(1) @binding(2) var<storage, read_write> status: Status;
@group(1) @binding(3) var<uniform> limits: Limits;
${bindings(1, 4, 'write kept_positions kept_velocities')}

var<workgroup> sums_of_group: array<vec4f, ${THREADS}>;
${FAMILIES}
/** By its bits: a compiler may assume that numbers are finite. */
fn is_finite(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) != 0x7f800000u; }

/** V and (u/L₀)² of a spring. */
fn of_spring(x: vec3f, v: vec3f, j: u32, s: u32) -> vec4f {
  let spring = springs[s];
  let d = positions[j].xyz - x;
  let l = length(d);
  let stretch = l - spring.y;
  let counts = l > 0.0 && spring.y > 0.0 && (spring.x > 0.0 || damping_of(s, spring) > 0.0);
  let rate = select(0.0, dot(velocity(j) - v, d) / (l * spring.y), counts);
  return vec4f(0.0, 0.5 * spring.x * stretch * stretch, 0.0, rate * rate);
}

fn of_particle(i: u32, row: u32, column: u32) -> vec4f {
  let at = positions[i];
  let x = at.xyz;
  let v = velocity(i);
  if (!is_finite(x.x + x.y + x.z + v.x + v.y + v.z)) { return vec4f(3e38, 0.0, 0.0, 0.0); }
  let m = select(0.0, 1.0 / at.w, at.w > 0.0);
  var sum = vec4f(0.5 * m * dot(v, v), 0.0, m * x.y, 0.0);
  for (var family = 0u; family < ${NEIGHBOURS.length}u; family++) {
    let to_row = i32(row) + DOWN[family];
    let to_column = i32(column) + RIGHT[family];
    if (to_row >= i32(step.rows) || to_column < 0 || to_column >= i32(step.columns)) { continue; }
    sum += of_spring(x, v, u32(to_row) * step.columns + u32(to_column), family * step.rows * step.columns + i);
  }
  return sum;
}

/** Keeps the state, and adds up some particles of a column, as far apart as there are threads along rows: one sum a thread. */
@compute @workgroup_size(${GROUP.columns}, ${GROUP.rows})
fn measure(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  if (id.x >= step.columns || status.failed > 0u) { return; }
  var sum = vec4f(0.0);
  for (var row = id.y; row < step.rows; row += ${GROUP.rows}u * groups.y) {
    let i = row * step.columns + id.x;
    sum += of_particle(i, row, id.x);
    kept_positions[i] = positions[i];
    kept_velocities[i] = velocities[i];
  }
  status.sums[id.y * step.columns + id.x] = sum;
}

/** Adds up every so many sums into the first of them. */
@compute @workgroup_size(${THREADS})
fn fold(@builtin(global_invocation_id) id: vec3u) {
  let count = arrayLength(&status.sums);
  let apart = (count + ${SUMS_OF_THREAD - 1}u) / ${SUMS_OF_THREAD}u;
  if (id.x >= apart) { return; }
  var sum = vec4f(0.0);
  for (var k = id.x; k < count; k += apart) { sum += status.sums[k]; }
  status.sums[id.x] = sum;
}

@compute @workgroup_size(${THREADS})
fn judge(@builtin(local_invocation_index) thread: u32) {
  let folded = (arrayLength(&status.sums) + ${SUMS_OF_THREAD - 1}u) / ${SUMS_OF_THREAD}u;
  var mine = vec4f(0.0);
  for (var k = thread; k < folded; k += ${THREADS}u) { mine += status.sums[k]; }
  sums_of_group[thread] = mine;
  workgroupBarrier();
  if (thread > 0u || status.failed > 0u) { return; }
  var sum = vec4f(0.0);
  for (var k = 0u; k < ${THREADS}u; k++) { sum += sums_of_group[k]; }
  let gravity = step.gravity * sum.z;
  let work = status.work + max(0.0, status.gravity - gravity);
  let budget = max(max(limits.start, limits.floor), work);
  let jitter = step.h * sqrt(sum.w / max(1.0, limits.springs));
  let jitters = select(0u, status.jitters + 1u, jitter > ${JITTER}.0);
  let is_bad = sum.x + sum.y > ${BLOW_UP_RATIO}.0 * budget || jitters >= ${JITTER_CHECKS}u;
  if (!is_finite(sum.x + sum.y + gravity) || sum.x >= 3e38 || (is_bad && limits.stops > 0u)) {
    status.failed = 1u;
    return;
  }
  status.work = work;
  status.gravity = gravity;
  status.jitters = jitters;
  status.checks += 1u;
}
`;
}
