/** Announces changes to screen readers in the live region: only those that count, and none of them all the time. */
import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { elementById } from '../controls/element';
import { lazy } from '../controls/pending';
import { methodLabel, sceneLabel } from '../lab/catalog-labels';
import { speedOverRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { particleName } from '../pointer/keyboard-grab';

/** What there is to say about a frame, or ''. */
type News = (frame: Frame) => string;

/** s of simulated time for which nothing may be seen to move until it is said. */
const STILL_FOR = 0.5;
/** s of simulated time between two looks at the motion. */
const LOOK_EVERY = 0.1;
/** Times the speed of rest: only what was faster comes to rest again. */
const MOVES_AGAIN = 5;
/** ms between two announcements that the cloth tears. */
const TEARS_EVERY = 3000;

export function createAnnouncer(lab: Lab): (frame: Frame) => void {
  const live = elementById('live');
  let announced: readonly Message[] = [];
  let playing: boolean | null = null;
  const changes: readonly News[] = [
    newScene(lab),
    watch(
      ({ status }) => status.integrator,
      ({ status }) => t`Method: ${methodLabel(lab.catalog, status.integrator)}.`,
    ),
    watch(
      ({ status }) => status.precision,
      ({ status }) => t`Precision: ${status.precision}.`,
    ),
    newPins(),
    watch(
      () => lab.selection.particles.length,
      () => t`${lab.selection.particles.length} selected.`,
    ),
    watch(
      () => lab.page.tool,
      () => t`Tool: ${lab.page.tool}.`,
    ),
    watch(
      () => String(lab.page.sound),
      () => (lab.page.sound ? 'Sound on.' : 'Sound off.'),
    ),
    tears(),
    rest(lab),
  ];
  return (frame) => {
    const { status } = frame;
    const news = changes.map((change) => change(frame));
    // A blow-up that stops the run has a message of its own.
    const says = playing !== null && playing !== lab.playing && (lab.playing || !status.blowUp);
    if (says) news.push(lab.playing ? 'Playing.' : 'Paused.');
    playing = lab.playing;
    if (announced !== lab.messages.list) {
      for (const message of lab.messages.list) {
        const before = announced.find(({ kind }) => kind === message.kind);
        const { text, note = '', reason = '' } = message;
        if (text !== before?.text || reason !== (before.reason ?? '')) news.push(text, note, reason);
        else if (message !== before && note) news.push(note);
      }
      announced = lab.messages.list;
    }
    news.push(lab.page.spoken);
    lab.page.spoken = '';
    const texts = news.filter(Boolean).map((text) => t(text));
    if (texts.length > 0) live.textContent = texts.join(' ');
  };
}

/** Returns the text to announce if a value has changed since the last frame. */
function watch(read: (frame: Frame) => string | number, say: News): News {
  let before: string | number | null = null;
  return (frame) => {
    const now = read(frame);
    const changed = before !== null && now !== before;
    before = now;
    return changed ? say(frame) : '';
  };
}

/** Another scene: what hangs where, as soon as the code that says it is loaded. */
function newScene(lab: Lab): News {
  const describer = lazy(() => import('./describe-view'));
  const label = ({ status }: Frame) => sceneLabel(lab.catalog, status);

  async function describe(scene: string): Promise<void> {
    // Where it cannot be fetched, the name is said alone.
    const code = await describer.load().catch(() => null);
    const { frame, catalog, page } = lab;
    if (label(frame) !== scene) return;
    const sentences = code ? code.describeScene(frame, catalog) : [t`Scene: ${scene}.`];
    page.spoken = [...sentences, page.spoken].join(' ').trim();
  }

  return watch(label, (frame) => {
    void describe(label(frame));
    return '';
  });
}

/** Another number of pins; one that comes or goes alone is named. */
function newPins(): News {
  let before: readonly number[] | null = null;
  let scene = -1;
  return ({ status: { pinned }, structure }) => {
    if (before === pinned) return '';
    const known = scene === structure.sceneNumber ? before : null;
    const count = before?.length ?? pinned.length;
    before = pinned;
    scene = structure.sceneNumber;
    if (pinned.length === count) return '';
    const differing = known ? [...missing(known, pinned), ...missing(pinned, known)] : [];
    const which = differing.length === 1 ? `${particleName(structure, differing[0])} ` : '';
    return which + t`${pinned.length} pinned.`;
  };
}

/** The numbers of a list that another one has not. */
function missing(from: readonly number[], list: readonly number[]): number[] {
  const all = new Set(from);
  return list.filter((i) => !all.has(i));
}

/** A cloth that tears or is cut, or a net that loses springs. */
function tears(): News {
  let [slits, springs, scene, last] = [0, 0, -1, 0];
  let waits = false;
  return ({ structure: { origins, sceneNumber }, status: { springCount, blowUp } }) => {
    const same = scene === sceneNumber;
    if (same && !blowUp && (origins.length > slits || springCount < springs)) waits = true;
    if (!same) waits = false;
    [slits, springs, scene] = [origins.length, springCount, sceneNumber];
    if (!waits || performance.now() - last < TEARS_EVERY) return '';
    waits = false;
    last = performance.now();
    return 'Torn or cut.';
  };
}

/** That a run which moved comes to rest. */
function rest({ page }: Lab): News {
  /** s; since when nothing is seen to move. */
  let still = 0;
  let looked = -1;
  /** True once something has moved since rest was announced. */
  let moved = true;
  return (frame) => {
    const { time, stepCount } = frame.status;
    if (time < looked || stepCount === 0) {
      still = looked = time;
      moved = true;
      page.rests = false;
    }
    if (time - looked < LOOK_EVERY) return '';
    looked = time;
    const speed = speedOverRest(frame);
    if (!(speed <= 1)) still = time;
    if (!(speed <= MOVES_AGAIN)) moved = true;
    page.rests = time - still >= STILL_FOR;
    if (!page.rests || !moved) return '';
    moved = false;
    return 'At rest.';
  };
}
