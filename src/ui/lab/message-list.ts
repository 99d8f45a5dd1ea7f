import { messageOf } from '../../runtime/host/message-of';

/** A line in the message area, with buttons. There is at most one of each kind: a newer one replaces it. */
export interface Message {
  kind: 'blow-up' | 'error' | 'notice' | 'solver' | 'failure';
  text: string;
  /** Why, in a second line. */
  reason?: string;
  actions?: { label: string; help: string; act(): void }[];
}

/** The messages that the page shows. */
export interface MessageList {
  /** A new array after each change. */
  readonly list: readonly Message[];
  show(message: Message): void;
  hide(kind: Message['kind']): void;
  /** Shows an error and throws it on. */
  rethrow(error: unknown): never;
  /** Hides the error that `rethrow` showed last, unless another one has replaced it. */
  clearRethrown(): void;
}

export function createMessageList(): MessageList {
  let list: readonly Message[] = [];
  let rethrown: Message | null = null;
  const messages: MessageList = {
    get list() {
      return list;
    },
    show(message) {
      list = [...list.filter(({ kind }) => kind !== message.kind), message];
    },
    hide(kind) {
      if (list.some((message) => message.kind === kind)) list = list.filter((message) => message.kind !== kind);
    },
    rethrow(error) {
      rethrown = { kind: 'error', text: messageOf(error) };
      messages.show(rethrown);
      throw error instanceof Error ? error : new Error(rethrown.text);
    },
    clearRethrown() {
      if (rethrown && list.includes(rethrown)) messages.hide('error');
      rethrown = null;
    },
  };
  return messages;
}

/** Starts something whose error is already shown as a message. */
export function ignoreShownError(promise: Promise<unknown>): void {
  promise.catch(() => {});
}
