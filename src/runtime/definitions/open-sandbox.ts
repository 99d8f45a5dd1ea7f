/** Starts workers in a frame that can reach nothing: its origin is opaque, and its policy allows no request. */
import type { WorkerPort } from '../connect';
import type { Joined, SandboxFailure, SandboxReply, SandboxRole } from './definitions';
import { SANDBOX_FRAME, SANDBOX_PROGRAM } from './sandbox-address';
import { createWatch } from './watch';

/** Wall time between two checks, ms, and most checks until the program runs, and then until the definitions have joined. */
const CHECK_EVERY = 200;
const START_CHECKS = 100;
const JOIN_CHECKS = 5;
/** Wall time until the frame is there, ms. */
const FRAME_TIME = 20_000;

/** The frame and the text of the program, loaded with the first worker. */
let opening: Promise<{ frame: Window; program: string }> | null = null;

/**
 * Starts a worker in which definitions join the registry. Rejects with an Error that says what is wrong with the last of them.
 */
export async function openSandbox(role: SandboxRole, sources: readonly string[]) {
  opening ??= openFrame();
  const { frame, program } = await opening.catch((error) => {
    opening = null;
    throw error;
  });
  const [messages, failures] = [new MessageChannel(), new MessageChannel()];
  const transfer = [messages.port2, failures.port2];
  // The frame's origin is opaque: no other target names it.
  frame.postMessage({ program, start: { role, sources } }, '*', transfer);
  const started = workerAt(messages.port1, failures.port1, role !== 'job');
  return { worker: started.worker, definitions: await joined(started) };
}

/** The frame stays for later workers. */
async function openFrame() {
  const text = fetch(SANDBOX_PROGRAM).then((response) => {
    if (!response.ok) throw new Error(`the program of the sandbox could not be fetched (${response.status})`);
    return response.text();
  });
  const element = document.createElement('iframe');
  // The service worker sandboxes the document instead, and also without a network. Where the origin is not opaque, it runs nothing.
  const storing = new URL('service-worker.js', document.baseURI).href;
  if (navigator.serviceWorker?.controller?.scriptURL !== storing) element.setAttribute('sandbox', 'allow-scripts');
  element.title = 'Definitions from source';
  element.hidden = true;
  const loaded = new Promise<void>((resolve, reject) => {
    element.onload = () => resolve();
    setTimeout(() => reject(new Error('the frame of the sandbox could not be loaded')), FRAME_TIME);
  });
  element.src = new URL(SANDBOX_FRAME, document.baseURI).href;
  document.body.append(element);
  const [program] = await Promise.all([text, loaded]);
  return { frame: element.contentWindow as Window, program };
}

/** The definitions may take a second; the program before them may take longer to start. */
function joined({ worker, silenceFor }: ReturnType<typeof workerAt>): Promise<Joined[]> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      clearInterval(timer);
      worker.terminate();
      reject(new Error(message));
    };
    let checks = 0;
    let most = START_CHECKS;
    const timer = setInterval(() => {
      if (++checks === most) fail(silenceFor((most * CHECK_EVERY) / 1000));
    }, CHECK_EVERY);
    worker.onerror = ({ message }) => fail(message);
    worker.onmessage = ({ data }: MessageEvent<SandboxReply>) => {
      if (data.type === 'started') {
        checks = 0;
        most = JOIN_CHECKS;
        return;
      }
      clearInterval(timer);
      if (data.type === 'joined') resolve(data.definitions);
      else if (data.type === 'refused') fail(String(data.message));
    };
  });
}

/** The worker behind a port. It counts as stopped when it leaves a request unanswered that takes no time. */
function workerAt(port: MessagePort, control: MessagePort, isEngine: boolean) {
  /** The function that it calls, as far as it has said so. */
  let call = '';
  /** Says that it did not answer, and which function it calls. */
  const silenceFor = (seconds: number) =>
    `${call && `${call}, `}no answer for ${seconds} s: a function does not end, or takes too much memory`;
  const fail = (message: string) => worker.onerror?.({ message } as ErrorEvent);
  const watch = createWatch(isEngine, (seconds) => fail(silenceFor(seconds)));
  const worker: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message, transfer) {
      port.postMessage(message, transfer);
      watch.asked(message);
    },
    terminate() {
      watch.end();
      control.postMessage('terminate');
      // An open port keeps its handlers, and with them all that the worker was asked.
      port.close();
      control.close();
    },
  };
  port.onmessage = (event) => {
    watch.answered(event.data);
    if (event.data.type === 'calls') {
      call = String(event.data.call);
      return;
    }
    try {
      worker.onmessage?.(event);
    } catch (error) {
      fail(`its answer cannot be read: ${(error as Error).message}`);
    }
  };
  control.onmessage = ({ data }: MessageEvent<SandboxFailure>) => fail(String(data.message));
  return { worker, silenceFor };
}
