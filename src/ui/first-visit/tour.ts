/** The tour: a card above the status bar that waits at each step until the user, or its button, has done it. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import { button, element, elementById, setText } from '../controls/element';
import { closeButton } from '../controls/icons';
import { PHONE, scrollToPart } from '../controls/media';
import { formatCount, formatQuantity } from '../controls/number-format';
import { vectorAt } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';

export type Tour = ReturnType<typeof createTour>;

/** Opens the tour with the default scene; `page.tour` closes it. */
export function createTour(lab: Lab) {
  const { page } = lab;
  const record: TourRecord = { pulled: false, blewUp: false, limit: 0, implicitTime: 0 };
  let step = 0;
  let wasHeld = false;
  let lastTime = 0;
  let acting = false;
  /** The last step for which the sheet of controls was closed. */
  let looked = -1;
  let marked: Element | null = null;

  const title = element('p', { id: 'tour-title', tabindex: -1 });
  const text = element('p.reason');
  const note = element('p.reason');
  const act = element('button', { type: 'button', click: () => void advance() });
  const again = button('Back to the first cloth', 'Load the scene again', restart, { hidden: true });
  const scenes = button('More scenes', 'Choose another scene', chooseScene, { hidden: true });
  const close = closeButton('Leave the tour', 'Leave the tour (Esc)', leave);
  const card = element(
    'section.banner',
    { id: 'tour', 'aria-label': 'Tour' },
    close,
    element('div', { 'aria-live': 'polite' }, title, text, note),
    element('div.actions', act, again, scenes),
  );

  function leave(): void {
    page.tour = false;
  }

  function chooseScene(): void {
    leave();
    page.dialog = 'scenes';
  }

  function restart(): void {
    leave();
    ignoreShownError(lab.set('scene', lab.catalog.scenes[0].id).then(() => lab.play()));
  }

  async function advance(): Promise<void> {
    const { next, act: doIt } = TOUR_STEPS[step];
    if (next?.(record)) {
      step++;
      return;
    }
    acting = true;
    await doIt(lab).catch(() => {});
    acting = false;
  }

  /** Escape leaves the tour, unless something else uses it: a dialog, a text box, or the release of a particle. */
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || lab.frame.status.held !== null) return;
    if (document.querySelector('dialog[open], :popover-open')) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea, #instruments, #lesson'))
      return;
    leave();
  }

  function follow({ status }: Frame): void {
    const { held, blowUp, stability, integrator, time } = status;
    if (wasHeld && held === null) record.pulled = true;
    wasHeld = held !== null;
    const { implicit } = lab.catalog.integrators.find(({ id }) => id === integrator) ?? {};
    if (blowUp && !implicit) {
      record.blewUp = true;
      if (stability.dt > 0 && stability.dt < Number.POSITIVE_INFINITY) record.limit = stability.dt;
    }
    const passed = time - lastTime;
    lastTime = time;
    record.implicitTime = implicit && !blowUp ? record.implicitTime + Math.max(0, passed) : 0;
  }

  /** Marks a control of the panel, or the button that opens the panel. */
  function mark(selector: string | undefined): void {
    const control = selector && (page.panel ? selector : '#panel-toggle');
    const found = control ? document.querySelector(control) : null;
    const target = found?.closest('.lil-controller') ?? found;
    if (target === marked) return;
    marked?.classList.remove('tour-mark');
    target?.classList.add('tour-mark');
    marked = target;
    target?.scrollIntoView({ block: 'nearest' });
  }

  /** Once at each step that is to be looked at, and not under a finger that moves a slider. */
  function closeSheet(): void {
    if (step === looked || lab.pressed) return;
    looked = step;
    if (TOUR_STEPS[step]?.looks && matchMedia(PHONE).matches) page.panel = false;
  }

  function write(frame: Frame): void {
    const ends = step === TOUR_STEPS.length;
    closeSheet();
    const { title: name, text: says, next, control } = TOUR_STEPS[Math.min(step, TOUR_STEPS.length - 1)];
    setText(title, ends ? 'It is stable' : t`${step + 1} of ${TOUR_STEPS.length}: ${name}`);
    setText(text, ends ? conclusion(record, frame) : says(record, frame));
    const waits = lab.paused && !frame.status.blowUp && !ends;
    setText(note, waits ? 'The simulation is paused: press Play or Space.' : '');
    note.hidden = !waits;
    setText(act, next?.(record) ?? 'Do it for me');
    act.hidden = ends;
    act.disabled = acting;
    again.hidden = scenes.hidden = !ends;
    card.classList.toggle('brief', frame.status.replay !== null);
    mark(ends ? undefined : control);
  }

  const { status } = lab.frame;
  const [first] = lab.catalog.scenes;
  const isFresh =
    status.scene === first.id &&
    !status.blowUp &&
    status.integrator === first.defaults.integrator &&
    ['stiffness', 'dt', 'rows', 'columns'].every((key) => status.params[key] === first.defaults.params[key]);
  let ready = false;
  const begin = () => {
    ready = true;
    lab.play();
  };
  if (isFresh) begin();
  else ignoreShownError(lab.set('scene', first.id).then(begin));
  write(lab.frame);
  elementById('messages').prepend(card);
  // Before the page's own keys, which act as well.
  addEventListener('keydown', onKey, true);
  // After a press the focus stays where it is, and the keys act.
  if (document.activeElement !== document.body) title.focus({ preventScroll: true });
  scrollToPart(card);

  return {
    update(frame: Frame) {
      if (!ready) return;
      if (frame.status.scene !== first.id) return leave();
      follow(frame);
      // A later step can be done already: then the user is ahead of the tour.
      const isAhead = () => step === 2 && record.blewUp && record.implicitTime > 0;
      while (step < TOUR_STEPS.length && (TOUR_STEPS[step].done(record, frame) || isAhead())) step++;
      write(frame);
    },
    end() {
      mark(undefined);
      removeEventListener('keydown', onKey, true);
      const hadFocus = card.contains(document.activeElement);
      card.remove();
      if (hadFocus)
        document.querySelector<HTMLElement>(`#bar [aria-label="${t('Help')}"]`)?.focus({ preventScroll: true });
    },
  };
}

