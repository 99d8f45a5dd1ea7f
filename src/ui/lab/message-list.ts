import { isNotFetched, messageOf } from '../../runtime/host/message-of';

/** A line in the message area, with buttons. There is at most one of each kind: a newer one replaces it. */
export interface Message {
  kind: 'blow-up' | 'error' | 'notice' | 'solver' | 'standstill' | 'failure' | 'silence';
  text: string;
  /** True if it tells that a definition of one's own was stopped: its editor shows it too. */
  isOfDefinition?: boolean;
  /** What has changed since, in a line of its own. Not announced: the control that changes it says its value. */
  since?: string;
  /** Why, in a line of its own. */
  reason?: string;
  /** What has just happened because of it, in a line of its own. */
  note?: string;
  /** Buttons. One without `act` is disabled: its number is not known yet. */
  actions?: Action[];
}

export interface Action {
  label: string;
  help: string;
  act?(): void;
}

/** Messages about a state that lasts: a user who closes one can open it again. */
const LASTING: readonly Message['kind'][] = ['blow-up', 'failure'];

/** The messages that the page shows. */
export type MessageList = ReturnType<typeof createMessageList>;

export function createMessageList() {
  let list: readonly Message[] = [];
  let closed: readonly Message[] = [];
  let rethrown: Message | null = null;
  const messages = {
    /** A new array after each change. */
    get list() {
      return list;
    },
    /** The messages that `reopen` can show again. A new array after each change. */
    get closed() {
      return closed;
    },
    show(message: Message) {
      closed = without(closed, message.kind);
      list = [...without(list, message.kind), message];
    },
    /** Replaces the message of this kind, where it is shown or closed; does nothing without one. */
    replace(message: Message) {
      const put = (all: readonly Message[]) => all.map((one) => (one.kind === message.kind ? message : one));
      if (find(list, message.kind)) list = put(list);
      if (find(closed, message.kind)) closed = put(closed);
    },
    /** Removes a message whose condition has ended. */
    hide(kind: Message['kind']) {
      closed = without(closed, kind);
      list = without(list, kind);
    },
    /** Removes this one, unless another of its kind has replaced it. */
    remove(message: Message | null) {
      if (message && list.includes(message)) messages.hide(message.kind);
    },
    /** Closes a message for the user. */
    close(kind: Message['kind']) {
      const message = find(list, kind);
      if (!message) return;
      messages.hide(kind);
      if (LASTING.includes(kind)) closed = [...closed, { ...message, note: undefined }];
    },
    /** Shows a message again as the newest, closed or not. @param note what has just happened because of it */
    reopen(kind: Message['kind'], note?: string) {
      const message = find(list, kind) ?? find(closed, kind);
      if (message) messages.show({ ...message, note });
    },
    /** Shows an error and throws it on. */
    rethrow(error: unknown): never {
      const message: Message = { kind: 'error', text: messageOf(error) };
      messages.show(message);
      // A later command that is accepted does not bring a missing part.
      rethrown = isNotFetched(error) ? null : message;
      throw error instanceof Error ? error : new Error(message.text);
    },
    /** Hides the error that `rethrow` showed last, unless another one has replaced it. */
    clearRethrown() {
      messages.remove(rethrown);
      rethrown = null;
    },
  };
  return messages;
}

function find(messages: readonly Message[], kind: Message['kind']): Message | undefined {
  return messages.find((message) => message.kind === kind);
}

/** The same array if it has no message of this kind. */
function without(messages: readonly Message[], kind: Message['kind']): readonly Message[] {
  return find(messages, kind) ? messages.filter((message) => message.kind !== kind) : messages;
}

/** Starts something whose error is already shown as a message. */
export function ignoreShownError(promise: Promise<unknown>): void {
  promise.catch(() => {});
}

/** An action of buttons, keys and lessons: its error is shown as a message, and thrown on. */
export const showingErrors =
  <L extends { messages: MessageList }, A extends unknown[]>(act: (lab: L, ...args: A) => Promise<void>) =>
  (lab: L, ...args: A): Promise<void> =>
    act(lab, ...args).catch(lab.messages.rethrow);

/** A button that does something whose error is shown as a message of its own. */
export const action = (label: string, help: string, act: () => Promise<unknown>): Action => ({
  label,
  help,
  act: () => ignoreShownError(act()),
});
