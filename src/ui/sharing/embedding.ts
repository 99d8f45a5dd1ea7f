/** Lets the page around an embedded one use the scripting interface, over a port: src/embed. */
import { t } from '../../language/translate';
import { messageOf } from '../../runtime/host/message-of';
import type { LabInternals } from '../lab/create-lab';
import type { Hooke } from '../lab/scripting';

/** To the page around it, with the port. */
export interface Greeting {
  type: 'hooke';
  /** What `hooke` has. */
  functions: string[];
}

/** From the page around it. */
export interface Call {
  id: number;
  /** Of a function of `hooke`, or `keep`. */
  name: string;
  args: unknown[];
}

/** To the page around it. */
export type Reply = { id: number; value: unknown } | { id: number; error: string };

/** What is kept of an embedded page whose frame is removed. */
export interface Kept {
  file: unknown;
  plays: boolean;
  picture: Blob;
}

/** Sends the port to the page around it. */
export function serveEmbedding(lab: LabInternals, hooke: Hooke): void {
  const keep = async (): Promise<Kept> => ({
    file: await hooke.save(),
    plays: !lab.paused,
    picture: await lab.view.toPng(),
  });
  const functions: Record<string, unknown> = { ...hooke, keep };
  const { port1, port2 } = new MessageChannel();
  const reply = (message: Reply) => port1.postMessage(message);
  port1.onmessage = async ({ data: { id, name, args } }: MessageEvent<Call>) => {
    try {
      const act = Object.hasOwn(functions, name) ? functions[name] : null;
      if (typeof act !== 'function') throw new RangeError(t`there is no function hooke.${name}`);
      reply({ id, value: await act(...args) });
    } catch (error) {
      reply({ id, error: messageOf(error) });
    }
  };
  // Whichever page it is: it may show this one, and could load another one.
  parent.postMessage({ type: 'hooke', functions: Object.keys(hooke) } satisfies Greeting, '*', [port2]);
}

/** How much of the controls a page in a frame of another page shows: `?embed`, and public/start.js. */
type ShownControls = 'none' | 'basic' | 'full';

/** Undefined: the page is not embedded. */
export const shownControls = () => document.documentElement.dataset.controls as ShownControls | undefined;
