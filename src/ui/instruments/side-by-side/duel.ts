import { t } from '../../../language/translate';
import '../parts/run.css';
import type { Frame, Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import {
  button,
  buttonChoice,
  choice,
  controlRow,
  element,
  setAttribute,
  setText,
  slider,
} from '../../controls/element';
import { canFillScreen, fillsScreen, toggleFullscreen } from '../../controls/media';
import { nearestIndex, sliderValues } from '../../controls/number-box';
import { formatNumber, formatQuantity } from '../../controls/number-format';
import { createPendingChange } from '../../controls/pending';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { limitFound } from '../../lab/limit';
import { ignoreShownError } from '../../lab/message-list';
import { DUEL, type Duel } from '../../lab/page-state';
import type { Instrument } from '../parts/instrument';
import { captionsOf, colorRuns, duelSentence, fateText, growthText, type Side } from './runs-table';
import { stepBeyondLimit } from './variant-row';

const SLIDERS: readonly { id: Duel['slider']; label: string; help: string }[] = [
  { id: 'dt', label: 'dt', help: 'The slider changes the time step of both' },
  { id: 'stiffness', label: 'stiffness', help: 'The slider changes the stiffness of both' },
];

/** What a duel changes, and restores at its end. */
const KEPT = ['dt', 'stiffness'] as const;

/** The main run beside a companion with another method: one slider, and both growth factors. */
export function createDuel(lab: Lab): Instrument {
  const { page, catalog } = lab;
  const pending = createPendingChange();
  /** What has begun: `page.duel`, until another part of the page sets a new one. */
  let shown: Duel | null = null;
  /** What *Start* begins: what is chosen before it is kept. */
  let next = DUEL;
  /** True from the start of the companion until its end. */
  let running = false;
  let closed = false;
  /** What the duel has changed; null: nothing. */
  let before: (Pick<Status, 'integrator' | 'params' | 'loadNumber'> & { panel: boolean }) | null = null;
  /** s; when both runs were equal, and the time of the last frame. */
  let since = 0;
  let last = 0;
  /** Of the fastest mode under both methods; null: not known, or nothing has stiffness. And what that was asked for. */
  let growth: readonly number[] | null = null;
  let asked = '';

  // Methods that solve springs by themselves have no growth factor: their sweeps mix the modes.
  const methods = catalog.integrators.filter(({ solvesSprings }) => !solvesSprings);
  const sides = [
    createSide('Method of the left cloth', (id) => {
      next = { ...next, main: id };
      pending.wait(lab.set('integrator', id).then(restart));
    }),
    createSide('Method of the right cloth', (id) => {
      choose({ against: id });
      void restart();
    }),
  ];
  const range = slider(
    'Drag: both cloths get the same value',
    () => pending.wait(lab.set(varied(), values[varied()][Number(range.value)])),
    {
      min: 0,
      step: 1,
      change() {
        // A cloth that has blown up begins again from the state of the other.
        const { status, companions } = lab.frame;
        if ([status, ...companions].some(({ blowUp }) => blowUp)) void restart();
      },
    },
  );
  const values = { dt: sliderValues(catalog.params.dt), stiffness: sliderValues(catalog.params.stiffness) };
  const value = element('span.value');
  const kinds = buttonChoice(SLIDERS, ({ id }) => {
    choose({ slider: id });
    update(lab.frame);
  });
  const start = button('Start', 'Begin with both cloths in the present state of the left one', () => {
    if (shown) void restart();
    else page.setDuel(next);
  });
  const swap = button('Swap', 'Exchange the two methods', () => {
    const { integrator } = lab.frame.status;
    pending.wait(lab.set('integrator', duel().against));
    choose({ against: integrator });
    void restart();
  });
  const screen = button('Full screen', 'Fill the screen, or leave it (Shift F)', () => {
    page.panel = false;
    void toggleFullscreen();
  });
  screen.className = 'screen';
  screen.hidden = !canFillScreen();
  const note = element('p.now', { role: 'status' });
  const both = element('div.both', controlRow(...kinds.nodes, value, start, swap, screen), range, note);
  const node = element('div.duel', sides[0].node, both, sides[1].node);

  const duel = () => page.duel ?? next;
  const varied = () => duel().slider;

  function createSide(label: string, choose: (id: string) => void) {
    const number = label.includes('left') ? 0 : 1;
    const method = choice(
      { 'aria-label': label, title: label, change: () => choose(method.value) },
      methods.map(({ id, label: name }) => [id, name]),
    );
    const factor = element('output', { title: 'By this the fastest mode of the cloth grows in each step' });
    const fate = element('p.fate');
    const swatch = element('span.swatch', { 'aria-hidden': 'true', style: `--color: var(--run-${number})` });
    return {
      node: element(
        'div.side',
        { role: 'group', 'aria-label': number === 0 ? 'Left cloth' : 'Right cloth' },
        element('label', swatch, method),
        factor,
        element('small', 'growth factor per step'),
        fate,
      ),
      show(id: string, side: Side): void {
        if (document.activeElement !== method || pending.settled) method.value = id;
        setText(factor, `× ${growthText(side.growth)}`);
        setText(fate, running ? fateText(side, since) : '');
        setAttribute(this.node, 'data-state', side.blowUp ? 'blown-up' : 'stable');
      },
    };
  }

  /** Sets the methods and a step beyond the limit of explicit ones; a duel of a link keeps its own. */
  async function begin({ main }: Duel): Promise<void> {
    if (main === null) return run();
    await limitFound(lab);
    if (closed) return;
    const { integrator, params, loadNumber, stability } = lab.frame.status;
    if (before?.loadNumber !== loadNumber) before = { integrator, params, loadNumber, panel: page.panel };
    page.panel = false;
    const dt = stepBeyondLimit(stability);
    await lab.together(async () => {
      await Promise.all([lab.set('integrator', main), ...(dt === null ? [] : [lab.set('dt', dt)])]);
    });
    await restart();
  }

  /** Both runs from the present state of the main one; after its blow-up, from its last good state. */
  async function restart(): Promise<void> {
    if (closed || !shown) return;
    if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
    await run();
    lab.play();
  }

  async function run(): Promise<void> {
    const { against } = duel();
    let error = '';
    running = true;
    try {
      await lab.host.session.sideBySide(
        closed ? null : [{ label: methodLabel(catalog, against), integrator: against }],
      );
    } catch (thrown) {
      running = false;
      error = messageOf(thrown);
    }
    setText(note, error);
    since = lab.frame.status.time;
  }

  function choose(part: Partial<Duel>): void {
    if (shown) page.duel = shown = { ...shown, ...part };
    else next = { ...next, ...part };
  }

  /** Asks anew when something has changed that the growth depends on. */
  function askGrowth({ status }: Frame): void {
    const integrators = [status.integrator, duel().against];
    const key = JSON.stringify([integrators, status.params, status.loadNumber, status.blowUp?.step]);
    if (asked === key) return;
    asked = key;
    const answer = (found: readonly number[] | null) => {
      if (asked === key) growth = found;
    };
    lab.ask('fastestGrowth', { integrators }).then(answer, () => answer(null));
  }

  function sidesOf(frame: Frame): Side[] {
    const { status, companions } = frame;
    const against = companions[0] ?? { blowUp: null, show: null };
    return [
      { ...status, label: methodLabel(catalog, status.integrator) },
      { ...against, replay: against.show, label: methodLabel(catalog, duel().against) },
    ].map(({ label, blowUp, replay }, i) => ({ label, blowUp, replay, growth: growth?.[i] ?? null }));
  }

  function showSlider({ status: { params } }: Frame): void {
    const key = varied();
    const about = catalog.params[key];
    const text = key === 'dt' ? formatQuantity(params[key], 's') : `${formatNumber(params[key], 4)} ${about.unit}`;
    setText(value, text);
    setAttribute(range, 'max', String(values[key].length - 1));
    setAttribute(range, 'aria-label', t`${about.label} of both cloths`);
    setAttribute(range, 'aria-valuetext', text);
    if (pending.settled) range.value = String(nearestIndex(values[key], params[key]));
    kinds.press(({ id }) => id === key);
  }

  function update(frame: Frame): void {
    if (page.duel && page.duel !== shown) {
      shown = page.duel;
      ignoreShownError(begin(shown));
    }
    askGrowth(frame);
    // Side by side has taken the companions, or the engine has restarted.
    const isOurs = frame.companions.length === 1 && !page.instruments.includes('side-by-side');
    const both = sidesOf(frame);
    if (running && isOurs) {
      const colors = colorRuns(node, frame.structure);
      lab.view.showCompanions({ style: 'split', runs: captionsOf(both, colors) });
    }
    sides[0].show(frame.status.integrator, both[0]);
    sides[1].show(duel().against, both[1]);
    setText(start, shown ? 'Again' : 'Start');
    swap.disabled = !shown;
    setAttribute(screen, 'aria-pressed', String(fillsScreen()));
    showSlider(frame);
  }

  /** Ends the companion, and restores the method, dt and stiffness from before. */
  async function end(): Promise<void> {
    page.panel ||= before?.panel === true;
    await lab.host.session.sideBySide(null);
    const { status } = lab.frame;
    if (!before || before.loadNumber !== status.loadNumber) return;
    const { integrator, params } = before;
    await lab.together(async () => {
      const changed = KEPT.filter((key) => params[key] !== lab.frame.status.params[key]);
      await Promise.all([lab.set('integrator', integrator), ...changed.map((key) => lab.set(key, params[key]))]);
    });
    if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
  }

  update(lab.frame);
  return {
    node,
    conclude(frame) {
      if (!running || frame.companions.length === 0)
        return 'Nothing to compare yet: press “Start”, and two methods get the same cloth.';
      return duelSentence(sidesOf(frame), frame.status.params.dt, since);
    },
    follow({ status: { time } }) {
      // A reset, a rewind or an undo: both runs are equal again.
      if (time < last) since = time;
      last = time;
    },
    update,
    dispose() {
      closed = true;
      page.duel = null;
      lab.view.showCompanions(null);
      if (shown) end().catch(() => {});
    },
  };
}
