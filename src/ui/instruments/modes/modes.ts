import { t } from '../../../language/translate';
import '../parts/studies.css';
import type { Frame } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog';
import type { Answer } from '../../../runtime/queries';
import { findEquilibrium } from '../../actions/equilibrium';
import { button, buttonChoice, controlRow, element, setText, slider } from '../../controls/element';
import { paramsOfModes } from '../../lab/catalog-labels';
import { massOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';
import { limitSentence } from '../../lab/limit';
import { createAsker, type Instrument } from '../parts/instrument';
import {
  createModeAnimation,
  createModeList,
  type ModeGrowth,
  modesSentence,
  speedText,
  unstableSentence,
} from './mode-list';
import { createModeStart } from './mode-start';

const COUNT = 20;
const ENDS = [
  { id: 'low', label: 'Slowest', help: 'Modes with the lowest frequencies, the slowest first' },
  {
    id: 'high',
    label: 'Fastest',
    help: 'Modes with the highest frequencies, the fastest first: they limit an explicit step',
  },
] as const;
type End = (typeof ENDS)[number]['id'];
/** Least time between two automatic searches, ms. */
const PERIOD = 500;

/** The slowest or the fastest modes about the present state: a list, an animation of the chosen one, and runs that start from it. */
export function createModes(lab: Lab): Instrument {
  const list = createModeList(() => {
    start.end();
    play();
  });
  const animation = createModeAnimation(lab);
  const start = createModeStart(lab, stop);
  const ends = buttonChoice(ENDS, ({ id }) => chooseEnd(id));
  const refresh = button('Refresh', 'Compute the modes about the current state', () => void search());
  const rest = button(
    'Find equilibrium',
    'Bring the scene to equilibrium: only there are modes independent oscillations',
    () =>
      findEquilibrium(lab)
        .then(search)
        .catch(() => {}),
  );
  const playing = button('Play', 'Play the chosen mode in the view, or stop', () =>
    animation.playing ? stop() : play(),
  );
  const amplitude = slider(
    'Amplitude of the animation relative to the scene’s size; a mode itself has no amplitude',
    () => {
      animation.amplitude = amplitude.valueAsNumber;
    },
    { min: 0.01, max: 0.3, step: 0.01, value: animation.amplitude },
  );
  const note = element('p.now', { role: 'status' });
  const speed = element('p.now', { role: 'status' });
  const node = element(
    'div.modes',
    controlRow(...ends.nodes, refresh, rest),
    note,
    list.node,
    controlRow(playing, element('label.wide', 'Amplitude ', amplitude)),
    speed,
    start.node,
  );
  let end: End = 'low';
  let found: Answer<'modes'> | null = null;
  let foundEnd: End = end;
  /** Key of the state and material of the modes shown or requested. */
  let subject = '';
  let generation = -1;
  let method = '';
  let growths: ModeGrowth[] = [];
  const asker = createAsker(lab, (message) => {
    found = null;
    list.fill([]);
    failedAt = momentOf(lab.frame);
    stop();
    setText(note, message);
  });
  /** Step and blow-up of the run when the last search failed; null if it did not. */
  let failedAt: string | null = null;

  function chooseEnd(id: End): void {
    if (id === end && found) return;
    end = id;
    stop();
    list.clear();
    void search();
  }

  /** Searches again if the user chose the other end meanwhile. */
  async function search(): Promise<void> {
    if (asker.busy) return;
    const requested = end;
    ends.press(({ id }) => id === requested);
    subject = subjectOf(lab.frame, lab.catalog);
    generation = lab.frame.structure.generation;
    growths = [];
    setText(note, 'Computing the modes…');
    await asker.ask('modes', { count: COUNT, from: requested }, (answer) => show(answer, requested));
    if (end !== requested) void search();
  }

  function show(answer: Answer<'modes'>, of: End): void {
    found = answer;
    foundEnd = of;
    failedAt = null;
    list.fill(found.modes);
    const all = found.modes.length < COUNT ? 'All modes' : t`The ${found.modes.length} ${ENDS_TEXT[of]}`;
    setText(note, t`${unstableSentence(found.modes)}${all}, about the state at t = ${found.time.toFixed(3)} s.`);
    method = '';
    if (animation.playing) play();
    else updateControls();
  }

  /** The growth of each mode under the present method. */
  async function computeGrowth({ status }: Frame): Promise<void> {
    const { params, integrator } = status;
    const now = [integrator, params.dt, params.decay, params.cgTolerance].join();
    if (!found || now === method) return;
    method = now;
    const { modes } = found;
    const query = { omega: modes.map(({ omega }) => omega), damping: modes.map(({ damping }) => damping) };
    const [{ growth, h }, limits] = await Promise.all([lab.ask('modeGrowth', query), lab.ask('modeLimits', query)]);
    if (found?.modes !== modes) return;
    growths = modes.map(({ growthRate }, i) => ({
      growth: growthRate > 0 ? Math.exp(h * growthRate) : growth[i],
      limit: limits[i],
    }));
    list.showGrowth(growths, h);
    predict();
  }

  function play(): void {
    const mode = found?.modes[list.chosen];
    if (found && mode) animation.play(mode, found.positions);
    else animation.stop();
    updateControls();
  }

  function stop(): void {
    animation.stop();
    updateControls();
  }

  function updateControls(): void {
    const mode = found?.modes[list.chosen];
    playing.disabled = !mode;
    setText(playing, animation.playing ? 'Stop' : 'Play');
    setText(
      speed,
      !mode ? 'Choose a mode to see it oscillate.' : animation.playing ? speedText(mode) : 'The view shows the run.',
    );
    start.offer(mode ?? null, found?.positions ?? []);
    predict();
  }

  function predict(): void {
    const growth = growths[list.chosen];
    if (growth) start.predict(growth.growth);
  }

  updateControls();
  void search();
  return {
    node,
    conclude: ({ status }) =>
      found ? `${modesSentence(found.modes, foundEnd)} ${limitSentence(lab.catalog, status)}` : note.textContent,
    follow: (frame) => start.follow(frame),
    update(frame) {
      if (asker.busy) return;
      if (subject !== subjectOf(frame, lab.catalog) || (failedAt !== null && failedAt !== momentOf(frame))) {
        if (frame.structure.generation !== generation) stop();
        if (asker.isFree(PERIOD)) void search();
      } else void computeGrowth(frame).catch(() => {});
    },
    dispose() {
      found = null;
      animation.stop();
    },
  };
}

const ENDS_TEXT: Record<End, string> = { low: 'slowest modes', high: 'fastest modes' };

function momentOf({ status }: Frame): string {
  return `${status.stepCount} ${status.blowUp !== null}`;
}

/** Key of what modes depend on beside the state. */
function subjectOf({ status, structure }: Frame, catalog: Catalog): string {
  const { held, pinned, precision, environment, springCount } = status;
  const params = paramsOfModes(status, catalog);
  return JSON.stringify([
    structure.generation,
    springCount,
    pinned,
    massOf(structure),
    held,
    precision,
    environment.forces,
    params,
  ]);
}
