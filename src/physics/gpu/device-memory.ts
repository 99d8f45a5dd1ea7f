/** Buffers and kernels of a device. WebGPU's constants by value, because Node and Deno need not have them as global names. */
export const USAGE = { mapRead: 0x1, copySource: 0x4, copyTarget: 0x8, uniform: 0x40, storage: 0x80 } as const;
/** `GPUShaderStage.COMPUTE` and `GPUMapMode.READ`. */
export const COMPUTE = 0x4;
const MAP_READ = 0x1;

/** A buffer that kernels read and write, and that copies go to and come from. @param size bytes */
export function storageBuffer(device: GPUDevice, size: number): GPUBuffer {
  return device.createBuffer({ size, usage: USAGE.storage | USAGE.copySource | USAGE.copyTarget });
}

/** @param size bytes */
export function uniformBuffer(device: GPUDevice, size: number): GPUBuffer {
  return device.createBuffer({ size, usage: USAGE.uniform | USAGE.copyTarget });
}

/** Positions (m; and the inverse mass, 1/kg) and velocities (m/s) of a net, 4n each. */
export interface StateBuffers {
  readonly positions: GPUBuffer;
  readonly velocities: GPUBuffer;
}

/** Buffers that are freed together. */
export function createMemory(device: GPUDevice) {
  const made: GPUBuffer[] = [];
  const keep = (buffer: GPUBuffer) => {
    made.push(buffer);
    return buffer;
  };
  const storage = (size: number) => keep(storageBuffer(device, size));
  return {
    keep,
    /** @param size bytes */
    storage,
    /** @param size bytes */
    uniform: (size: number) => keep(uniformBuffer(device, size)),
    /** Of n particles. */
    state: (n: number): StateBuffers => ({ positions: storage(16 * n), velocities: storage(16 * n) }),
    destroy() {
      for (const buffer of made) buffer.destroy();
    },
  };
}

/** Buffers that a kernel of implicit Euler reads and writes; every device has 8. */
const STORAGE_BUFFERS = 10;

/** The limits that a device is to be requested with; with fewer than these an adapter runs explicit methods only. */
export function requiredLimits({ limits }: GPUAdapter): Record<string, number> {
  const { maxStorageBuffersPerShaderStage, maxStorageBufferBindingSize, maxBufferSize } = limits;
  return {
    maxStorageBuffersPerShaderStage: Math.min(STORAGE_BUFFERS, maxStorageBuffersPerShaderStage),
    maxStorageBufferBindingSize,
    maxBufferSize,
  };
}

/** A layout of one bind group of compute kernels: what each binding is, in order. */
export function layoutOf(
  device: GPUDevice,
  bindings: readonly (GPUBufferBindingType | GPUBufferBindingLayout)[],
): GPUBindGroupLayout {
  return device.createBindGroupLayout({
    entries: bindings.map((one, binding) => ({
      binding,
      visibility: COMPUTE,
      buffer: typeof one === 'string' ? { type: one } : one,
    })),
  });
}

/** A bind group of buffers, in the order of the layout. */
export function bindGroup(
  device: GPUDevice,
  layout: GPUBindGroupLayout,
  buffers: readonly (GPUBuffer | GPUBufferBinding)[],
): GPUBindGroup {
  return device.createBindGroup({
    layout,
    entries: buffers.map((one, binding) => ({ binding, resource: 'buffer' in one ? one : { buffer: one } })),
  });
}

/** Compiled kernels of a device by entry point and text: another scene, or method, uses most of them again. */
const compiled = new WeakMap<GPUDevice, Map<string, Promise<GPUComputePipeline>>>();

/** A compute pipeline. @throws with the device's message if it does not compile */
export function pipelineOf(
  device: GPUDevice,
  bindGroupLayouts: readonly GPUBindGroupLayout[],
  code: string,
  entryPoint?: string,
): Promise<GPUComputePipeline> {
  const kernels = compiled.get(device) ?? new Map<string, Promise<GPUComputePipeline>>();
  compiled.set(device, kernels);
  const key = `${entryPoint}\n${code}`;
  const known = kernels.get(key);
  if (known) return known;
  const module = device.createShaderModule({ code });
  const kernel = device
    .createComputePipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts: [...bindGroupLayouts] }),
      compute: { module, entryPoint },
    })
    .catch(async (error: Error) => {
      const { messages } = await module.getCompilationInfo();
      throw new Error(messages[0]?.message ?? error.message);
    });
  kernels.set(key, kernel);
  return kernel;
}

