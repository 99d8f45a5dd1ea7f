/** The dialog that describes the view in words. */
import { openDialog } from '../controls/dialog';
import { button, element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { describeView } from './describe-view';

/** Opens the description of this moment. It stays as it is while it is read; a button writes it again. */
export function openDescription(lab: Lab): void {
  if (document.querySelector('dialog[open]')) return;
  const text = element('div', { id: 'description-text', role: 'status' });

  function write(): void {
    const { frame, catalog, page } = lab;
    const parts = describeView(frame, catalog, {
      paused: !lab.playing,
      rests: page.rests,
      followsLimit: page.followsLimit,
      messages: lab.messages.list.flatMap(({ text, reason = '', note = '' }) => [text, reason, note].filter(Boolean)),
      instruments: shownConclusions(),
    });
    text.replaceChildren(
      ...parts.flatMap(({ heading, sentences }) => [
        element('h3', {}, heading),
        element('ul', {}, ...sentences.map((sentence) => element('li', {}, sentence))),
      ]),
    );
  }

  write();
  const update = button('Update', 'Describe what the view shows now (A)', write);
  // Screen readers read it when the dialog opens.
  const attributes = { id: 'description', 'aria-describedby': 'description-text' };
  openDialog(attributes, 'The view in words', text, element('div', { class: 'buttons' }, update));
}

/** What the open instruments have found, each with its name. */
function shownConclusions(): string[] {
  return [...document.querySelectorAll('#instruments .pane')].flatMap((pane) => {
    const name = pane.querySelector<HTMLSelectElement>('.head select')?.selectedOptions[0]?.label;
    const found = pane.querySelector('.conclusion:not([hidden]) [role=status]')?.textContent;
    return name && found ? [`${name}: ${found}`] : [];
  });
}
