import type { Variant } from '../../../physics';
import './side-by-side.css';
import type { CompanionDisplay } from '../../../render/view';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, element, setAttribute, setText } from '../../controls/element';
import { type Theme, watchTheme } from '../../controls/media';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { type Chart, COLOURS, createChart } from '../parts/chart';
import { createDifferenceRecord } from './difference-record';
import { createRunsTable, stateOf } from './runs-table';
import { type Choice, createVariantRow } from './variant-row';

/** Companions at a time, at most. */
const MOST = 3;
const CLASSICS = ['symplectic-euler', 'rk4', 'implicit-euler'];
/** The main run's: that of the cloth, or of bodies, itself. */
const CLOTH: Record<Theme, string> = { light: '#24646d', dark: '#d3c3a6' };
const BODIES = '#8d949c';

const STYLES: readonly { id: CompanionDisplay['style']; label: string; help: string }[] = [
  { id: 'ghosts', label: 'Ghosts', help: 'All in one view, the others as veils of their colour' },
  { id: 'split', label: 'Split view', help: 'Each in a pane of its own, under the same camera' },
];

/** The same scene under other methods or numbers, from the same state with the same hand, in step with the main run. */
export function createSideBySide(lab: Lab): Instrument {
  const record = createDifferenceRecord();
  const table = createRunsTable();
  let style: CompanionDisplay['style'] = 'ghosts';
  let theme: Theme = 'light';
  let running = false;
  let closed = false;
  let asked = 0;
  let answered = 0;
  let chart: Chart | null = null;
  let drawn = '';

  const rows = Array.from({ length: MOST }, (_, i) =>
    createVariantRow(i + 1, lab.catalog, () => lab.frame.status.params, choose),
  );
  const start = button('Start', 'Runs them beside the main run, from its present state on', () => toggle());
  const again = button('Start again', 'Puts all of them to where the main run is now', () => void run());
  const looks = STYLES.map(({ id, label, help }) =>
    button(label, help, () => {
      style = id;
      look(lab.frame);
    }),
  );
  const chooser = element(
    'details',
    { open: true },
    element('summary', { title: 'Who runs beside the main run' }, 'Who runs beside it'),
    ...rows.map((row) => row.node),
  );
  const note = element('p', { class: 'now', role: 'status' });
  const place = element('div');
  const results = element('div', { hidden: true }, table.node, place);
  const node = element(
    'div',
    { class: 'side-by-side' },
    element(
      'div',
      { class: 'controls' },
      button('Explicit against implicit', 'Symplectic Euler, RK4 and implicit Euler', compareMethods),
      button('The same at half dt', 'The same method with half the step: what that changes is error', halve),
    ),
    chooser,
    element('div', { class: 'controls' }, start, again, ...looks),
    note,
    results,
  );
  const forget = watchTheme((next) => {
    theme = next;
    look(lab.frame);
  });

  function fill(choices: Choice[]): void {
    rows.forEach((row, i) => {
      row.show(choices[i] ?? { method: '' });
    });
  }

  function compareMethods(): void {
    fill(CLASSICS.filter((id) => id !== lab.frame.status.integrator).map((method) => ({ method })));
    void run();
  }

  function halve(): void {
    fill([{ method: 'same', key: 'dt', value: lab.frame.status.params.dt / 2 }]);
    void run();
  }

  /** Who runs already is replaced by what has been chosen now. */
  function choose(): void {
    if (running) void run();
  }

  function toggle(): void {
    if (running) void stop('');
    else void run();
  }

  async function run(): Promise<void> {
    const variants = rows.map((row) => row.read()).filter((variant): variant is Variant => variant !== null);
    if (variants.length === 0) return stop('Nobody is chosen to run beside the main run: choose a method first.');
    await ask(variants, '');
  }

  function stop(why: string): Promise<void> {
    return ask(null, why);
  }

  async function ask(variants: readonly Variant[] | null, words: string): Promise<void> {
    const turn = ++asked;
    let said = words;
    running = variants !== null;
    try {
      await lab.sideBySide(variants);
    } catch (error) {
      running = false;
      said = messageOf(error);
    }
    if (closed || turn !== asked) return;
    answered = turn;
    record.clear();
    setText(note, said);
    // What has been chosen stands in the table as well.
    chooser.open = !running;
    look(lab.frame);
    update(lab.frame);
  }

  /** How they are seen; the words in the picture say who has blown up. */
  function look({ status, structure, companions }: Frame): void {
    const colors = [structure.surface.length > 0 ? CLOTH[theme] : BODIES, ...COLOURS[theme]];
    colors.forEach((color, i) => {
      node.style.setProperty(`--run-${i}`, color);
    });
    const main = { label: `Main run: ${mainMethod()}`, blowUp: status.blowUp };
    const runs = [main, ...companions].map(({ label, blowUp }, i) => ({
      label: blowUp ? `${label}, ${stateOf(blowUp)}` : label,
      color: colors[i],
    }));
    lab.view.showCompanions(running ? { style, runs } : null);
    looks.forEach((one, i) => {
      setAttribute(one, 'aria-pressed', String(STYLES[i].id === style));
    });
  }

  function update(frame: Frame): void {
    const { companions } = frame;
    // The engine may have been replaced.
    if (running && answered === asked && companions.length === 0) void stop('The engine has begun anew.');
    setText(start, running ? 'Stop' : 'Start');
    again.disabled = !running;
    results.hidden = !running;
    if (!running || companions.length === 0) return;
    look(frame);
    table.show(frame, mainMethod(), record.now);
    const lines = companions.map(({ label }) => label);
    if (drawn !== lines.join('\n')) renew(lines);
    chart?.draw(record.columns());
  }

  function renew(lines: string[]): void {
    drawn = lines.join('\n');
    chart?.dispose();
    chart = createChart({
      name: 'Distance of the particles from where they are in the main run, over time',
      x: 'time / s',
      y: 'difference / m',
      lines,
      logarithmic: 'y',
    });
    place.replaceChildren(chart.node);
  }

  function mainMethod(): string {
    const { integrator } = lab.frame.status;
    return methodLabel(lab.catalog, integrator);
  }

  fill(CLASSICS.filter((id) => id !== lab.frame.status.integrator).map((method) => ({ method })));
  update(lab.frame);
  return {
    node,
    follow: (frame) => record.follow(frame),
    update,
    dispose() {
      closed = true;
      forget();
      chart?.dispose();
      lab.view.showCompanions(null);
      void lab.sideBySide(null).catch(() => {});
    },
  };
}
