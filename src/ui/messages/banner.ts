import { button, element, elementById } from '../controls/element';
import { icon } from '../controls/icons';
import type { Message, MessageList } from '../lab/message-list';

/** Time after which a message without buttons disappears, ms. */
const DURATION = { notice: 8_000, error: 16_000 } as const;

/** Shows the messages above the status bar, the newest at the bottom. */
export function createBanner(messages: MessageList): { update(): void } {
  const section = elementById('messages');
  const reopen = button(
    'Show message',
    'Show the closed message again: why the run has stopped, and what continues it',
    () => {
      for (const { kind } of messages.closed) messages.reopen(kind);
    },
  );
  reopen.className = 'reopen';
  section.append(reopen);
  const shown = new Map<Message['kind'], { message: Message; banner: HTMLElement }>();

  function create(message: Message): HTMLElement {
    const { kind, text, reason, note, actions = [] } = message;
    const close = element(
      'button',
      {
        type: 'button',
        class: 'close',
        'aria-label': 'Close this message',
        title: 'Close',
        click: () => messages.close(kind),
      },
      icon('close'),
    );
    const banner = element('div', { class: `banner ${kind}` }, close, element('p', {}, text));
    if (note) banner.append(element('p', { class: 'note' }, note));
    if (reason) banner.append(element('p', { class: 'reason' }, reason));
    if (actions.length > 0) {
      const buttons = actions.map(({ label, help, act }) =>
        element('button', { type: 'button', title: help, disabled: !act, click: () => act?.() }, label),
      );
      banner.append(element('div', { class: 'actions' }, ...buttons));
    } else if (kind === 'notice' || kind === 'error') {
      expire(message, banner, DURATION[kind]);
    }
    return banner;
  }

  /** Hides a message after `delay`, but not while the pointer or the focus is on it. */
  function expire(message: Message, banner: HTMLElement, delay: number): void {
    setTimeout(() => {
      if (!messages.list.includes(message)) return;
      if (banner.matches(':hover, :focus-within')) expire(message, banner, 2_000);
      else messages.hide(message.kind);
    }, delay);
  }

  return {
    update() {
      const nothingClosed = messages.closed.length === 0;
      if (reopen.hidden !== nothingClosed) reopen.hidden = nothingClosed;
      for (const [kind, { message, banner }] of shown) {
        if (messages.list.some((present) => present.kind === kind)) continue;
        banner.remove();
        shown.delete(message.kind);
      }
      for (const message of messages.list) {
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
