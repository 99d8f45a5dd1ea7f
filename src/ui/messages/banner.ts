import { element, place } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';

/** ms after which a message that asks for nothing goes by itself. */
const LINGER = { notice: 8_000, error: 16_000 } as const;

/** Messages above the bar, the newest nearest to it; they go when they no longer hold, or when they are closed. */
export function createBanner(lab: Lab): { update(): void } {
  const section = place('messages');
  const shown = new Map<Message['kind'], { message: Message; banner: HTMLElement }>();

  function create(message: Message): HTMLElement {
    const { kind, text, reason, actions = [] } = message;
    const close = element(
      'button',
      {
        type: 'button',
        class: 'close',
        'aria-label': 'Close this message',
        title: 'Close',
        click: () => lab.messages.hide(kind),
      },
      icon('close'),
    );
    const banner = element('div', { class: `banner ${kind}` }, close, element('p', {}, text));
    if (reason) banner.append(element('p', { class: 'reason' }, reason));
    if (actions.length > 0) {
      const buttons = actions.map(({ label, help, act }) =>
        element('button', { type: 'button', title: help, click: () => act() }, label),
      );
      banner.append(element('div', { class: 'actions' }, ...buttons));
    } else if (kind === 'notice' || kind === 'error') {
      expire(message, banner, LINGER[kind]);
    }
    return banner;
  }

  /** Not while it is being read under the pointer, or its button has the focus. */
  function expire(message: Message, banner: HTMLElement, delay: number): void {
    setTimeout(() => {
      if (!lab.messages.list.includes(message)) return;
      if (banner.matches(':hover, :focus-within')) expire(message, banner, 2_000);
      else lab.messages.hide(message.kind);
    }, delay);
  }

  return {
    update() {
      for (const [kind, { message, banner }] of shown) {
        if (lab.messages.list.some((present) => present.kind === kind)) continue;
        banner.remove();
        shown.delete(message.kind);
      }
      for (const message of lab.messages.list) {
        const before = shown.get(message.kind);
        if (before?.message === message) continue;
        const banner = create(message);
        const focus = before
          ? [...before.banner.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement)
          : -1;
        if (before) before.banner.replaceWith(banner);
        else section.append(banner);
        shown.set(message.kind, { message, banner });
        banner.querySelectorAll('button')[focus]?.focus();
      }
    },
  };
}
