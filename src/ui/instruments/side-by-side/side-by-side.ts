import { t } from '../../../language/translate';
import type { Variant } from '../../../physics';
import type { CompanionDisplay } from '../../../render/view';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, buttonChoice, controlRow, disclosure, element, setText } from '../../controls/element';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { limitFound } from '../../lab/limit';
import { ignoreShownError } from '../../lab/message-list';
import { createChartPlace } from '../parts/chart';
import type { Instrument } from '../parts/instrument';
import { captionsOf, colorRuns, createDifferenceRecord, createRunsTable, resultText } from './runs-table';
import { type Choice, createVariantRow, explicitAgainstImplicit } from './variant-row';

/** Most companions at a time. */
const MAX_COMPANIONS = 3;
/** What is compared at first, at the same parameters. */
const COMPARED = ['symplectic-euler', 'rk4', 'implicit-euler'];
const NOTHING_CHOSEN = 'Choose a method to compare with first.';

const STYLES: readonly { id: CompanionDisplay['style']; label: string; help: string }[] = [
  { id: 'ghosts', label: 'Ghosts', help: 'All runs in one view, the companions as transparent cloths' },
  { id: 'split', label: 'Split view', help: 'Each run in its own pane, with the same camera' },
];

/** Companion runs: the same scene, state and commands as the main run, with other methods or parameters, stepped together. */
export function createSideBySide(lab: Lab): Instrument {
  const record = createDifferenceRecord();
  const table = createRunsTable();
  let style: CompanionDisplay['style'] = 'ghosts';
  let running = false;
  let closed = false;
  let requests = 0;
  let answered = 0;

  const rows = Array.from({ length: MAX_COMPANIONS }, (_, i) =>
    createVariantRow(i + 1, lab.catalog, () => lab.frame.status.params, choose),
  );
  const start = button(
    'Start',
    'Start the companions from the current state of the main run',
    () => void (running ? setCompanions(null, '') : run()),
  );
  const again = button(
    'Start again',
    'Restart the companions from the current state of the main run',
    () => void run(),
  );
  const repeat = button(
    'Show the blow-up again',
    'Play the slow motion of the runs that blew up from its start',
    () => {
      lab.frame.companions.forEach(({ show }, companion) => {
        if (show) void lab.controlReplay({ type: 'repeat', companion });
      });
    },
  );
  const styles = buttonChoice(STYLES, ({ id }) => {
    style = id;
    drawRuns(lab.frame);
  });
  const chooser = disclosure(
    'Compare with',
    'Methods and parameters of the companions',
    ...rows.map((row) => row.node),
  );
  chooser.open = true;
  const note = element('p.now', { role: 'status' });
  const place = createChartPlace();
  const results = element('div', { hidden: true }, table.node, place.node);
  const node = element(
    'div.side-by-side',
    controlRow(
      button(
        'Explicit against implicit',
        'Compare symplectic Euler and implicit Euler at a step of four times the limit of the explicit method',
        () => ignoreShownError(compareMethods()),
      ),
      button(
        'The same at half dt',
        'Compare with half the step: the difference estimates the integration error',
        halve,
      ),
    ),
    chooser,
    controlRow(start, again, ...styles.nodes, repeat),
    note,
    results,
  );

  function fill(choices: Choice[]): void {
    rows.forEach((row, i) => {
      row.show(choices[i] ?? { method: '' });
    });
  }

  async function compareMethods(): Promise<void> {
    await limitFound(lab);
    if (closed) return;
    const { choices, note: why } = explicitAgainstImplicit(lab.frame.status);
    fill(choices);
    style = 'split';
    await run(why);
    lab.play();
  }

  function halve(): void {
    fill([{ method: 'same', key: 'dt', value: lab.frame.status.params.dt / 2 }]);
    void run();
  }

  /** Restarts running companions with the new choice. */
  function choose(): void {
    if (note.textContent === NOTHING_CHOSEN) setText(note, '');
    if (running) void run();
  }

  /** @param message shown if they start */
  async function run(message = ''): Promise<void> {
    const variants = rows.map((row) => row.read()).filter((variant): variant is Variant => variant !== null);
    if (variants.length === 0) await setCompanions(null, NOTHING_CHOSEN);
    else await setCompanions(variants, message);
  }

  /** @param variants null: ends them */
  async function setCompanions(variants: readonly Variant[] | null, message: string): Promise<void> {
    const request = ++requests;
    let text = message;
    running = variants !== null;
    try {
      await lab.host.session.sideBySide(variants);
    } catch (error) {
      running = false;
      text = messageOf(error);
    }
    if (closed || request !== requests) return;
    answered = request;
    record.clear();
    setText(note, text);
    // The table of runs also shows the choice.
    chooser.open = !running;
    update(lab.frame);
  }

  /** Draws the companions; captions in the view name runs that have blown up. */
  function drawRuns({ status, structure, companions }: Frame): void {
    const main = { label: status.blowUp ? 'main run' : t`Main run: ${mainMethod()}`, blowUp: status.blowUp };
    const runs = captionsOf([main, ...companions], colorRuns(node, structure));
    lab.view.showCompanions(running ? { style, runs } : null);
    styles.press(({ id }) => id === style);
  }

  function update(frame: Frame): void {
    const { companions } = frame;
    // The engine may have restarted.
    if (running && answered === requests && companions.length === 0)
      void setCompanions(null, 'The engine has restarted.');
    setText(start, running ? 'Stop' : 'Start');
    again.disabled = !running;
    repeat.hidden = !companions.some(({ show }) => show?.position === 1);
    results.hidden = !running;
    drawRuns(frame);
    if (!running || companions.length === 0) return;
    table.show(frame, mainMethod(), record.now);
    const chart = place.chart({
      name: 'Root mean square distance of the particles from those of the main run, over time',
      x: 'time / s',
      y: 'difference / m',
      lines: companions.map(({ label }) => label),
      logarithmic: 'y',
    });
    chart.draw(record.columns());
  }

  function mainMethod(): string {
    const { integrator } = lab.frame.status;
    return methodLabel(lab.catalog, integrator);
  }

  fill(COMPARED.filter((id) => id !== lab.frame.status.integrator).map((method) => ({ method })));
  update(lab.frame);
  return {
    node,
    conclude(frame) {
      if (running && frame.companions.length > 0) return resultText(frame, record.now);
      return 'Nothing to compare yet: press “Explicit against implicit”, or choose the runs and “Start”.';
    },
    follow: (frame) => record.follow(frame),
    update,
    dispose() {
      closed = true;
      lab.view.showCompanions(null);
      void lab.host.session.sideBySide(null).catch(() => {});
    },
  };
}
