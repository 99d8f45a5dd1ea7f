import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { button, checkbox, choice, controlRow, element, setText } from '../controls/element';
import { formatNumber, formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { MATRIX_VIEWS, type MatricesNow, type MatrixView } from './matrix-views';
import { createAsker, type Instrument } from './parts/instrument';

/** A scene with few enough particles. */
const SMALL = 'three-springs';
/** ms between two queries. */
const PERIOD = 400;

/**
 * The matrices of the linearly implicit step as in the lecture notes 3D Mass Spring System, with their present values, and
 * the solve iteration by iteration.
 */
export function createMatrices(lab: Lab): Instrument {
  const select = choice(
    { title: 'Matrix to show', 'aria-label': 'Show', change: () => build() },
    MATRIX_VIEWS.map(({ id, label }) => [id, label]),
  );
  const follow = checkbox('Update while the run plays', { checked: true });
  const update = button('Update', 'Show the current state of the run', query);
  const formula = element('p.formula');
  const note = element('p.now');
  const small = button(
    'Load three springs',
    'Load the scene Three springs, whose matrices are small enough to read',
    () => void lab.set('scene', SMALL).catch(() => {}),
  );
  small.hidden = true;
  const place = element('div');
  const controls = controlRow(select, element('label', follow, 'follow the run'), update, small);
  const node = element('div', controls, formula, place, note);

  let latest: MatricesNow | null = null;
  let view: MatrixView | null = null;
  let names = '';
  const asker = createAsker(lab, reject);
  let shown: Frame | null = null;
  /** Generation of the scene of the last query, and of one with too many particles. */
  let queried = -1;
  let rejected = -1;
  /** Why there are no matrices; empty if there are some. */
  let reason = '';

  function build(): void {
    const entry = MATRIX_VIEWS.find(({ id }) => id === select.value) ?? MATRIX_VIEWS[0];
    setText(formula, latest ? entry.formula : '');
    view = latest && entry.create(latest);
    place.replaceChildren(...(view ? [view.node] : []));
    if (latest) view?.show(latest);
  }

  function query(): void {
    queried = lab.frame.structure.generation;
    void asker.ask('matrices', {}, show);
  }

  function reject(message: string): void {
    rejected = queried;
    latest = null;
    names = '';
    build();
    reason = `${message[0].toUpperCase()}${message.slice(1)}.`;
    setText(note, '');
    small.hidden = false;
  }

  function show(answer: MatricesNow): void {
    latest = answer;
    reason = '';
    small.hidden = true;
    setText(
      note,
      t`h = ${formatQuantity(answer.h, 's')}; ${answer.names.length} components, ${answer.freeNames.length} of them free; ` +
        `${answer.clamped ? 'c = 0 for compressed springs (clamped)' : 'c not clamped'}.`,
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
    conclude: () => (latest ? weightSentence(latest) : reason || 'The matrices are being computed.'),
    update(frame) {
      const first = shown?.structure.generation !== frame.structure.generation;
      if (frame === shown || !asker.isFree(PERIOD) || frame.structure.generation === rejected) return;
      if (!follow.checked && !first) return;
      shown = frame;
      query();
    },
  };
}

/** How much springs and dampers weigh in A = M − hD − h²K beside the masses, in one sentence. */
function weightSentence({ h, M, K, D, freeNames }: MatricesNow): string {
  if (freeNames.length === 0) return 'No particle can move: there is nothing to solve.';
  const largest = (rows: readonly number[][]) => Math.max(0, ...rows.flat().map(Math.abs));
  const [mass, stiffness, damping] = [largest(M), h * h * largest(K), h * largest(D)];
  if (stiffness === 0 && damping === 0)
    return 'No force here has a derivative: A is M, and implicit and explicit steps solve the same.';
  const [what, part] = stiffness >= damping ? ['h²K', stiffness / mass] : ['hD', damping / mass];
  const weight = t`the largest entry of ${what} is ${formatNumber(part, 3)} of that of M`;
  return part < 1
    ? t`The masses weigh most in A: ${weight}.`
    : t`${what === 'hD' ? 'The dampers' : 'The springs'} weigh most in A: ${weight}.`;
}