/** What kernels are dispatched in. */
export type ComputePass = Pick<GPUComputePassEncoder, 'dispatchWorkgroups' | 'dispatchWorkgroupsIndirect'> & {
  setPipeline(kernel: GPUComputePipeline): void;
  setBindGroup(index: number, group: GPUBindGroup, offsets?: readonly number[]): void;
};

/** Submits what `work` adds to a compute pass. What is set already is not set again: every call costs some microseconds. */
export function submitPass(device: GPUDevice, work: (pass: ComputePass) => void): void {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  let present: GPUComputePipeline | null = null;
  const groups: (GPUBindGroup | undefined)[] = [];
  const places: (number | undefined)[] = [];
  work({
    setPipeline(kernel) {
      if (kernel !== present) pass.setPipeline(kernel);
      present = kernel;
    },
    setBindGroup(index, group, offsets) {
      if (groups[index] === group && places[index] === offsets?.[0]) return;
      groups[index] = group;
      places[index] = offsets?.[0];
      if (offsets) pass.setBindGroup(index, group, offsets);
      else pass.setBindGroup(index, group);
    },
    dispatchWorkgroups: (x, y, z) => pass.dispatchWorkgroups(x, y, z),
    dispatchWorkgroupsIndirect: (buffer, offset) => pass.dispatchWorkgroupsIndirect(buffer, offset),
  });
  pass.end();
  device.queue.submit([encoder.finish()]);
}

/** The result of some work. @throws Error with the device's message if memory is short, or a limit of the device is too small */
export async function checked<T>(device: GPUDevice, work: () => Promise<T>): Promise<T> {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  const result = work();
  // Also where it fails: what is pushed has to be popped.
  await result.catch(() => {});
  for (let scope = 0; scope < 2; scope++) {
    const error = await device.popErrorScope();
    if (error) throw new Error(error.message);
  }
  return result;
}

/** Reads the beginning of some buffers of a device. */
export type Reader = ReturnType<typeof createReader>;

/** @param capacity bytes; the most that is read at a time */
export function createReader(device: GPUDevice, capacity: number) {
  const staging = device.createBuffer({ size: capacity, usage: USAGE.mapRead | USAGE.copyTarget });
  return {
    /** Waits for all work that was submitted before. @param take gets the first bytes of each source, valid during the call */
    async read(sources: readonly { buffer: GPUBuffer; size: number }[], take: (bytes: readonly ArrayBuffer[]) => void) {
      const encoder = device.createCommandEncoder();
      let end = 0;
      const ranges = sources.map(({ buffer, size }) => {
        const from = end;
        encoder.copyBufferToBuffer(buffer, 0, staging, from, size);
        // Mapped ranges begin at multiples of 8.
        end += Math.ceil(size / 8) * 8;
        return [from, size] as const;
      });
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(MAP_READ, 0, end);
      take(ranges.map(([from, size]) => staging.getMappedRange(from, size)));
      staging.unmap();
    },
    destroy: () => staging.destroy(),
  };
}

// What kernels read and write: declared once, in their text, from which the layouts of bind groups follow.

/** The elements of arrays by name; those of all others are vec4f. */
const ELEMENTS: Readonly<Record<string, string>> = {
  touches: 'Touch',
  places: 'Place',
  smoothers: 'vec2f',
  blocks: 'vec2f',
  fine: 'vec2f',
  sums: 'f32',
  reports: 'f32',
};

/**
 * Declares bindings of a group in WGSL, in order.
 * @param lists `read a b` and `write c`, which are arrays, or `uniform d: Type`
 */
export function bindings(group: number, first: number, ...lists: readonly string[]): string {
  const declared = lists.flatMap((list) => {
    const [access, ...names] = list.split(' ');
    if (access === 'uniform') return `var<uniform> ${names.join(' ')}`;
    const space = access === 'read' ? 'storage, read' : 'storage, read_write';
    return names.map((name) => `var<${space}> ${name}: array<${ELEMENTS[name] ?? 'vec4f'}>`);
  });
  return declared.map((one, k) => `@group(${group}) @binding(${first + k}) ${one};`).join('\n');
}

const TYPES = { uniform: 'uniform', 'storage, read': 'read-only-storage', 'storage, read_write': 'storage' } as const;

/** The bindings of a group that a text declares, in order. */
export function bindingsIn(text: string, group: number): GPUBufferBindingType[] {
  const found = [...text.matchAll(/@group\((\d+)\) @binding\((\d+)\) var<(.*?)>/g)];
  return found
    .filter(([, of]) => Number(of) === group)
    .sort(([, , a], [, , b]) => Number(a) - Number(b))
    .map(([, , , space]) => TYPES[space as keyof typeof TYPES]);
}
