import { bindGroup, bindingsIn, type ComputePass, layoutOf, pipelineOf } from '../../device-memory';
import type { GpuNet } from '../../gpu-net';
import type { Shape } from './solver-source';

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
