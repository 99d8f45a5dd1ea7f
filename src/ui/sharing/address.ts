import { t } from '../../language/translate';
import type { SceneFile } from '../../physics';
import { changedLayers } from '../../render/view';
import { messageOf } from '../../runtime/host/message-of';
import type { LabInternals } from '../lab/create-lab';
import type { Message } from '../lab/message-list';
import { encodeSetup, shorten } from './link-extras';
import { type LinkOptions, loadSetup } from './load-setup';
import { encode, READABLE } from './permalink';

/** A setup must last this long before it is written to the address, ms: browsers limit how often it may change. */
const DELAY = 300;

/** Files that are kept at most: browsers keep about as many entries of the history. */
const MAX_FILES = 50;

export type Address = ReturnType<typeof createAddress>;

/**
 * Keeps the hash of the page's address equal to the setup of the lab. Each scene is an entry in the browser's history: Back and
 * Forward load its setup.
 */
export function createAddress(lab: LabInternals, instruments: readonly string[]) {
  /** Loaded files that an address cannot hold, by their number in the browser's history. */
  const files = new Map<number, SceneFile>();
  let lastNumber = 0;
  let written = encode(lab.frame.status, lab.catalog);
  let newest = written;
  let scene = sceneOf(lab);
  /** The entry of the browser's history that is loaded or written. */
  let entry = entryNow();
  let loading = false;
  /** Ends with the last load that was asked for. */
  let loaded = Promise.resolve();
  let since = 0;
  let error: Message | null = null;

  async function load(options: Omit<LinkOptions, 'instruments'>): Promise<void> {
    loading = true;
    entry = entryNow();
    const { file: number, document = 0 } = history.state ?? {};
    const file = document === performance.timeOrigin ? files.get(number) : null;
    if (file) await lab.load(file).catch(() => {});
    const link = { ...options, instruments };
    const bad = file ? [] : await loadSetup(lab, location.hash, link).catch((reason) => [messageOf(reason)]);
    loading = false;
    scene = sceneOf(lab);
    newest = textNow();
    // A link with more than parameters is written again, in its short form.
    written = bad.length === 0 && hasExtras(lab) ? '' : newest;
    if (bad.length === 0) return;
    error = { kind: 'error', text: t`The link was loaded only in part: ${bad.join('; ')}.` };
    lab.messages.show(error);
  }

  function textNow(): string {
    return hasExtras(lab) ? encodeSetup(lab).join('&') : encode(lab.frame.status, lab.catalog);
  }

  async function write(text: string): Promise<void> {
    const isLong = text.length > READABLE || hasExtras(lab);
    const link = isLong ? await shorten(lab, text) : text;
    if (written !== text || loading) return;
    const isNew = sceneOf(lab) !== scene;
    scene = sceneOf(lab);
    const { file } = lab;
    const state = file && link === '' ? { file: keep(file), document: performance.timeOrigin } : null;
    const url = `${location.pathname}${location.search}${link && `#${link}`}`;
    if (isNew) history.pushState(state, '', url);
    else history.replaceState(state, '', url);
    entry = entryNow();
  }

  /** @returns the number of the file */
  function keep(file: SceneFile): number {
    if (files.get(lastNumber) === file) return lastNumber;
    files.set(++lastNumber, file);
    files.delete(lastNumber - MAX_FILES);
    return lastNumber;
  }

  async function loadNewEntry(): Promise<void> {
    if (entryNow() !== entry) await lab.together(() => load({ isAct: true }));
  }

  // A new hash that the user types and a step in the history send one of these events or both. An entry is loaded after the one before:
  // each is an act of its own.
  for (const type of ['hashchange', 'popstate']) {
    addEventListener(type, () => {
      loaded = loaded.then(loadNewEntry, loadNewEntry);
    });
  }
  return {
    /** Loads the setup in the address. @param onScene called when its scene is sent to the engine */
    load(onScene: () => void) {
      loaded = load({ isAct: false, onScene });
      return loaded;
    },
    /** Call once a frame: keeps the address up to date. */
    update(now: number) {
      if (now - since < DELAY || loading) return;
      since = now;
      const text = textNow();
      const unchanged = text === newest;
      newest = text;
      if (!unchanged || (text === written && scene === sceneOf(lab))) return;
      written = text;
      void write(text);
      lab.messages.remove(error);
    },
  };
}

/** Different for each scene and for each loaded file. */
function sceneOf({ frame: { status } }: LabInternals): string {
  return status.builtIn ? status.scene : `file ${status.loadNumber}`;
}

const entryNow = () => `${location.hash} ${JSON.stringify(history.state)}`;

/** True if the setup has a part that `encode` leaves out. */
function hasExtras({ file, changedLists, view, page, color, options, frame, own }: LabInternals): boolean {
  const isOpen = page.instruments.length > 0 || page.exercise !== null || page.course.chapter !== null;
  const isShown = view.camera.pose !== null || isOpen || color !== null || page.look !== null;
  const isSlit = frame.structure.origins.length > 0;
  return (
    file !== null || own.length > 0 || isSlit || changedLists.length > 0 || isShown || changedLayers(options).length > 0
  );
}
