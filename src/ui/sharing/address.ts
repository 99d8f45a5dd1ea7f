import type { Command, SceneFile } from '../../physics';
import { changedLayers } from '../../render/view';
import { lazyValue } from '../controls/lazy-value';
import type { LabInternals } from '../lab/create-lab';
import type { Message } from '../lab/message-list';
import { setCommand } from '../lab/scene-defaults';
import { decode, encode, READABLE } from './permalink';

/** A setup must last this long before it is written to the address, ms: browsers limit how often it may change. */
const DELAY = 300;

export interface Address {
  /** Loads the setup in the address. @param onScene called when its scene is sent to the engine */
  load(onScene: () => void): Promise<void>;
  /** Call once a frame: keeps the address up to date. */
  update(now: number): void;
}

/** A link to load. */
export interface LinkOptions {
  /** True: loading it is an act, which can be undone. */
  isAct: boolean;
  /** Ids of all instruments; absent: the link opens none. */
  instruments?: () => Promise<readonly string[]>;
  onScene?(): void;
}

/**
 * Keeps the hash of the page's address equal to the setup of the lab. Each scene is an entry in the browser's history: Back and
 * Forward load its setup.
 */
export function createAddress(lab: LabInternals, instruments: () => Promise<readonly string[]>): Address {
  const extras = lazyValue(() => import('./link-text'));
  /** Loaded files, by their number in the browser's history: an address cannot hold a large one. */
  const files: SceneFile[] = [];
  let written = encode(lab.frame.status, lab.catalog);
  let newest = written;
  let scene = sceneOf(lab);
  /** The entry of the browser's history that is loaded or written. */
  let entry = entryNow();
  let loading = false;
  let since = 0;
  let error: Message | null = null;

  async function load(options: Omit<LinkOptions, 'instruments'>): Promise<void> {
    loading = true;
    entry = entryNow();
    const { file: number, document = 0 } = history.state ?? {};
    const file = document === performance.timeOrigin ? files[number] : null;
    if (file) await lab.load(file).catch(() => {});
    const bad = file ? [] : await loadSetup(lab, location.hash, { ...options, instruments });
    loading = false;
    scene = sceneOf(lab);
    written = newest = textNow();
    if (bad.length === 0) return;
    error = { kind: 'error', text: `The link was loaded only in part: ${bad.join('; ')}.` };
    lab.messages.show(error);
  }

  function textNow(): string {
    return hasExtras(lab) ? (extras()?.encodeSetup(lab).join('&') ?? newest) : encode(lab.frame.status, lab.catalog);
  }

  async function write(text: string): Promise<void> {
    const isLong = text.length > READABLE || hasExtras(lab);
    const link = isLong ? await (await import('./link-text')).shorten(lab, text) : text;
    if (written !== text || loading) return;
    const isNew = sceneOf(lab) !== scene;
    scene = sceneOf(lab);
    const { file } = lab;
    if (file && !files.includes(file)) files.push(file);
    const state = file && { file: files.indexOf(file), document: performance.timeOrigin };
    const url = `${location.pathname}${location.search}${link && `#${link}`}`;
    if (isNew) history.pushState(state, '', url);
    else history.replaceState(state, '', url);
    entry = entryNow();
  }

  // A new hash that the user types and a step in the history send one of these events or both.
  for (const type of ['hashchange', 'popstate']) {
    addEventListener(type, () => {
      if (entryNow() !== entry) void lab.together(() => load({ isAct: true }));
    });
  }
  return {
    load: (onScene) => load({ isAct: false, onScene }),
    update(now) {
      if (now - since < DELAY || loading) return;
      since = now;
      const text = textNow();
      const unchanged = text === newest;
      newest = text;
      if (!unchanged || (text === written && scene === sceneOf(lab))) return;
      written = text;
      void write(text);
      if (error && lab.messages.list.includes(error)) lab.messages.hide('error');
    },
  };
}

/** Different for each scene and for each loaded file. */
function sceneOf({ frame: { status } }: LabInternals): string {
  return status.builtIn ? status.scene : `file ${status.loadNumber}`;
}

const entryNow = () => `${location.hash} ${JSON.stringify(history.state)}`;

/** True if the setup has a part that `encode` leaves out. */
function hasExtras({ file, changedLists, view, page, color, options }: LabInternals): boolean {
  const isShown = view.camera.pose !== null || page.instruments.length > 0 || color !== null || page.look !== null;
  return file !== null || changedLists.length > 0 || isShown || changedLayers(options).length > 0;
}

/** Loads the setup in a hash. Returns what is wrong with it. */
export async function loadSetup(lab: LabInternals, hash: string, options: LinkOptions): Promise<string[]> {
  const { isAct, instruments, onScene } = options;
  const send = isAct ? lab.send : (command: Command) => lab.engine.submit(command);
  const apply = (command: Command) => send(command).catch((error: Error) => void bad.push(error.message));
  const set = (key: string, value: number | string) => apply(setCommand(key, value));

  const { text, damage } = await expandIfNeeded(hash);
  const { setup, bad } = decode(text, lab.catalog);
  bad.push(...damage);
  const { params, pins, integrator, precision, preconditioner = 'auto', extras } = setup;
  const more = extras && (await import('./link-text'));
  let scene: string | SceneFile = setup.scene;
  try {
    scene = (extras && more?.fileOf(extras)) ?? scene;
  } catch (error) {
    bad.push((error as Error).message);
  }
  const sending = send({
    type: 'scene',
    scene,
    params,
    ...(integrator && { integrator }),
    ...(precision && { precision }),
    preconditioner,
  });
  onScene?.();
  try {
    await sending;
  } catch {
    // Each value is valid, but not all of them together: apply them one by one.
    await apply({ type: 'scene', scene });
    if (integrator) await set('integrator', integrator);
    if (precision) await set('precision', precision);
    for (const [key, value] of Object.entries(params)) await set(key, value);
    await set('preconditioner', preconditioner);
  }
  if (pins) {
    const { particleCount } = lab.frame.status;
    const present = pins.filter((particle) => particle < particleCount);
    for (const particle of pins) {
      if (particle >= particleCount) bad.push(`pins: ${particle} is not a particle (0–${particleCount - 1})`);
    }
    await apply({ type: 'pins', particles: present });
  }
  if (extras && more) bad.push(...(await more.loadExtras(lab, extras, send, (await instruments?.()) ?? [])));
  return bad;
}

/** The text of a hash, which may be compressed. */
async function expandIfNeeded(hash: string): Promise<{ text: string; damage: string[] }> {
  const text = hash.replace(/^#/, '');
  if (!/^z=/.test(text)) return { text, damage: [] };
  try {
    return { text: await (await import('./link-text')).expand(text), damage: [] };
  } catch (error) {
    return { text: '', damage: [(error as Error).message] };
  }
}
