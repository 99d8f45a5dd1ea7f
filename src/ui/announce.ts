import type { Frame } from '../runtime/protocol';
import { place } from './element';
import type { Lab, Message } from './lab';
import { methodLabel } from './method-label';

/** Tells screen readers what has changed, in the live region; the page's own text is not read out by itself. */
export function createAnnouncer(lab: Lab): { update(frame: Frame): void } {
  const live = place('live');
  let read: readonly Message[] = [];
  let paused: boolean | null = null;
  const before = new Map<string, string>();
  /** The new text where it has changed since the last frame; never for the first. */
  const changed = (what: string, text: string): string[] => {
    const old = before.get(what);
    before.set(what, text);
    return old === undefined || old === text ? [] : [text];
  };
  return {
    update({ status }) {
      const { scenes } = lab.catalog;
      const news = [
        ...changed(
          'scene',
          `Scene: ${scenes.find(({ id }) => status.builtIn && id === status.scene)?.label ?? status.scene}.`,
        ),
        ...changed('method', `Method: ${methodLabel(lab.catalog, status.integrator)}.`),
        ...changed('precision', `Precision: ${status.precision}.`),
        ...changed('pins', `${status.pinned.length} pinned.`),
        ...changed('chosen', `${lab.chosen.length} chosen.`),
        ...changed('tool', `Tool: ${lab.tool}.`),
      ];
      if (paused !== null && paused !== lab.paused) news.push(lab.paused ? 'Paused.' : 'Playing.');
      paused = lab.paused;
      if (read !== lab.messages) {
        for (const message of lab.messages) {
          if (!read.includes(message)) news.push(message.text, ...(message.reason ? [message.reason] : []));
        }
        read = lab.messages;
      }
      if (news.length > 0) live.textContent = news.join(' ');
    },
  };
}
