import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import type { Arrow } from '../../render/view';
import type { Answer } from '../../runtime/queries';
import { sizeOf, vectorAt } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { type Message, showingErrors } from '../lab/message-list';
import { runBeside } from './beside';

type Motion = Answer<'mechanisms'>['motions'][number];

/** Particles: a larger scene is searched beside the run, so that the page can show progress and cancel. */
export const SMALL = 400;
/** Most motions with a button of their own; “Next” shows the others in turn. */
const MAX_BUTTONS = 6;
const MAX_ARROWS = 400;
/** Length of the longest arrow over the size of the scene. */
const MAX_LENGTH = 0.18;
/** Least length of an arrow over that of the longest. */
const MIN_LENGTH = 0.05;
const COLOR = '#d95f02';

/** Pauses, and reports the zero-stiffness motions of the present state. */
export const findMechanisms = showingErrors(async (lab: Lab) => {
  lab.pause();
  const answer = await mechanismsOf(lab, lab.frame.status.particleCount > SMALL, 'Search cancelled.');
  if (answer?.count === null)
    lab.messages.show({ kind: 'notice', text: 'The scene has too many particles to find mechanisms.' });
  else if (answer)
    showMechanisms(
      lab,
      answer.count === 0 ? 'No mechanisms: every motion has stiffness.' : 'Mechanisms found (zero-stiffness motions).',
      answer,
    );
});

/**
 * The zero-stiffness motions of the present state.
 * @param beside found beside the run, with progress; false: the run waits
 * @param cancelled what a message says after a cancel
 * @returns null after a cancel, or if the run has gone on meanwhile
 */
export async function mechanismsOf(
  lab: Lab,
  beside: boolean,
  cancelled?: string,
): Promise<Answer<'mechanisms'> | null> {
  if (!beside) return lab.ask('mechanisms', {});
  return runBeside(lab, 'mechanisms', {
    text: 'Searching for mechanisms (zero-stiffness motions) …',
    progress: (at) => t`${Math.floor(100 * (at?.done ?? 0))} % done.`,
    cancelHelp: 'End the search for mechanisms',
    cancelled,
  });
}

/** Reports zero-stiffness motions. Buttons show each motion as arrows while the message is visible. */
export function showMechanisms(lab: Lab, text: string, { count: total, motions }: Answer<'mechanisms'>): void {
  const count = motions.length;
  if (count === 0) {
    const reason = total ? t`${total} zero-stiffness motions: too many to list.` : undefined;
    lab.messages.show({ kind: 'notice', text, reason });
    return;
  }
  const names = distinct(motions.slice(0, MAX_BUTTONS).map(({ name }) => name));
  const more = count > MAX_BUTTONS ? t` and ${count - MAX_BUTTONS} more` : '';
  const found = t`${count} zero-stiffness ${count === 1 ? 'motion' : 'motions'}: ${names.join(', ')}${more}.`;
  let present: Message | null = null;
  let shown = -1;

  function show(i: number): void {
    shown = i;
    lab.view.setArrows(arrowsOf(lab, motions[i]));
    say(t`${found} Shown: ${names[i] ?? motions[i].name} (${i + 1} of ${count}).`);
    watch(present);
  }

  function say(reason: string): void {
    const actions = names.map((name, i) => ({
      label: name,
      help: 'Show this motion as arrows of arbitrary scale',
      act: () => show(i),
    }));
    if (more) actions.push({ label: 'Next', help: 'Show the next motion', act: () => show((shown + 1) % count) });
    present = { kind: 'notice', text, reason, actions };
    lab.messages.show(present);
  }

  /** Removes the arrows when the message disappears or the particles move. */
  function watch(message: Message | null): void {
    const { generation } = lab.frame.structure;
    const { stepCount } = lab.frame.status;
    const check = () => {
      if (present !== message) return;
      const valid = lab.frame.structure.generation === generation && lab.frame.status.stepCount === stepCount;
      if (valid && message && lab.messages.list.includes(message)) requestAnimationFrame(check);
      else lab.view.setArrows([]);
    };
    requestAnimationFrame(check);
  }

  show(0);
}

/** Adds a number to names that occur more than once. */
function distinct(names: string[]): string[] {
  return names.map((name, i) =>
    names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : `${name} ${names.slice(0, i + 1).filter((other) => other === name).length}`,
  );
}

function arrowsOf(lab: Lab, { shape }: Motion): Arrow[] {
  const { positions, structure } = lab.frame;
  const lengths = Array.from({ length: structure.particleCount }, (_, i) =>
    Math.hypot(shape[3 * i], shape[3 * i + 1], shape[3 * i + 2]),
  );
  const most = Math.max(...lengths);
  const scale = (MAX_LENGTH * sizeOf(positions)) / most;
  const moving = [...lengths.keys()]
    .filter((i) => lengths[i] > MIN_LENGTH * most)
    .sort((a, b) => lengths[b] - lengths[a]);
  return moving.slice(0, MAX_ARROWS).map((i) => {
    const from = vectorAt(positions, i);
    return { from, to: from.map((x, axis) => x + scale * shape[3 * i + axis]) as Vec3, color: COLOR };
  });
}
