/**
 * The service worker: it stores every file of one version of the site, so that the site opens without a network. What it stores is
 * listed by .build/classic-scripts.ts, in front of this program.
 */

/** The list of the build. */
interface Build {
  /** Differs for each version of the site. */
  version: string;
  /** Names relative to the site; '' is the page. */
  files: string[];
}

/** An event that waits for work. */
interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends WorkEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** What is used of the global object; the project's types are those of pages. */
interface Scope {
  readonly build: Build;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

declare const self: Scope;

export {};

const site = self.registration.scope;
const { version, files } = self.build;

/** Other copies of the site on this origin have caches too. */
const FAMILY = `hooke ${site} `;
const CACHE = FAMILY + version;
/** Such a name has a hash of its content: a stored file with it is right for every version. */
const HASHED = /\/assets\/[^/]+$/;
/** The frame in which definitions from source run: src/runtime/definitions/open-sandbox.ts. */
const SANDBOX = '/sandbox.html';
/** Files that are fetched at a time: the page may need the network too. */
const AT_A_TIME = 4;
/** Time after which a stored file replaces one that the network does not deliver, ms. */
const NETWORK_TIMEOUT = 4000;
/** Hosts may answer differently to requests with other headers, but not for these files. */
const MATCH = { ignoreSearch: true, ignoreVary: true };

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(removeOldVersions)));
self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request;
  const { pathname } = new URL(url);
  if (method !== 'GET' || !url.startsWith(site)) return;
  const answer = HASHED.test(pathname) ? unchanging(event.request) : newest(event.request);
  event.respondWith(pathname.endsWith(SANDBOX) ? answer.then(sandboxed) : answer);
  if (mode === 'navigate') event.waitUntil(removeOldVersions());
});

/** Stores all files, or rejects: then the version before stays. The page that is open need not wait: its files stay too. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const queue = [...files];
  const work = async () => {
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) await store(cache, name);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await self.skipWaiting();
}

async function store(cache: Cache, name: string): Promise<void> {
  const url = new URL(name, site).href;
  const hashed = HASHED.test(url);
  const known = hashed && (await caches.match(url, MATCH));
  const response = known || (await fetch(url, { cache: hashed ? 'default' : 'no-cache', priority: 'low' }));
  if (!response.ok) throw new Error(`${url} could not be fetched (${response.status})`);
  // A browser refuses a redirected answer for a page.
  await cache.put(url, response.redirected ? new Response(response.body, { headers: response.headers }) : response);
}

async function unchanging(request: Request): Promise<Response> {
  return (await caches.match(request, MATCH)) ?? fetch(request);
}

/** From the network, so that a page and its files are of one version; without a network what is stored. */
async function newest(request: Request): Promise<Response> {
  const address = new URL(request.url);
  const name = address.pathname.endsWith('/index.html') ? new URL('.', address).href : request.url;
  const stored = await (await caches.open(CACHE)).match(name, MATCH);
  if (!stored) return fetch(request);
  const fetched = fetch(request).then(
    (response) => (response.status < 500 ? response : stored),
    () => stored,
  );
  return Promise.race([fetched, new Promise<Response>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT, stored))]);
}

/** With an opaque origin: such a frame can be stored, while one that is sandboxed by its attribute asks no service worker. */
function sandboxed(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.append('content-security-policy', 'sandbox allow-scripts');
  return new Response(response.body, { headers, status: response.status });
}

/** Removes the files of versions that no page runs. A page holds a lock with the address of its first script: src/page.ts. */
async function removeOldVersions(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  for (const key of await caches.keys()) {
    if (!key.startsWith(FAMILY) || key === CACHE) continue;
    const cache = await caches.open(key);
    const uses = await Promise.all(held.map(({ name }) => cache.match(name ?? '', MATCH)));
    if (uses.every((one) => !one)) await caches.delete(key);
  }
}
