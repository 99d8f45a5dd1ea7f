import { messageOf } from '../../../runtime/host/message-of';

/**
 * Asks the engine one question at a time. What is answered after `close` is not shown.
 * @param showError absent: an engine that fails is reported elsewhere
 */
export function createAsker(showError: (message: string, error: unknown) => void = () => {}) {
  let busy = false;
  let closed = false;
  return {
    get busy() {
      return busy;
    },
    async ask<T>(question: () => Promise<T>, show: (answer: T) => void): Promise<void> {
      if (busy || closed) return;
      busy = true;
      try {
        const answer = await question();
        if (!closed) show(answer);
      } catch (error) {
        if (!closed) showError(messageOf(error), error);
      } finally {
        busy = false;
      }
    },
    close() {
      closed = true;
    },
  };
}
