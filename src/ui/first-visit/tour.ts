/** The tour: a card above the status bar that waits at each step until the user, or its button, has done it. */
import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { button, element, elementById, setText } from '../controls/element';
import { closeButton } from '../controls/icons';
import { PHONE, scrollToPart } from '../controls/media';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { conclusion, TOUR_STEPS, type TourRecord } from './tour-steps';

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
  const text = element('p', { class: 'reason' });
  const note = element('p', { class: 'reason' });
  const act = element('button', { type: 'button', click: () => void advance() });
  const again = button('Back to the first cloth', 'Load the scene again', restart, { hidden: true });
  const scenes = button('More scenes', 'Choose another scene', chooseScene, { hidden: true });
  const close = closeButton('Leave the tour', 'Leave the tour (Esc)', leave);
  const card = element(
    'section',
    { id: 'tour', class: 'banner', 'aria-label': 'Tour' },
    close,
    element('div', { 'aria-live': 'polite' }, title, text, note),
    element('div', { class: 'actions' }, act, again, scenes),
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
      while (step < TOUR_STEPS.length && (TOUR_STEPS[step].done(record, frame) || isAhead(step, record))) step++;
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

/** True if a later step is done already: the user is ahead of the tour. */
function isAhead(step: number, { implicitTime, blewUp }: TourRecord): boolean {
  return step === 2 && blewUp && implicitTime > 0;
}