// The four steps of the tour: what the user reads and does, when it is done, and how the page does it instead.

/** What has happened since the tour began. */
interface TourRecord {
  /** A particle was held and released. */
  pulled: boolean;
  /** A run has blown up. */
  blewUp: boolean;
  /** Limit of the explicit method when it blew up, s. */
  limit: number;
  /** Simulated time since the run is implicit, s. */
  implicitTime: number;
}

interface TourStep {
  title: string;
  /** What to do, and what to see. */
  text(record: TourRecord, frame: Frame): string;
  done(record: TourRecord, frame: Frame): boolean;
  /** True if a sheet of controls would hide what there is to see: on a phone the tour closes it. */
  looks?: true;
  /** The control to mark on the panel. */
  control?: string;
  /** Does it for the user. */
  act(lab: Lab): Promise<void>;
  /** Name of the button that goes on; absent: “Do it for me”. */
  next?(record: TourRecord): string | null;
}

/** Stiffness that the default cloth does not survive with its own dt, N/m: ten times its own. */
export const STIFF = 2000;
/** Share of the limit from which the step counts as too long. */
const BEYOND = 1.05;
/** The step that the tour takes with the implicit method, s: one frame of a usual screen. */
const FRAME = 1 / 60;
/** Simulated time for which the implicit run must hold, s. */
const PROOF = 0.5;

const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Pull the cloth',
    text: () =>
      'Drag the cloth with the mouse or a finger, and let go. By keyboard: Tab to the view, press Enter, pull with the arrow keys, press Enter.',
    done: ({ pulled }) => pulled,
    looks: true,
    act: pull,
  },
  {
    title: 'Make it stiff',
    text: () =>
      t`Raise the stiffness to ${formatCount(STIFF)} N/m in the controls. Stiff springs vibrate faster, so the limit of dt falls: watch its meter at the bottom.`,
    done: ({ blewUp }, { status }) => blewUp || status.stability.fraction > BEYOND,
    control: '[data-key=stiffness] input[type=range]',
    async act(lab) {
      // The step for an explicit method: an implicit one has no limit.
      if (lab.frame.status.integrator !== 'symplectic-euler') await lab.set('integrator', 'symplectic-euler');
      await lab.set('stiffness', STIFF);
      lab.play();
    },
  },
  {
    title: 'Watch it blow up',
    text: ({ blewUp }) =>
      blewUp
        ? 'Each step was too long for the fastest vibration: it overshot, and so the vibration grew from step to step.'
        : 'dt is beyond its limit: the fastest vibration grows from step to step until the cloth blows up.',
    done: () => false,
    looks: true,
    next: ({ blewUp }) => (blewUp ? 'Next' : null),
    async act(lab) {
      const { params } = lab.frame.status;
      if (!lab.frame.status.blowUp) await lab.set('stiffness', Math.max(STIFF, 2 * params.stiffness));
      lab.play();
    },
  },
  {
    title: 'Go implicit',
    text: () =>
      'Choose the method Implicit Euler and press Play. It solves for the state at the end of the step: stiff springs and long steps stay stable.',
    done: ({ implicitTime }) => implicitTime > PROOF,
    control: '#panel select',
    async act(lab) {
      await Promise.all([lab.set('integrator', 'implicit-euler'), lab.set('dt', FRAME)]);
      if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
      lab.play();
    },
  },
];

/** What the user reads at the end. */
function conclusion({ limit }: TourRecord, { status: { params } }: Frame): string {
  const before = limit > 0 ? t` The limit of the explicit method was ${formatQuantity(limit, 's')}.` : '';
  return t`The cloth is as stiff, with dt = ${formatQuantity(params.dt, 's')}.${before} The price: a step costs more, and implicit Euler damps the motion.`;
}

/** Pulls a particle in the lower middle to the side and to the front, and lets go. */
async function pull(lab: Lab): Promise<void> {
  lab.play();
  const { structure, positions } = lab.frame;
  const { rows, columns } = structure.grid ?? { rows: 1, columns: structure.particleCount };
  const particle = Math.floor(0.75 * rows) * columns + Math.floor(columns / 2);
  const [x, y, z] = vectorAt(positions, particle);
  const target = (share: number): Vec3 => [x + 0.25 * share, y + 0.15 * share, z + 0.35 * share];
  await lab.send({ type: 'grab', particle, target: target(0) });
  for (let k = 1; k <= 30; k++) {
    await new Promise(requestAnimationFrame);
    await lab.send({ type: 'move', target: target(k / 30) });
  }
  await lab.send({ type: 'release' });
}
