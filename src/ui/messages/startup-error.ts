import { messageOf } from '../../runtime/host/message-of';
import { button, element, place } from '../controls/element';

/** Says that the page could not be set up, where nothing else is there yet to say so. */
export function showStartupError(error: unknown): void {
  const reload = button('Reload', 'Load the page again with this setup', () => location.reload());
  place('messages').append(
    element(
      'div',
      { class: 'banner failure', role: 'alert' },
      element('p', {}, 'A part of the laboratory could not be loaded.'),
      element('p', { class: 'reason' }, messageOf(error)),
      element('div', { class: 'actions' }, reload),
    ),
  );
}
