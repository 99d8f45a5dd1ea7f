import { createSimulation, type Simulation } from '../../../src/physics';
import { advance, explicitCloth, explicitMembrane } from '../cloth';
import { exponent } from '../growth';
import type { Report, Suite } from '../report';
import { interleave } from '../timing';

const SIZES = [32, 64, 128, 256, 512];
/** Size for the ratios. */
const RATIO_SIZE = 128;
const ROUNDS = 12;

/** Symplectic Euler: one force evaluation and one update per step. */
export const explicit: Suite = {
  id: 'explicit',
  about: 'symplectic Euler: spring list and fused stencil, JavaScript and SIMD, over n',
  run(report) {
    kernels(report);
    growth(report);
    membranes(report);
  },
};

function kernels(report: Report): void {
  const net = (kernel: 'js' | 'simd') => explicitCloth(RATIO_SIZE, 'symplectic-euler', { kernel });
  const list = (kernel: 'js' | 'simd') => createSimulation({ scene: asList(net('js')), kernel });
  const candidates = { jsList: list('js'), jsNet: net('js'), simdList: list('simd'), simdNet: net('simd') };
  const { jsList, jsNet, simdList, simdNet } = measure(candidates, ROUNDS);
  const { springCount } = candidates.jsNet;
  const row = (loop: string, ms: number) => ({
    loop,
    'ns per spring and step': (1e6 * ms) / springCount,
    'million springs a second': springCount / ms / 1000,
    'times the JavaScript list': jsList / ms,
  });
  report.tables.push({
    title: `Cloth ${RATIO_SIZE}×${RATIO_SIZE}, ${springCount} springs, symplectic Euler`,
    brief: true,
    about:
      'The list is the same cloth with one spring out of order, so that no kernel detects a regular net. A kernel without a loop for nets runs its list loop on both.',
    rows: [
      row('JavaScript, list', jsList),
      row('JavaScript, net', jsNet),
      row('WebAssembly SIMD, list', simdList),
      row('WebAssembly SIMD, fused stencil on a net', simdNet),
    ],
  });
  report.bars.push(
    {
      name: `explicit ${RATIO_SIZE}²: JS list / SIMD list`,
      value: jsList / simdList,
      direction: 'at least',
      bar: 3.8,
      aim: 4.5,
    },
    {
      name: `explicit ${RATIO_SIZE}²: JS list / SIMD stencil`,
      value: jsList / simdNet,
      direction: 'at least',
      bar: 5.5,
      aim: 7.5,
    },
  );
}

function growth(report: Report): void {
  const points = SIZES.map((n) => {
    const { js, simd } = measure(
      {
        js: explicitCloth(n, 'symplectic-euler', { kernel: 'js' }),
        simd: explicitCloth(n, 'symplectic-euler', { kernel: 'simd' }),
      },
      n > 256 ? ROUNDS / 2 : ROUNDS,
    );
    return { n, js, simd };
  });
  const curves = (['js', 'simd'] as const).map((kernel) => ({
    method: 'explicit' as const,
    kernel,
    points: points.map((point) => ({ n: point.n, ms: point[kernel] })),
  }));
  report.curves.push(...curves);
  report.tables.push({
    title: 'Symplectic Euler over n, ms per step',
    rows: [
      ...points.map(({ n, js, simd }) => ({ cloth: `${n}×${n}`, JavaScript: js, SIMD: simd, ratio: js / simd })),
      { cloth: 'p in nᵖ', JavaScript: exponent(curves[0].points), SIMD: exponent(curves[1].points), ratio: '' },
    ],
  });
}

function membranes(report: Report): void {
  const rows = [32, 96].map((n) => {
    const on = (kernel: 'js' | 'simd') => explicitMembrane(n, 'symplectic-euler', { kernel });
    const { js, simd } = measure({ js: on('js'), simd: on('simd') }, ROUNDS);
    return { membrane: `${n}×${n}`, triangles: 2 * (n - 1) ** 2, JavaScript: js, SIMD: simd, ratio: js / simd };
  });
  report.tables.push({ title: 'Membrane of triangles, with bend springs, symplectic Euler, ms per step', rows });
}

/** ms per step. */
function measure<Name extends string>(candidates: Record<Name, Simulation>, rounds: number): Record<Name, number> {
  const entries = Object.entries(candidates) as [Name, Simulation][];
  // Enough steps for the clock's resolution; the blow-up detector checks the same share of them.
  const steps = Math.max(16, 32 * Math.round(RATIO_SIZE ** 2 / entries[0][1].particleCount));
  const run = ([name, simulation]: [Name, Simulation]) => [name, () => advance(simulation, steps)];
  const time: Record<Name, number> = interleave(rounds, Object.fromEntries(entries.map(run)));
  return Object.fromEntries(entries.map(([name]) => [name, time[name] / steps])) as Record<Name, number>;
}

/** A file of the same cloth with the first spring at the end; otherwise with the same memory order as the net. */
function asList(simulation: Simulation): ReturnType<Simulation['save']> {
  const file = simulation.save();
  const springs = { ...file.springs } as Record<string, unknown>;
  for (const [key, value] of Object.entries(springs)) {
    if (Array.isArray(value)) springs[key] = [...value.slice(1), value[0]];
  }
  return { ...file, springs } as typeof file;
}
