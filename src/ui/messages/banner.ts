import { t } from '../../language/translate';
import { button, element, elementById } from '../controls/element';
import { closeButton } from '../controls/icons';
import type { Message, MessageList } from '../lab/message-list';

/** Time after which a message without buttons disappears, ms. */
const DURATION = { notice: 8_000, error: 16_000 } as const;

/** Shows the messages above the status bar, the newest at the bottom. */
export function createBanner(messages: MessageList): () => void {
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

  function create({ kind }: Message): HTMLElement {
    const close = closeButton('Close this message', 'Close', () => messages.close(kind));
    return element('div', { class: `banner ${kind}` }, close, element('div.actions'));
  }

  function fill(banner: HTMLElement, message: Message): void {
    const { kind, text, since, reason, note, actions = [] } = message;
    const [close, buttons] = [banner.children[0], banner.children[banner.children.length - 1]];
    const lines = [element('p', text)];
    if (note) lines.push(element('p.note', note));
    if (since) lines.push(element('p.since', since));
    if (reason) lines.push(element('p.reason', reason));
    for (const line of banner.querySelectorAll('p')) line.remove();
    close.after(...lines);
    setActions(buttons as HTMLElement, actions);
    if (actions.length === 0 && (kind === 'notice' || kind === 'error')) expire(message, DURATION[kind]);
  }

  /** Hides a message after `delay`, but not while the pointer or the focus is on it. */
  function expire(message: Message, delay: number): void {
    setTimeout(() => {
      if (!messages.list.includes(message)) return;
      // Not kept by the timer: a closed message leaves the memory at once.
      const banner = shown.get(message.kind)?.banner;
      if (banner?.matches(':hover, :focus-within')) expire(message, 2_000);
      else messages.hide(message.kind);
    }, delay);
  }

  return () => {
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
      const banner = before?.banner ?? create(message);
      fill(banner, message);
      if (!before) section.append(banner);
      shown.set(message.kind, { message, banner });
    }
  };
}

/**
 * Shows these buttons. One with the same label as before stays in the document: replaced while the pointer presses it, it would
 * never get the click, and it would lose the focus.
 */
function setActions(box: HTMLElement, actions: NonNullable<Message['actions']>): void {
  const before = new Map([...(box.children as HTMLCollectionOf<HTMLButtonElement>)].map((b) => [b.textContent, b]));
  const buttons = actions.map(({ label, help, act }) => {
    const shown = before.get(t(label)) ?? element('button', { type: 'button' }, label);
    before.delete(t(label));
    return Object.assign(shown, { title: t(help), disabled: !act, onclick: () => act?.() });
  });
  const focus = [...box.children].indexOf(document.activeElement as Element);
  for (const gone of before.values()) gone.remove();
  buttons.forEach((shown, i) => {
    if (box.children[i] !== shown) box.insertBefore(shown, box.children[i] ?? null);
  });
  if (focus >= 0 && !box.contains(document.activeElement)) buttons[focus]?.focus();
  box.hidden = buttons.length === 0;
}
