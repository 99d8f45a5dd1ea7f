import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { Answer } from '../../../runtime/queries';
import { button, element, setAttribute, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { type Chart, type Column, createChart } from '../parts/chart';
import { createMatrixTable } from '../parts/tables';

type Bench = Answer<'testBench'>;
type Curves = Pick<Bench, 'springs' | 'membrane' | 'theory'>;

/** What each test deforms, and what is plotted over that. */
const TESTS = {
  pull: {
    kind: 'uniaxial',
    label: 'Pull',
    x: 'stretch',
    y: 'force / N',
    help: 'Pulled along its rows, its sides free',
  },
  narrowing: {
    kind: 'uniaxial',
    label: 'Narrowing',
    x: 'stretch',
    y: 'stretch across',
    help: 'How much narrower it becomes when it is pulled',
  },
  shear: { kind: 'shear', label: 'Shear', x: 'angle / rad', y: 'force / N', help: 'Its rows slid along one another' },
} as const;
type Test = keyof typeof TESTS;
const IDS = Object.keys(TESTS) as Test[];
const NAMES: Record<keyof Curves, string> = {
  springs: 'springs',
  membrane: 'membrane',
  theory: 'membrane, closed form',
};
/** What the tests depend on. */
const MATERIAL = /^(membrane|stiffness|shear|bend|structuralSprings)/;

/**
 * Force over stretch, for a patch of the scene's springs and one of its membrane. It is tested anew when the material is
 * another and stays so for a moment.
 */
export function createTestBench(lab: Lab): Instrument {
  let test: Test = 'pull';
  let chart: Chart | null = null;
  let drawn = '';
  let running = false;
  let closed = false;
  let tested = '';
  let before = '';
  const place = element('div');
  const table = element('div');
  const note = element('p', { class: 'now', role: 'status' });
  const buttons = IDS.map((id) =>
    element(
      'button',
      { type: 'button', title: TESTS[id].help, 'aria-pressed': 'false', click: () => choose(id) },
      TESTS[id].label,
    ),
  );
  const again = button('Test again', 'Test the material as it is now', () => void run());
  const numbers = element('details', {}, element('summary', { title: 'The same, as numbers' }, 'As a table'), table);
  const node = element('div', {}, element('div', { class: 'controls' }, ...buttons, again), place, note, numbers);

  function choose(id: Test): void {
    test = id;
    void run();
  }

  async function run(): Promise<void> {
    const wanted = test;
    buttons.forEach((button, i) => {
      setAttribute(button, 'aria-pressed', String(IDS[i] === wanted));
    });
    running = true;
    tested = materialOf(lab.frame);
    setText(note, 'Testing…');
    try {
      const bench = await lab.ask('testBench', { kind: TESTS[wanted].kind });
      if (!closed && test === wanted) show(bench);
    } catch (error) {
      setText(note, messageOf(error));
    }
    running = false;
  }

  function show(bench: Bench): void {
    const { x, y, label } = TESTS[test];
    const curves: Curves | null = test === 'narrowing' ? bench.lateral : bench;
    const ids = (Object.keys(NAMES) as (keyof Curves)[]).filter((id) => curves?.[id]);
    const lines = ids.map((id) => NAMES[id]);
    const columns = ids.map((id) => (curves?.[id] ?? []).map(orGap));
    if (drawn !== `${test} ${ids}`) {
      drawn = `${test} ${ids}`;
      chart?.dispose();
      chart = createChart({ name: `${label}: ${y} over ${x}`, x, y, lines });
      place.replaceChildren(chart.node);
    }
    chart?.draw([bench.deformation, ...columns]);
    const rows = bench.deformation.map((value) => String(Number(value.toPrecision(4))));
    const values = createMatrixTable(`${label}: ${y} over ${x}`, rows, lines);
    values.show(rows.map((_, i) => columns.map((column) => column[i])));
    table.replaceChildren(values.node);
    setText(note, describe(bench));
  }

  void run();
  return {
    node,
    update(frame) {
      const material = materialOf(frame);
      if (!running && material !== tested && material === before) void run();
      before = material;
    },
    dispose() {
      closed = true;
      chart?.dispose();
    },
  };
}

/** What isn't known makes a gap. */
function orGap(value: number): Column[number] {
  return Number.isFinite(value) ? value : null;
}

function materialOf({ status, structure }: Frame): string {
  const own = Object.entries(status.params).filter(([key]) => MATERIAL.test(key));
  return `${structure.generation} ${own}`;
}

function describe({ springs, membrane, lattice, continuum, width }: Bench): string {
  const say = (name: string, { young, poisson }: Bench['continuum']) =>
    `${name}: E·t = ${young.toPrecision(4)} N/m, ν = ${poisson.toFixed(3)}`;
  const parts = [`A square patch, ${width.toPrecision(3)} m wide.`];
  if (springs) parts.push(`${say('Springs', lattice)}${lattice.isotropic ? '' : ' (stiffer one way than another)'}.`);
  else parts.push('Springs: none.');
  if (membrane) parts.push(`${say('Membrane', continuum)}.`);
  else parts.push('Membrane: none; give it λ and μ in the folder Membrane.');
  return parts.join(' ');
}
