/** `<hooke-cloth>`: the laboratory in a page of somebody else. Each is a frame with the page of the site: docs/embed.md. */
import type { Hooke } from '../ui/lab/scripting';
import type { Call, Greeting, Kept, Reply } from '../ui/sharing/embedding';

/** Browsers allow a page about 16 WebGL contexts, each of which takes memory. */
const MAX_FRAMES = 6;
/** Wall time that a frame may take to hand over its state, ms. */
const STATE_TIMEOUT = 3000;

/** A variable, so that the build leaves the address to the browser. */
const SITE_ROOT = '..';
const SITE = new URL(SITE_ROOT, import.meta.url);

const STYLES = `
  :host { display: block; position: relative; aspect-ratio: 4 / 3; background: light-dark(#e6e0d6, #151a23) }
  iframe, img { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; object-fit: cover }
`;

/** Elements with a frame: the one that was in view last is the last. */
const open = new Set<HookeCloth>();
const inView = new Set<HookeCloth>();

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const element = target as HookeCloth;
    if (isIntersecting) inView.add(element);
    else if (inView.delete(element) && open.delete(element)) open.add(element);
  }
  arrange();
});

/** Gives a frame to each element in view, as long as there are frames; those out of view give theirs. */
function arrange(): void {
  for (const element of inView) {
    if (open.has(element)) continue;
    if (open.size < MAX_FRAMES) {
      open.add(element);
      element.open();
      continue;
    }
    const other = [...open].find((one) => !inView.has(one) && !one.closing);
    if (other) void other.close().then(arrange);
    return;
  }
}

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Greeting | null>) => {
  if (data?.type !== 'hooke' || !port) return;
  for (const element of open) if (source !== null && element.shows(source)) void element.connect(port, data.functions);
});

