import { t } from '../../../language/translate';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { button, element, onEscape, setAttribute, setText } from '../../controls/element';
import { closeButton, icon } from '../../controls/icons';
import type { Lab } from '../../lab/lab';
import type { ChartFormat } from '../../sharing/export/charts';
import { fileNameOf, saveAs } from '../../sharing/files';
import { INSTRUMENTS } from '..';
import { drawingsIn } from '../parts/canvas';
import { createConclusionLine, type Instrument, type InstrumentEntry } from '../parts/instrument';

/** Time between two calls of an instrument's `update`, ms. */
const PERIOD = 200;

/** What the pane asks of the dock. */
interface PaneActions {
  /** Shows another instrument here. */
  choose(id: string): void;
  /** Opens a second instrument beside this one. */
  addBeside(): void;
  close(event: Event): void;
}

/** One instrument in the dock, with a list to choose another. */
export function createInstrumentPane(lab: Lab, actions: PaneActions) {
  const body = element('div.body');
  const title = element('h2.unseen', { tabindex: -1 });
  const options = new Map(INSTRUMENTS.map(({ id, label }) => [id, element('option', { value: id }, label)]));
  const groups = [...new Set(INSTRUMENTS.map(({ group }) => group))].map((label) =>
    element(
      'optgroup',
      { label },
      ...INSTRUMENTS.filter(({ group }) => group === label).map(({ id }) => options.get(id) as HTMLElement),
    ),
  );
  const choice = element(
    'select',
    { title: 'Show another instrument', change: () => actions.choose(choice.value) },
    ...groups,
  );
  const conclusion = createConclusionLine(lab);
  const about = element('p.about');
  const besideHelp = 'Open a second instrument beside this one';
  const beside = button([icon('beside'), 'Beside'], besideHelp, actions.addBeside, { class: 'beside' });
  const cross = closeButton('Close the instruments', 'Close (I closes all)', actions.close);
  const charts = createChartButtons(lab, body, () => INSTRUMENTS.find(({ id }) => id === shown));
  const node = element(
    'section.pane',
    { keydown: onEscape(actions.close) },
    title,
    element('div.head', choice, charts.node, beside, cross),
    conclusion.node,
    about,
    body,
  );
  let shown = '';
  let instrument: Instrument | null = null;
  let last = 0;
  /** The message that an instrument could not be loaded. */
  let failure: string | null = null;

  function clear(): void {
    instrument?.dispose?.();
    instrument = null;
    // The browser may keep what was under the pointer: then not what is around it.
    for (const part of body.querySelectorAll('.chart, canvas')) part.remove();
    body.replaceChildren();
    conclusion.show(null, lab.frame);
    charts.update();
    // The message leaves with its cause.
    if (failure && lab.messages.list.some(({ text }) => text === failure)) lab.messages.hide('error');
    failure = null;
  }

  async function show(id: string): Promise<void> {
    clear();
    shown = id;
    const entry = INSTRUMENTS.find((one) => one.id === id);
    if (!entry) return;
    choice.value = id;
    setText(about, entry.help);
    choice.title = t`${entry.help} Show another instrument.`;
    setText(title, t`Instruments: ${entry.label}`);
    try {
      const create = await entry.load();
      if (shown !== id) return;
      instrument = create(lab);
      body.replaceChildren(instrument.node);
      node.scrollTop = 0;
    } catch (error) {
      failure = t`${entry.label} could not be loaded: ${messageOf(error)}`;
      lab.messages.show({ kind: 'error', text: failure });
    }
  }

  return {
    node,
    /** The heading, which gets the focus when the pane opens. */
    title,
    /** Id of the instrument. */
    get shown() {
      return shown;
    },
    show: (id: string) => void show(id),
    /**
     * @param number of the pane from the left, from 1 @param others ids that other panes show
     * @param mayAdd true if another instrument fits beside this one
     */
    setPlace(number: number, others: readonly string[], mayAdd: boolean): void {
      setAttribute(title, 'id', number === 1 ? 'instrument-title' : `instrument-title-${number}`);
      setAttribute(node, 'aria-labelledby', title.id);
      setAttribute(choice, 'aria-label', number === 1 ? 'Instrument' : t`Instrument ${number}`);
      setAttribute(cross, 'aria-label', others.length === 0 ? 'Close the instruments' : t`Close instrument ${number}`);
      for (const [id, option] of options) {
        if (option.disabled !== others.includes(id)) option.disabled = others.includes(id);
      }
      beside.hidden = !mayAdd;
    },
    update(frame: Frame): void {
      if (!instrument) return;
      instrument.follow?.(frame);
      const now = performance.now();
      if (now - last < PERIOD) return;
      last = now;
      instrument.update?.(frame);
      conclusion.show(instrument.conclude(frame), frame);
      charts.update();
    },
    dispose(): void {
      shown = '';
      clear();
      node.remove();
    },
  };
}

const FORMATS: Record<ChartFormat, string> = {
  svg: 'Download this chart as SVG, with legend and caption: sharp at any size',
  png: 'Download this chart as PNG, with legend and caption',
};

/** The buttons that save what an instrument draws; hidden while it draws nothing. @param body of the pane @param shown the instrument in it */
function createChartButtons(lab: Lab, body: HTMLElement, shown: () => InstrumentEntry | undefined) {
  let busy = false;
  const buttons = (Object.keys(FORMATS) as ChartFormat[]).map((format) => {
    const name = format.toUpperCase();
    return button(name, FORMATS[format], () => void save(format), { 'aria-label': t`Save chart as ${name}` });
  });
  const node = element('div.chart-files', { role: 'group', 'aria-label': 'Chart', hidden: true }, ...buttons);

  async function save(format: ChartFormat): Promise<void> {
    const entry = shown();
    if (!entry || busy) return;
    busy = true;
    try {
      const { writeCharts } = await import('../../sharing/export/charts');
      const file = await writeCharts(lab, entry.label, drawingsIn(body), format);
      saveAs(file, `${fileNameOf(lab)}-${entry.id}.${format}`);
    } catch (error) {
      lab.messages.show({ kind: 'error', text: t`The chart could not be saved: ${messageOf(error)}` });
    }
    busy = false;
  }

  return {
    node,
    update(): void {
      const hidden = drawingsIn(body).length === 0;
      if (node.hidden !== hidden) node.hidden = hidden;
    },
  };
}
