import { STRIDE } from '../../physics/model/model';
import type { Arrow } from '../../render/view';
import type { Answer } from '../../runtime/queries';
import { sizeOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';

type Motion = Answer<'mechanisms'>['motions'][number];

/** Motions that have a button of their own; the others come one after the other. */
const MOST_BUTTONS = 6;
const MOST_ARROWS = 400;
/** Of the scene's size: how far the particle that moves most is seen to go. */
const FAR = 0.18;
/** Of that: what moves less is not drawn. */
const STILL = 0.05;
const COLOR = '#d95f02';

/** The rank test: pauses, and names the motions that nothing resists here. */
export async function findMechanisms(lab: Lab): Promise<void> {
  lab.pause();
  const answer = await lab.ask('mechanisms', {});
  if (answer.count === null) lab.messages.show({ kind: 'notice', text: 'There are too many particles to tell.' });
  else
    tellMechanisms(
      lab,
      answer.count === 0 ? 'Every motion is resisted here.' : 'Not every motion is resisted here.',
      answer,
    );
}

/** Says what nothing resists, with buttons that show each motion as arrows for as long as the message stands. */
export function tellMechanisms(lab: Lab, text: string, { motions }: Answer<'mechanisms'>): void {
  const count = motions.length;
  if (count === 0) {
    lab.messages.show({ kind: 'notice', text });
    return;
  }
  const names = apart(motions.slice(0, MOST_BUTTONS).map(({ name }) => name));
  const more = count > MOST_BUTTONS ? ` and ${count - MOST_BUTTONS} more` : '';
  const found = `Nothing resists ${count === 1 ? 'one motion' : `${count} motions`}: ${names.join(', ')}${more}.`;
  let present: Message | null = null;
  let shown = -1;

  function show(i: number): void {
    shown = i;
    lab.view.setArrows(arrowsOf(lab, motions[i]));
    say(`${found} Shown: ${names[i] ?? motions[i].name} (${i + 1} of ${count}).`);
    watch(present);
  }

  function say(reason: string): void {
    const actions = names.map((name, i) => ({
      label: name,
      help: 'Show this motion as arrows; its size means nothing',
      act: () => show(i),
    }));
    if (more) actions.push({ label: 'Next', help: 'Show the next motion', act: () => show((shown + 1) % count) });
    present = { kind: 'notice', text, reason, actions };
    lab.messages.show(present);
  }

  /** Arrows go with the message that speaks of them, and when the particles are elsewhere. */
  function watch(message: Message | null): void {
    const { generation } = lab.frame.structure;
    const { stepCount } = lab.frame.status;
    const look = () => {
      if (present !== message) return;
      const stays = lab.frame.structure.generation === generation && lab.frame.status.stepCount === stepCount;
      if (stays && message && lab.messages.list.includes(message)) requestAnimationFrame(look);
      else lab.view.setArrows([]);
    };
    requestAnimationFrame(look);
  }

  show(0);
}

/** Names that are there more than once get a number. */
function apart(names: string[]): string[] {
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
  const scale = (FAR * sizeOf(positions)) / most;
  const movers = [...lengths.keys()].filter((i) => lengths[i] > STILL * most).sort((a, b) => lengths[b] - lengths[a]);
  return movers.slice(0, MOST_ARROWS).map((i) => {
    const from = [positions[STRIDE * i], positions[STRIDE * i + 1], positions[STRIDE * i + 2]] as const;
    return {
      from: [...from],
      to: [from[0] + scale * shape[3 * i], from[1] + scale * shape[3 * i + 1], from[2] + scale * shape[3 * i + 2]],
      color: COLOR,
    };
  });
}
