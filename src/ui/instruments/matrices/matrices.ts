import type { Frame } from '../../../runtime/frame/frame';
import { button, element, setText } from '../../controls/element';
import { formatQuantity } from '../../controls/number-format';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../index';
import { MATRIX_VIEWS, type MatricesNow, type MatrixView } from './matrix-views';

/** A scene whose matrices can be read. */
const SMALL = 'three-springs';
/** ms between two questions. */
const PERIOD = 400;

/**
 * The matrices of the linearly-implicit step as the lecture notes 3D Mass Spring System have them, with the numbers of this
 * moment, and the solve iteration by iteration.
 */
export function createMatrices(lab: Lab): Instrument {
  const select = element(
    'select',
    { title: 'Which of the matrices', 'aria-label': 'Show', change: () => build() },
    ...MATRIX_VIEWS.map(({ id, label }) => element('option', { value: id }, label)),
  );
  const follow = element('input', { type: 'checkbox', checked: true, title: 'Keep up with the run while it plays' });
  const now = button('Now', 'Look at this moment of the run', () => void ask());
  const formula = element('p', { class: 'formula' });
  const note = element('p', { class: 'now' });
  const small = element(
    'button',
    {
      type: 'button',
      title: 'Load the scene Three springs: small enough to write its matrices down',
      hidden: true,
      click: () => void lab.set('scene', SMALL).catch(() => {}),
    },
    'Load three springs',
  );
  const place = element('div');
  const controls = element(
    'div',
    { class: 'controls' },
    select,
    element('label', {}, follow, 'follow the run'),
    now,
    small,
  );
  const node = element('div', {}, controls, formula, place, note);

  let latest: MatricesNow | null = null;
  let view: MatrixView | null = null;
  let names = '';
  let asking = false;
  let closed = false;
  let seen: Frame | null = null;
  /** Generation of particles that are too many. */
  let refused = -1;
  let last = Number.NEGATIVE_INFINITY;

  function build(): void {
    const entry = MATRIX_VIEWS.find(({ id }) => id === select.value) ?? MATRIX_VIEWS[0];
    setText(formula, latest ? entry.formula : '');
    view = latest && entry.create(latest);
    place.replaceChildren(...(view ? [view.node] : []));
    if (latest) view?.show(latest);
  }

  async function ask(): Promise<void> {
    if (asking || closed) return;
    asking = true;
    const { generation } = lab.frame.structure;
    try {
      const answer = await lab.ask('matrices', {});
      if (!closed) show(answer);
    } catch (error) {
      refused = generation;
      latest = null;
      names = '';
      build();
      setText(note, error instanceof Error ? `${error.message}.` : String(error));
    } finally {
      asking = false;
      small.hidden = latest !== null;
    }
  }

  function show(answer: MatricesNow): void {
    latest = answer;
    setText(
      note,
      `h = ${formatQuantity(answer.h, 's')}; ${answer.names.length} components, ${answer.freeNames.length} of them free; ` +
        `${answer.clamped ? 'c of compressed springs taken as 0' : 'c as it is'}.`,
    );
    const all = `${answer.names} ${answer.freeNames} ${answer.springs.map(({ spring }) => spring)}`;
    if (all === names) view?.show(answer);
    else {
      names = all;
      build();
    }
  }

  return {
    node,
    update(frame) {
      const time = performance.now();
      const first = seen?.structure.generation !== frame.structure.generation;
      if (frame === seen || time - last < PERIOD || frame.structure.generation === refused) return;
      if (!follow.checked && !first) return;
      seen = frame;
      last = time;
      void ask();
    },
    dispose() {
      closed = true;
    },
  };
}
