import { messageOf } from '../../runtime/host/message-of';
import { button, element, elementById } from '../controls/element';

/** Shows that the page could not be set up, before the banner exists. */
export function showStartupError(error: unknown): void {
  const reload = button('Reload', 'Load the page again with this setup', () => location.reload());
  elementById('messages').append(
    element(
      'div',
      { class: 'banner failure', role: 'alert' },
      element('p', {}, 'A part of the page could not be loaded.'),
      element('p', { class: 'reason' }, messageOf(error)),
      element('div', { class: 'actions' }, reload),
    ),
  );
}
