import { NEIGHBOURS } from '../../../kernels/grid-net';
import { bindGroup, bindingsIn, type ComputePass, layoutOf, pipelineOf } from '../../device-memory';
import type { NetFeatures } from '../../forces/external';
import type { GpuNet } from '../../gpu-net';

/** How kernels are cut into workgroups. */
export interface Shape {
  /** Particles of a workgroup on the net, along columns and rows; each thread has two, one below the other. */
  readonly columns: number;
  readonly rows: number;
  /** Nodes of a workgroup on a coarse level, in both directions. */
  readonly side: number;
  /** Nodes of all levels together that one workgroup computes. */
  readonly tail: number;
}

/** For a GPU: 256 threads and less than 16 kB of memory of a workgroup, which every device has. */
const CARD: Shape = { columns: 32, rows: 16, side: 16, tail: 404 };
/** For a GPU in software: it compiles longer the more memory a workgroup has. */
const SOFTWARE: Shape = { columns: 8, rows: 8, side: 8, tail: 34 };

export const shapeFor = ({ adapterInfo }: GPUDevice): Shape => (adapterInfo?.isFallbackAdapter ? SOFTWARE : CARD);

/** Threads of a workgroup, on the net and where there is only one. */
export const threadsOf = ({ columns, rows }: Shape) => (columns * rows) / 2;

/** Bytes of `Solver` and of `Solve`. */
export const SOLVER_BYTES = 32;
export const SOLVE_BYTES = 32;

/**
 * What all kernels of the solver read: the system, and where the solve stands.
 * @param group the bind group of both @param isWritten true for the kernels that decide what follows
 */
export function solverSource(group = 0, isWritten = false): string {
  return /* wgsl */ `
struct Solver {
  rows: u32,
  columns: u32,
  groups: u32,        // workgroups on the net: the number of partial sums
  is_checked: u32,    // 1: no step may make energy
  tolerance: f32,     // square of the relative residual at which a solve ends
};
struct Solve {
  done: u32,          // 1: the solve has converged; what is left of its iterations returns at once
  halted: u32,        // 1: the last step needs the CPU; all that follows returns at once
  iterations: u32,
  steps: u32,         // since the CPU looked last
  bb: f32,            // ‖b‖²
  rr: f32,            // ‖r‖²
  memory: f32,        // E − W above its lowest value so far, J
};
@group(${group}) @binding(0) var<uniform> solver: Solver;
@group(${group}) @binding(1) var<${isWritten ? 'storage, read_write' : 'uniform'}> solve: Solve;

fn inside(row: i32, column: i32) -> bool {
  return row >= 0 && column >= 0 && row < i32(solver.rows) && column < i32(solver.columns);
}
`;
}

/**
 * The buffer `tangents` has planes, each with a vec4f of each particle: of the springs, family by family, and others from where they
 * begin here.
 */
export function planesOf({ winds, bending, bendingDamping, obstacles }: NetFeatures) {
  /** Of both triangles of a cell, the damper d of the winds. */
  const wind = NEIGHBOURS.length;
  /** h²D + hD′ times the weights of bending, with the damping D′, and in w the part of h²D in that factor. */
  const bent = wind + (winds > 0 ? 2 : 0);
  /** Positions, multiplied by the root of what makes D′ of the damping's factor; and the sides of the differences. */
  const damped = bent + (bending ? 1 : 0);
  /** What S removes of a particle: see `Touch`. */
  const hold = damped + (bendingDamping ? 1 : 0);
  return { wind, bent, damped, hold, count: hold + (obstacles > 0 ? 1 : 0) };
}

/** Runs `text` for both ends of the springs of particle i: the `family`, the neighbour j, and which of the two owns the spring. */
export const forEachSpring = (text: string) => /* wgsl */ `
  for (var family = 0u; family < ${NEIGHBOURS.length}u; family++) {
    for (var sign = 1; sign >= -1; sign -= 2) {
      let down = sign * DOWN[family];
      let right = sign * RIGHT[family];
      if (!inside(row + down, column + right)) { continue; }
      let j = u32(i32(i) + down * i32(solver.columns) + right);
      let owner = select(j, i, sign == 1);
      ${text}
    }
  }
`;

/** Slots of partial sums: a number of each workgroup on the net. */
export const SLOTS = {
  /** pᵀA p. */
  pAp: 0,
  /** ‖r‖². */
  rr: 1,
  /** rᵀz of even and of odd iterations. */
  rz: 2,
  /** ‖b‖². */
  bb: 4,
  /** Of a step: E⁺ − E − W; kinetic and elastic energy before; that of gravity; J. */
  rise: 5,
  energy: 6,
  weight: 7,
  /** W. */
  work: 8,
  /** Particles whose impacts have changed. */
  impacts: 9,
  count: 12,
} as const;

/** Numbers of a report. */
export const REPORT = { converged: 0, exceeds: 1, iterations: 2, residual: 3, rise: 4, impacts: 5, count: 6 } as const;
/** Reports that there is space for: steps that are submitted without a look. */
export const MAX_REPORTS = 4;

/** In place of a number of impacts: they were predicted, and no solve was made. */
export const PREDICTED = -1;

/** The sum of four numbers of each thread, as a tree: the same device gives the same bits. */
export const total = (shape: Shape) => /* wgsl */ `
var<workgroup> lanes: array<vec4f, ${threadsOf(shape)}>;
fn total(t: u32, value: vec4f) -> vec4f {
  lanes[t] = value;
  workgroupBarrier();
  for (var s = ${threadsOf(shape) / 2}u; s > 0u; s >>= 1u) {
    if (t < s) { lanes[t] += lanes[t + s]; }
    workgroupBarrier();
  }
  let sum = lanes[0];
  workgroupBarrier();
  return sum;
}
`;

