import { element } from '../element';
import type { Lab } from '../lab';
import { createChart } from './chart';
import type { Instrument } from './index';

type Kind = 'uniaxial' | 'shear';

/** What each test deforms, and by how much. */
const TESTS: Record<Kind, { label: string; x: string; help: string }> = {
  uniaxial: { label: 'Pull', x: 'stretch', help: 'Pulled along its rows, sides free' },
  shear: { label: 'Shear', x: 'angle / rad', help: 'Rows slid along one another' },
};

/** Force over stretch, for a patch of the scene's springs and one of its membrane. */
export function createTestBench(lab: Lab): Instrument {
  let kind: Kind = 'uniaxial';
  let chart: ReturnType<typeof createChart> | null = null;
  const place = element('div');
  const note = element('p', { class: 'now', role: 'status' });
  const buttons = (Object.keys(TESTS) as Kind[]).map((id) =>
    element('button', { type: 'button', title: TESTS[id].help, click: () => run(id) }, TESTS[id].label),
  );
  const again = element(
    'button',
    { type: 'button', title: 'Test the material as it is now', click: () => run(kind) },
    'Test again',
  );
  const node = element('div', {}, element('p', { class: 'controls' }, ...buttons, again), place, note);

  async function run(wanted: Kind): Promise<void> {
    kind = wanted;
    buttons.forEach((button, i) => {
      button.setAttribute('aria-pressed', String(Object.keys(TESTS)[i] === kind));
    });
    note.textContent = 'Testing…';
    try {
      const bench = await lab.ask('testBench', { kind });
      if (kind !== wanted) return;
      const curves = { springs: bench.springs, membrane: bench.membrane, 'membrane, closed form': bench.theory };
      const shown = Object.entries(curves).filter(([, values]) => values !== null) as [string, number[]][];
      chart?.dispose();
      chart = createChart(
        'Force over deformation',
        TESTS[kind].x,
        'force / N',
        shown.map(([label]) => label),
      );
      place.replaceChildren(chart.node);
      chart.draw([bench.deformation, ...shown.map(([, values]) => values.map((x) => (Number.isFinite(x) ? x : null)))]);
      note.textContent = describe(bench);
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  void run(kind);

  return { node, dispose: () => chart?.dispose() };
}

interface Moduli {
  young: number;
  poisson: number;
}

function describe({
  springs,
  membrane,
  lattice,
  continuum,
  width,
}: {
  springs: unknown;
  membrane: unknown;
  lattice: Moduli & { isotropic: boolean };
  continuum: Moduli;
  width: number;
}): string {
  const say = (name: string, { young, poisson }: Moduli) =>
    `${name}: E·t = ${young.toPrecision(4)} N/m, ν = ${poisson.toFixed(3)}`;
  const parts = [`Patch of ${width.toPrecision(3)} m.`];
  if (springs) parts.push(`${say('Springs', lattice)}${lattice.isotropic ? '' : ' (stiffer one way than another)'}.`);
  if (membrane) parts.push(`${say('Membrane', continuum)}.`);
  else parts.push('There is no membrane: give it λ and μ in the folder Membrane.');
  return parts.join(' ');
}
