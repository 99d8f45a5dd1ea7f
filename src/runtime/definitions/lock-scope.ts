/** Takes from a worker's scope what a definition has no use for. The policy of the frame already forbids what reaches the network. */

const REMOVED = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'EventSource', 'WebTransport', 'importScripts'],
  ...['indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker', 'MessageChannel', 'postMessage', 'close'],
  ...['setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame', 'navigator', 'Notification'],
];

/** What the messages to the page go through. */
const FROZEN = ['MessagePort', 'EventTarget', 'MessageEvent'] as const;

/** Call before the first definition is imported, and after the last use of what it removes. */
export function lockScope(): void {
  for (const name of REMOVED) {
    if (name in globalThis) Object.defineProperty(globalThis, name, { value: undefined });
  }
  for (const name of FROZEN) Object.freeze(globalThis[name].prototype);
}
