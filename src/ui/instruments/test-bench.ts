import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import type { Answer } from '../../runtime/queries';
import { button, buttonChoice, controlRow, disclosure, element, setText } from '../controls/element';
import { formatPercent } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { createChartPlace } from './parts/chart';
import { createAsker, type Instrument } from './parts/instrument';
import { createMatrixTable } from './parts/tables';

type Bench = Answer<'testBench'>;
type Curves = Pick<Bench, 'springs' | 'membrane' | 'theory'>;

/** The tests: kind of deformation, and the axes of the chart. */
const TESTS = [
  {
    kind: 'uniaxial',
    label: 'Pull',
    x: t('stretch'),
    y: 'force / N',
    help: 'Pull the patch along its rows, with free sides',
  },
  {
    kind: 'uniaxial',
    label: 'Narrowing',
    x: t('stretch'),
    y: 'stretch across',
    help: 'Change of width under the pull (Poisson effect)',
  },
  { kind: 'shear', label: 'Shear', x: 'angle / rad', y: 'force / N', help: 'Shear the patch along its rows' },
] as const;
type Test = (typeof TESTS)[number];
const NARROWING = TESTS[1];
const NAMES: Record<keyof Curves, string> = {
  springs: 'springs',
  membrane: 'membrane',
  theory: 'membrane, closed form',
};
/**
 * Force over stretch, for a patch of the scene's springs and one of its membrane. The test repeats when the material has
 * changed and stays constant between two updates.
 */
export function createTestBench(lab: Lab): Instrument {
  let test: Test = TESTS[0];
  const asker = createAsker(lab, (message) => setText(note, message));
  let latest: Bench | null = null;
  let testedMaterial = '';
  let lastMaterial = '';
  const place = createChartPlace();
  const table = element('div');
  const note = element('p.now', { role: 'status' });
  const tests = buttonChoice(TESTS, (next) => {
    test = next;
    void run();
  });
  const again = button('Test again', 'Test the current material', () => void run());
  const numbers = disclosure('As a table', 'The same values as numbers', table);
  const node = element('div', controlRow(...tests.nodes, again), place.node, note, numbers);

  async function run(): Promise<void> {
    const requested = test;
    tests.press((one) => one === requested);
    if (asker.busy) return;
    testedMaterial = materialOf(lab.frame, lab.catalog);
    setText(note, 'Testing…');
    await asker.ask('testBench', { kind: requested.kind }, (bench) => test === requested && show(bench));
    if (test !== requested) await run();
  }

  function show(bench: Bench): void {
    latest = bench;
    const { x, y, label } = test;
    const name = t`${label}: ${y} over ${x}`;
    const curves: Curves | null = test === NARROWING ? bench.lateral : bench;
    const ids = (Object.keys(NAMES) as (keyof Curves)[]).filter((id) => curves?.[id]);
    const lines = ids.map((id) => NAMES[id]);
    // Undefined values are gaps.
    const columns = ids.map((id) => (curves?.[id] ?? []).map((value) => (Number.isFinite(value) ? value : null)));
    place.chart({ name, x, y, lines }).draw([bench.deformation, ...columns]);
    const rows = bench.deformation.map((value) => String(Number(value.toPrecision(4))));
    const values = createMatrixTable(name, rows, lines);
    values.show(rows.map((_, i) => columns.map((column) => column[i])));
    table.replaceChildren(values.node);
    setText(note, describe(bench));
  }

  void run();
  return {
    node,
    update(frame) {
      const material = materialOf(frame, lab.catalog);
      if (!asker.busy && material !== testedMaterial && material === lastMaterial) void run();
      lastMaterial = material;
    },
    conclude({ structure }) {
      if (latest) return conclusionText(latest, structure.springs.length > 0);
      return asker.busy ? 'Testing…' : t`There is no result: ${note.textContent}.`;
    },
  };
}

/**
 * What the sheet is like, in a sentence.
 * @param hasSprings false: the springs tested are not in the scene
 */
function conclusionText({ springs, membrane, theory, lattice, continuum }: Bench, hasSprings: boolean): string {
  const sheet = ({ young, poisson }: Bench['continuum']) =>
    t`a sheet of E·t = ${young.toPrecision(3)} N/m and Poisson’s ratio ${poisson.toFixed(2)}`;
  const parts: string[] = [];
  if (springs && hasSprings) {
    const direction = lattice.isotropic ? 'in every direction' : 'along its rows, but not in every direction';
    parts.push(t`At small strain the springs act like ${sheet(lattice)} ${direction}.`);
  }
  if (membrane && theory) {
    const size = Math.max(...theory.map(Math.abs));
    const found = membrane.map((force, i) => Math.abs(force - theory[i]) / size).filter(Number.isFinite);
    const missing =
      found.length < theory.length
        ? t` where it has an equilibrium, at ${found.length} of ${theory.length} points`
        : '';
    const off =
      found.length === 0
        ? 'has no equilibrium'
        : t`keeps to its closed form within ${formatPercent(Math.max(...found))}${missing}`;
    parts.push(t`The membrane acts like ${sheet(continuum)} and ${off}.`);
  }
  return parts.join(' ') || 'There is nothing to test: this scene has neither springs nor a membrane with stiffness.';
}

function materialOf({ status, structure }: Frame, { params }: Catalog): string {
  const own = Object.entries(status.params).filter(([key]) => ['Material', 'Membrane'].includes(params[key]?.group));
  return `${structure.generation} ${own}`;
}

function describe({ springs, membrane, lattice, continuum, width }: Bench): string {
  const line = (name: string, { young, poisson }: Bench['continuum']) =>
    t`${name}: stiffness E·t = ${young.toPrecision(4)} N/m, Poisson’s ratio ν = ${poisson.toFixed(3)}`;
  const parts = [t`A square patch, ${width.toPrecision(3)} m wide.`];
  if (springs) parts.push(`${line('Springs', lattice)}${lattice.isotropic ? '' : ' (anisotropic)'}.`);
  else parts.push('Springs: none.');
  if (membrane) parts.push(`${line('Membrane', continuum)}.`);
  else parts.push('Membrane: none. Set λ and μ in the panel folder Membrane to add one.');
  return parts.join(' ');
}
