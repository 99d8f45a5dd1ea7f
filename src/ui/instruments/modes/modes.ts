import './modes.css';
import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { Answer } from '../../../runtime/queries';
import { findEquilibrium } from '../../actions/lazy-actions';
import { button, element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { createSwing, paceOf } from './mode-animation';
import { createModeList } from './mode-list';
import { createModeStart } from './mode-start';
import type { Fate } from './mode-text';

const COUNT = 20;
const ENDS = [
  ['low', 'Slowest', 'The modes of the lowest frequencies, the slowest first'],
  ['high', 'Fastest', 'The modes of the highest frequencies, the fastest first: these limit an explicit step'],
] as const;
type End = (typeof ENDS)[number][0];
/** Time between two searches by itself, ms. */
const PERIOD = 500;
/** Parameters that no mode depends on. */
const WITHOUT_PART = /^(dt|speed|stopOnBlowUp|clamp|cg.*|newton.*|gravity|decay)$/;

/** The slowest and the fastest modes about the present state: a list of them, the chosen one played in the picture, and runs
 *  that start from it. */
export function createModes(lab: Lab): Instrument {
  const list = createModeList('Modes', choose);
  const swing = createSwing(lab);
  const start = createModeStart(lab, stop);
  const ends = ENDS.map(([id, label, title]) =>
    element('button', { type: 'button', title, 'aria-pressed': false, click: () => take(id) }, label),
  );
  const refresh = button('Refresh', 'Seek the modes about the state of this moment', () => void seek());
  const rest = button('Come to rest', 'Bring the scene to equilibrium: only there does a mode swing by itself', () =>
    findEquilibrium(lab)
      .then(seek)
      .catch(() => {}),
  );
  const playing = button('Play', 'Play the chosen mode in the picture, or stop', () =>
    swing.playing ? stop() : play(),
  );
  const amplitude = element('input', {
    type: 'range',
    min: 0.01,
    max: 0.3,
    step: 0.01,
    value: swing.amplitude,
    title: 'How widely the picture swings, as a part of the scene’s size; the mode itself has no size',
    input() {
      swing.amplitude = amplitude.valueAsNumber;
    },
  });
  const note = element('p', { class: 'now', role: 'status' });
  const pace = element('p', { class: 'now', role: 'status' });
  const node = element(
    'div',
    { class: 'modes' },
    element('div', { class: 'controls' }, ...ends, refresh, rest),
    note,
    list.node,
    element('div', { class: 'controls' }, playing, element('label', { class: 'wide' }, 'Width ', amplitude)),
    pace,
    start.node,
  );
  let end: End = 'low';
  let found: Answer<'modes'> | null = null;
  /** What the modes that are shown, or sought, are those of. */
  let about = '';
  let generation = -1;
  let method = '';
  let fates: Fate[] = [];
  let busy = false;
  let last = -Infinity;
  let closed = false;

  function take(id: End): void {
    if (id === end && found) return;
    end = id;
    stop();
    list.clear();
    void seek();
  }

  /** Looks once more after what has changed meanwhile. */
  async function seek(): Promise<void> {
    if (busy) return;
    busy = true;
    const wanted = end;
    ends.forEach((each, i) => {
      each.setAttribute('aria-pressed', String(ENDS[i][0] === wanted));
    });
    about = subjectOf(lab.frame);
    generation = lab.frame.structure.generation;
    fates = [];
    setText(note, 'Seeking…');
    try {
      found = await lab.ask('modes', { count: COUNT, from: wanted });
      if (closed) return;
      list.fill(found.modes);
      const all = found.modes.length < COUNT ? 'All there are' : `The ${found.modes.length} ${WORDS[wanted]}`;
      setText(note, `${all}, about the state at t = ${found.time.toFixed(3)} s.`);
      method = '';
      if (swing.playing) play();
      else offer();
      await judge(lab.frame);
    } catch (error) {
      found = null;
      list.fill([]);
      stop();
      setText(note, messageOf(error));
    } finally {
      busy = false;
      last = performance.now();
    }
    if (end !== wanted && !closed) void seek();
  }

  /** What the present method does to each mode in a step. */
  async function judge({ status }: Frame): Promise<void> {
    const { params, integrator } = status;
    const now = [integrator, params.dt, params.decay, params.cgTolerance].join();
    if (!found || now === method) return;
    method = now;
    const { modes } = found;
    const asked = { omega: modes.map(({ omega }) => omega), damping: modes.map(({ damping }) => damping) };
    const [{ growth, h }, limits] = await Promise.all([lab.ask('modeGrowth', asked), lab.ask('modeLimits', asked)]);
    if (closed || found?.modes !== modes) return;
    fates = growth.map((value, i) => ({ growth: value, limit: limits[i] }));
    list.tell(fates, h);
    foretell();
  }

  function choose(): void {
    start.end();
    play();
  }

  function play(): void {
    const mode = found?.modes[list.chosen];
    if (found && mode) swing.play(mode, found.positions);
    else swing.stop();
    offer();
  }

  function stop(): void {
    swing.stop();
    offer();
  }

  function offer(): void {
    const mode = found?.modes[list.chosen];
    playing.disabled = !mode;
    setText(playing, swing.playing ? 'Stop' : 'Play');
    setText(
      pace,
      !mode ? 'Choose a mode to see it swing.' : swing.playing ? paceOf(mode) : 'The picture shows the run.',
    );
    start.offer(mode ?? null, found?.positions ?? []);
    foretell();
  }

  function foretell(): void {
    const fate = fates[list.chosen];
    if (fate) start.predict(fate.growth);
  }

  offer();
  void seek();
  return {
    node,
    follow: (frame) => start.follow(frame),
    update(frame) {
      if (busy) return;
      if (about !== subjectOf(frame)) {
        if (frame.structure.generation !== generation) stop();
        if (performance.now() - last > PERIOD) void seek();
      } else void judge(frame).catch(() => {});
    },
    dispose() {
      closed = true;
      swing.stop();
    },
  };
}

const WORDS: Record<End, string> = { low: 'slowest modes', high: 'fastest modes' };

/** What modes depend on beside the state. */
function subjectOf({ status, structure }: Frame): string {
  const { held, pinned, precision, environment, springCount } = status;
  const params = Object.entries(status.params).filter(([key]) => !WITHOUT_PART.test(key));
  let mass = 0;
  for (const each of structure.masses) mass += each;
  return JSON.stringify([structure.generation, springCount, pinned, mass, held, precision, environment.forces, params]);
}
