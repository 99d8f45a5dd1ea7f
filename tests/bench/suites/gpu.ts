import type { Simulation } from '../../../src/physics';
import { explicitCloth, swingingCloth } from '../cloth';
import { copyBandwidth, costOnGpu, type GpuCost, type TimedSteps } from '../gpu/measure';
import { openDevice } from '../gpu/open-device';
import { mean } from '../moments';
import type { Suite } from '../report';
import { duration } from '../timing';

/** The largest net that the SIMD kernel is timed at: beyond it a step takes seconds. */
const LARGEST_ON_CPU = 513;
const SIZES = [129, 257, 513, 1025];
/** N/m. */
const STIFFNESSES = [1e3, 1e5];
const DT = 1 / 60;
/** The same steps of the swing on both sides: those that begin it make energy, and are corrected. */
const SWING: TimedSteps = { before: 4, count: 12, solves: true };
/** Bytes of an explicit step for each particle: state read and written, stiffness and rest length of its six springs. */
const EXPLICIT_BYTES = 4 * 16 + 6 * 8;
const COPIED_BYTES = 2 ** 29;

/** The SIMD kernel and the GPU side by side; without a card on WebGPU's software adapter, with `--sizes 33`. */
export const gpu: Suite = {
  id: 'gpu',
  about: 'explicit and implicit steps on the GPU and by the SIMD kernel; installs WebGPU for Node (130 MB)',
  isLong: true,
  async run(report, { sizes }) {
    const { device, name } = await openDevice();
    const isSoftware = device.adapterInfo?.isFallbackAdapter ?? false;
    const nets = sizes?.split(',').map(Number) ?? SIZES;
    const bandwidth = await copyBandwidth(device, isSoftware ? COPIED_BYTES / 512 : COPIED_BYTES);
    const about = `${name}; a kernel copies ${gigabytes(bandwidth)} GB/s. Shortest of four rounds of the same steps on the GPU; both sides in one process.`;
    const explicit: Record<string, string>[] = [];
    const implicit: Record<string, string>[] = [];
    for (const n of nets) {
      const cost = await costOnGpu(explicitCloth(n, 'symplectic-euler'), device, {
        before: 10,
        count: isSoftware ? 20 : 2000,
        solves: false,
      });
      const bytes = (EXPLICIT_BYTES * n * n) / (cost.ms / 1000);
      const simd =
        n > LARGEST_ON_CPU
          ? null
          : costOnCpu(explicitCloth(n, 'symplectic-euler'), {
              before: 1,
              count: Math.ceil(1e6 / (n * n)),
            });
      explicit.push({
        ...sides(n, cost, simd?.ms),
        'GB/s, of the copy': `${gigabytes(bytes)}, ${Math.round((100 * bytes) / bandwidth)} %`,
      });
    }
    for (const stiffness of STIFFNESSES) {
      for (const n of nets) {
        const params = { stiffness, cgTolerance: 1e-3, cgIterations: 1000 };
        const cost = await costOnGpu(swingingCloth(n, {}, params), device, SWING);
        const simd = n > LARGEST_ON_CPU ? null : costOnCpu(swingingCloth(n, {}, params), SWING);
        implicit.push({
          'k, N/m': stiffness.toExponential(0).replace('+', ''),
          ...sides(n, cost, simd?.ms),
          'iterations, most': `${cost.iterations.toFixed(1)}, ${cost.most}`,
          SIMD: simd ? simd.iterations.toFixed(1) : '–',
          'dispatches of µs': `${cost.dispatches.toFixed(0)} of ${((1000 * cost.ms) / cost.dispatches).toFixed(1)}`,
          'times real time': ((1000 * DT) / cost.ms).toFixed(2),
        });
      }
    }
    report.tables.push(
      { title: 'Symplectic Euler on the GPU', about, rows: explicit },
      { title: 'Implicit Euler on the GPU, dt = 1/60 s, residual 1e-3, no step makes energy', about, rows: implicit },
    );
    device.destroy();
  },
};

function costOnCpu(
  simulation: Simulation,
  { before, count }: Omit<TimedSteps, 'solves'>,
): { ms: number; iterations: number } {
  simulation.apply({ type: 'planes', planes: [] });
  simulation.step(before);
  const iterations: number[] = [];
  const ms = duration(() => {
    for (let step = 0; step < count; step++) iterations.push(simulation.step().iterations);
  });
  return { ms: ms / count, iterations: mean(iterations) };
}

function sides(n: number, { ms }: GpuCost, simd: number | undefined): Record<string, string> {
  return {
    net: `${n}²`,
    'GPU, ms': ms.toPrecision(3),
    'SIMD, ms': simd === undefined ? 'left out' : simd.toPrecision(3),
    ratio: simd === undefined ? '–' : (simd / ms).toFixed(0),
  };
}

const gigabytes = (bytes: number) => (bytes / 1e9).toPrecision(3);