class HookeCloth extends HTMLElement {
  static readonly observedAttributes = ['scene', 'integrator', 'params', 'controls'];
  /** True while it hands over its state. */
  closing = false;
  #hooke: Hooke | null = null;
  #frame: HTMLIFrameElement | null = null;
  #calls: Calls | null = null;
  #kept: Kept | null = null;
  /** Aborted when the page in its frame goes. */
  #page = new AbortController();
  readonly #picture = document.createElement('img');

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#picture.alt = '';
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
  }

  /** The scripting interface of its page; null until the event `ready`, and while it has no frame. */
  get hooke(): Hooke | null {
    return this.#hooke;
  }

  connectedCallback(): void {
    watcher.observe(this);
  }

  disconnectedCallback(): void {
    watcher.unobserve(this);
    inView.delete(this);
    this.#kept = null;
    this.#removeFrame();
    arrange();
  }

  attributeChangedCallback(): void {
    this.#kept = null;
    if (this.#frame) this.#frame.src = this.#address();
  }

  open(): void {
    this.#frame = document.createElement('iframe');
    this.#frame.title = this.getAttribute('aria-label') ?? 'Hooke: a simulated cloth';
    this.#frame.allow = 'fullscreen';
    this.#frame.src = this.#address();
    this.shadowRoot?.prepend(this.#frame);
  }

  shows(page: MessageEventSource): boolean {
    return this.#frame?.contentWindow === page;
  }

  /** The page in its frame has started. */
  async connect(port: MessagePort, functions: readonly string[]): Promise<void> {
    const calls = callsOver(port);
    const { signal } = this.#newPage();
    try {
      const scene = this.getAttribute('scene') ?? '';
      if (this.#kept) {
        // No step between its state and what follows.
        await calls('pause');
        await calls('load', this.#kept.file);
        if (this.#kept.plays) await calls('play');
      } else if (isAddress(scene)) await calls('load', await fetched(scene));
    } catch (error) {
      this.dispatchEvent(new CustomEvent('error', { detail: (error as Error).message }));
    }
    if (signal.aborted) return;
    this.#calls = calls;
    this.#kept = null;
    this.#picture.remove();
    URL.revokeObjectURL(this.#picture.src);
    this.#hooke = whileShown(ownHooke(this.#frame) ?? remote(calls, functions), signal);
    this.dispatchEvent(new Event('ready'));
  }

  /** Removes the frame, and keeps its state and its picture. */
  async close(): Promise<void> {
    this.closing = true;
    const late = new Promise<null>((resolve) => setTimeout(resolve, STATE_TIMEOUT, null));
    const kept = (await Promise.race([this.#calls?.('keep').catch(() => null), late])) as Kept | null | undefined;
    this.closing = false;
    if (!open.has(this)) return;
    this.#kept = kept ?? this.#kept;
    if (kept) {
      this.#picture.src = URL.createObjectURL(kept.picture);
      this.shadowRoot?.append(this.#picture);
    }
    this.#removeFrame();
  }

  /** The page in its frame has gone, or another one has come. */
  #newPage(): AbortController {
    this.#page.abort(new Error('the frame of this hooke-cloth has gone'));
    this.#page = new AbortController();
    return this.#page;
  }

  #removeFrame(): void {
    open.delete(this);
    this.#newPage();
    this.#frame?.remove();
    this.#frame = this.#calls = this.#hooke = null;
  }

  #address(): string {
    const get = (name: string) => this.getAttribute(name) ?? '';
    const link = new URLSearchParams(get('params'));
    if (get('scene') && !isAddress(get('scene'))) link.set('scene', get('scene'));
    if (get('integrator')) link.set('integrator', get('integrator'));
    // An empty hash would scroll the page to the frame.
    const hash = link.size > 0 ? `#${link}` : '';
    return `${SITE}?embed&controls=${encodeURIComponent(get('controls') || 'none')}${hash}`;
  }
}

/** True for the address of a scene file; ids of scenes have no such characters. */
const isAddress = (scene: string) => /[./]/.test(scene);

async function fetched(address: string): Promise<unknown> {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`${address} could not be fetched (${response.status})`);
  return response.json();
}

/** The interface itself where the page has the same origin. */
function ownHooke(frame: HTMLIFrameElement | null): Hooke | null {
  try {
    return frame?.contentWindow?.hooke ?? null;
  } catch {
    return null;
  }
}

customElements.define('hooke-cloth', HookeCloth);

// Calls of functions in an embedded page.

/** Rejects with the message of the page. */
type Calls = (name: string, ...args: unknown[]) => Promise<unknown>;

function callsOver(port: MessagePort): Calls {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let count = 0;
  port.onmessage = ({ data }: MessageEvent<Reply>) => {
    const call = pending.get(data.id);
    pending.delete(data.id);
    if ('error' in data) call?.reject(new Error(data.error));
    else call?.resolve(data.value);
  };
  return (name, ...args) =>
    new Promise((resolve, reject) => {
      pending.set(++count, { resolve, reject });
      port.postMessage({ id: count, name, args } satisfies Call);
    });
}

/** The scripting interface of a page; what it has promised rejects when its frame goes. */
function whileShown(hooke: Hooke, gone: AbortSignal): Hooke {
  const ended = new Promise<never>((_, reject) => {
    gone.addEventListener('abort', () => reject(gone.reason));
  });
  // Without a call that waits it is no error.
  ended.catch(() => {});
  const lasting = (member: unknown) => {
    if (typeof member !== 'function') return member;
    return (...args: unknown[]) => {
      const result = member(...args);
      return typeof result?.then === 'function' ? Promise.race([result, ended]) : result;
    };
  };
  const members = Object.entries(hooke).map(([name, member]) => [name, lasting(member)]);
  return Object.fromEntries(members) as Hooke;
}

/**
 * The scripting interface of a page of another origin: every function returns a promise.
 * @param names what it has; code that looks for other functions must find none
 */
function remote(calls: Calls, names: readonly string[]): Hooke {
  const members = names.map((name) => [name, (...args: unknown[]) => calls(name, ...args)]);
  return Object.fromEntries([...members, ['ready', Promise.resolve()]]) as Hooke;
}