/** What a thread adds up of the partial sums in a slot: every workgroup that needs a sum adds them up itself. */
export const partial = (shape: Shape) => /* wgsl */ `
fn partial(slot: u32, t: u32) -> f32 {
  var sum = 0.0;
  for (var k = t; k < solver.groups; k += ${threadsOf(shape)}u) { sum += sums[slot * solver.groups + k]; }
  return sum;
}
`;

/** Writes the sum of a workgroup on the net. */
const writeSum = (slot: number | string, value: string) =>
  `if (t == 0u) { sums[${slot}${typeof slot === 'number' ? 'u' : ''} * solver.groups + group.y * size.x + group.x] = ${value}; }`;

/** A kernel on the net, one workgroup a patch. */
export const onNet = (shape: Shape, name: string, text: string) => /* wgsl */ `
@compute @workgroup_size(${threadsOf(shape)})
fn ${name}(
  @builtin(local_invocation_index) t: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) size: vec3u,
) {
${text}
}
`;

/** Runs `text` for the two particles of a thread: k, i, row and column. */
export const forEachParticle = ({ columns, rows }: Shape, text: string) => /* wgsl */ `
  for (var k = 0u; k < 2u; k++) {
    let row = i32(group.y * ${rows}u + t / ${columns}u + ${rows / 2}u * k);
    let column = i32(group.x * ${columns}u + t % ${columns}u);
    if (!inside(row, column)) { continue; }
    let i = u32(row) * solver.columns + u32(column);
${text}
  }
`;

/**
 * A kernel on the net that adds up `added`, a vec4f, over the particles: its parts go to the slots, in order.
 * @param begin comes before the particles @param text for each of them @param end comes after them
 */
export const sumOnNet = (
  shape: Shape,
  name: string,
  slots: readonly (number | string)[],
  begin: string,
  text: string,
  end = '',
) =>
  /* wgsl */ `${total(shape)}${onNet(
    shape,
    name,
    /* wgsl */ `${begin}
  var added = vec4f(0.0);
${forEachParticle(shape, text)}${end}
  let sum = total(t, added);
  ${slots.map((slot, k) => writeSum(slot, `sum.${'xyzw'[k]}`)).join('\n  ')}`,
  )}`;

/** The texts of kernels by name. */
type Table<Name extends string> = Record<Name, (shape: Shape, net: GpuNet) => string>;

/** A dispatch of a kernel with its bind groups, the first of them by number. */
export interface Dispatch {
  readonly pipeline: GPUComputePipeline;
  readonly groups: readonly GPUBindGroup[];
  /** The number of the first of these groups. */
  readonly from: number;
  readonly columns: number;
  readonly rows: number;
}

export interface SolverKernels<Solver extends string, Forces extends string = never> {
  /** A dispatch; the first two buffers, the system and where the solve stands, are the same for all. */
  solver(name: Solver, buffers: readonly GPUBuffer[], columns?: number, rows?: number): Dispatch;
  /** The same with a workgroup for each patch of the net. */
  onNet(name: Solver, buffers: readonly GPUBuffer[]): Dispatch;
  /** Of a kernel on the net that takes forces: bind group 0 is the net, 1 has the state and what is computed, 2 is the system. */
  forces(name: Forces, buffers: readonly GPUBuffer[]): Dispatch;
}

/** Compiles kernels. @param system two uniforms, which the kernels of `solver` have as their first bindings */
export async function createSolverKernels<Solver extends string, Forces extends string>(
  net: GpuNet,
  shape: Shape,
  system: readonly [GPUBuffer, GPUBuffer],
  tables: { solver: Table<Solver>; forces: Table<Forces> },
): Promise<SolverKernels<Solver, Forces>> {
  const { device } = net;
  const ofSystem = layoutOf(device, ['uniform', 'uniform']);
  async function compile<Name extends string>(
    table: Table<Name>,
    group: number,
    layoutsWith: (own: GPUBindGroupLayout) => GPUBindGroupLayout[],
  ) {
    const kernels = (Object.keys(table) as Name[]).map(async (name) => {
      const source = table[name](shape, net);
      const own = layoutOf(device, bindingsIn(source, group));
      return [name, { own, pipeline: await pipelineOf(device, layoutsWith(own), source) }] as const;
    });
    return Object.fromEntries(await Promise.all(kernels)) as Record<
      Name,
      { own: GPUBindGroupLayout; pipeline: GPUComputePipeline }
    >;
  }
  const [solver, forces] = await Promise.all([
    compile(tables.solver, 0, (own) => [own]),
    compile(tables.forces, 1, (own) => [net.layout, own, ofSystem]),
  ]);
  const systemGroup = bindGroup(device, ofSystem, system);
  const [across, down] = [Math.ceil(net.columns / shape.columns), Math.ceil(net.rows / shape.rows)];
  const made: SolverKernels<Solver, Forces> = {
    solver(name, buffers, columns = 1, rows = 1) {
      const { own, pipeline } = solver[name];
      return { pipeline, groups: [bindGroup(device, own, [...system, ...buffers])], from: 0, columns, rows };
    },
    onNet: (name, buffers) => made.solver(name, buffers, across, down),
    forces(name, buffers) {
      const { own, pipeline } = forces[name];
      return { pipeline, groups: [bindGroup(device, own, buffers), systemGroup], from: 1, columns: across, rows: down };
    },
  };
  return made;
}

export function encode(pass: ComputePass, { pipeline, groups, from, columns, rows }: Dispatch): void {
  pass.setPipeline(pipeline);
  for (let g = 0; g < groups.length; g++) pass.setBindGroup(from + g, groups[g]);
  pass.dispatchWorkgroups(columns, rows);
}
