import { t } from '../../language/translate';
import type { Frame, Status } from '../../runtime/frame/frame';
import { elementById } from '../controls/element';
import { methodLabel, sceneLabel } from '../lab/catalog-labels';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';

/** Announces changes to screen readers in the live region. */
export function createAnnouncer(lab: Lab): { update(frame: Frame): void } {
  const live = elementById('live');
  let announced: readonly Message[] = [];
  let playing: boolean | null = null;
  const label = (status: Status) => sceneLabel(lab.catalog, status);
  const changes = [
    watch(label, (status) => t`Scene: ${label(status)}.`),
    watch(
      ({ integrator }) => integrator,
      ({ integrator }) => t`Method: ${methodLabel(lab.catalog, integrator)}.`,
    ),
    watch(
      ({ precision }) => precision,
      ({ precision }) => t`Precision: ${precision}.`,
    ),
    watch(
      ({ pinned }) => pinned.length,
      ({ pinned }) => t`${pinned.length} pinned.`,
    ),
    watch(
      () => lab.selection.particles.length,
      () => t`${lab.selection.particles.length} selected.`,
    ),
    watch(
      () => lab.page.tool,
      () => t`Tool: ${lab.page.tool}.`,
    ),
  ];
  return {
    update({ status }) {
      const news: string[] = [];
      for (const change of changes) {
        const words = change(status);
        if (words) news.push(words);
      }
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
      if (lab.page.spoken) news.push(lab.page.spoken);
      lab.page.spoken = '';
      if (news.length > 0) live.textContent = news.map((text) => t(text)).join(' ');
    },
  };
}

/** Returns the text to announce if a value has changed since the last frame, else null. */
function watch(read: (status: Status) => string | number, say: (status: Status) => string) {
  let before: string | number | null = null;
  return (status: Status): string | null => {
    const now = read(status);
    const changed = before !== null && now !== before;
    before = now;
    return changed ? say(status) : null;
  };
}
