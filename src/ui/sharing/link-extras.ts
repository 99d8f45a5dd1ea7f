/** The parts of a link that few setups need: a loaded file, the environment, and what the page shows. */
import { t } from '../../language/translate';
import type { Command, SceneFile } from '../../physics';
import { quote } from '../../physics/model/validate';
import { isChecked } from '../../physics/scenes/file/checked-scene';
import { changedLayers, VIEW_OPTIONS, type ViewOption } from '../../render/view';
import { ownDefinitionsInUse } from '../../runtime/definitions/definitions';
import { checkExercise } from '../../runtime/definitions/exercise-file';
import type { Status } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { action, type Message, showingErrors } from '../lab/message-list';
import { CHAPTERS, isChapter } from '../lab/page-state';
import { saveScene } from './files';
import { compress, encode, MAX_IN_LINK, MAX_LINK } from './permalink';

/** Most particles in a range. */
const MAX_PARTICLES = 1e6;
/** Digits of a number of the camera. */
const DIGITS = 5;

/** What the page shows: the text in the link, or null for what it shows at first. `read` throws if the text is invalid. */
interface ViewPart {
  write(lab: Lab): string | null;
  read(lab: Lab, text: string, instruments: readonly string[]): void;
}

const VIEW_PARTS: Record<string, ViewPart> = {
  camera: {
    write: ({ view }) => view.camera.pose?.map((x) => Number(x.toPrecision(DIGITS))).join() ?? null,
    read({ view }, text) {
      const pose = text.split(',').map(Number);
      if (pose.length !== 6 || !pose.every(Number.isFinite))
        throw new Error(t`camera must be 6 numbers, got ${quote(text)}`);
      view.camera.setPose(pose);
    },
  },
  instruments: {
    write: ({ page }) => page.instruments.join() || null,
    read({ page }, text, instruments) {
      const ids = text.split(',');
      const unknown = ids.find((id) => !instruments.includes(id));
      if (unknown !== undefined) throw new Error(t`there is no instrument ${quote(unknown)}`);
      page.instruments = ids;
    },
  },
  duel: {
    write: ({ page: { duel } }) => duel && [duel.against, duel.slider].join(),
    read({ page, catalog }, text) {
      const [against, slider] = text.split(',');
      if (!catalog.integrators.some(({ id }) => id === against))
        throw new Error(t`there is no method ${quote(against)}`);
      page.setDuel({ main: null, against, slider: slider === 'stiffness' ? slider : 'dt' });
    },
  },
  exercise: {
    write: ({ page }) => page.exercise && JSON.stringify(page.exercise),
    read({ page }, text) {
      page.exercise = checkExercise(parse('exercise', text));
      page.instrument = 'write-your-own';
    },
  },
  course: {
    write: ({ page: { course } }) => (course.chapter === null ? null : [course.chapter, ...course.passed].join()),
    read({ page }, text) {
      const chapters = text.split(',').map(Number);
      if (!chapters.every(isChapter)) throw new Error(t`course: chapters are 1 to ${CHAPTERS}, got ${quote(text)}`);
      [page.course.chapter] = chapters;
      page.course.addPassed(chapters.slice(1));
    },
  },
  color: {
    write: ({ color }) => color,
    read(lab, text) {
      const { fields } = lab.catalog;
      if (!fields.some(({ id }) => id === text)) throw new Error(t`there is no field ${quote(text)} to color by`);
      lab.colorBy(text);
    },
  },
  look: {
    write: ({ page }) => page.look,
    read({ view, page }, text) {
      if (!view.looks.some(({ id }) => id === text)) throw new Error(t`there is no look ${quote(text)}`);
      page.look = text;
    },
  },
  show: {
    write: ({ options }) =>
      changedLayers(options)
        .map((key) => `${options[key] ? '' : '-'}${key}`)
        .join() || null,
    read(lab, text) {
      for (const item of text.split(',')) {
        const key = item.replace(/^-/, '') as ViewOption;
        if (!Object.hasOwn(VIEW_OPTIONS, key)) throw new Error(t`show: there is no layer ${quote(key)}`);
        lab.show(key, key === item);
      }
    },
  },
};

export const isViewPart = (key: string) => Object.hasOwn(VIEW_PARTS, key);

const jsonOfFile = new WeakMap<SceneFile, string>();

/** The whole setup as the text of a link, part by part; empty for a file that is too long. */
export function encodeSetup(lab: Lab): string[] {
  const { environment, pinned, particleCount } = lab.frame.status;
  // The scene of a link is whole: particles that slits have added are not there.
  const whole = particleCount - lab.frame.structure.origins.length;
  const status = { ...lab.frame.status, pinned: pinned.filter((i) => i < whole) };
  const base = lab.file ? encodeFile(lab, lab.file, status) : encode(status, lab.catalog);
  if (base === '') return [];
  const lists = lab.changedLists.map(
    (list) => `${list}=${escaped(JSON.stringify(environment[list], (key, value) => withRanges(key, value, whole)))}`,
  );
  const shown = Object.entries(VIEW_PARTS).flatMap(([key, { write }]) => {
    const text = write(lab);
    return text === null ? [] : [`${key}=${escaped(text)}`];
  });
  const sources = ownDefinitionsInUse(lab.own, lab.frame.status.integrator).map(({ source }) => source);
  const definitions = sources.length > 0 ? [`definitions=${escaped(JSON.stringify(sources))}`] : [];
  return [...definitions, ...base.split('&'), ...lists, ...shown];
}

function encodeFile({ catalog, defaultOf }: Lab, file: SceneFile, present: Status): string {
  if (isChecked(file)) return '';
  const json = jsonOfFile.get(file) ?? JSON.stringify(file);
  jsonOfFile.set(file, json);
  if (json.length > MAX_IN_LINK) return '';
  const params = Object.fromEntries(Object.keys(catalog.params).map((key) => [key, defaultOf(key)]));
  const scene = { ...catalog.scenes[0], defaults: { integrator: '', params, material: file.material } };
  const status = { ...present, scene: scene.id, builtIn: true, scenePins: [...(file.particles.pinned ?? [])] };
  const [, ...rest] = encode(status, { ...catalog, scenes: [scene] }).split('&');
  return [`file=${escaped(json)}`, ...rest].join('&');
}

/** Writes a list of particles below `most` with its ranges, `0-31,40`, in the order of the list. */
export function withRanges(key: string, value: unknown, most = Number.POSITIVE_INFINITY): unknown {
  if (key !== 'particles' || !Array.isArray(value)) return value;
  const ranges: [first: number, last: number][] = [];
  for (const particle of value as number[]) {
    if (particle >= most) continue;
    const range = ranges.at(-1);
    if (range && particle === range[1] + 1) range[1] = particle;
    else ranges.push([particle, particle]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join();
}

/** Reads a list that `withRanges` has written. */
export function withoutRanges(key: string, value: unknown): unknown {
  if (key !== 'particles' || typeof value !== 'string') return value;
  const particles: number[] = [];
  for (const item of value === '' ? [] : value.split(',')) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(item) ?? [];
    if (first === undefined || Number(last) - Number(first) > MAX_PARTICLES)
      throw new RangeError(t`${quote(item)} is no range of particles`);
    for (let i = Number(first); i <= Number(last); i++) particles.push(i);
  }
  return particles;
}

/** Percent escapes for what an address cannot hold, and for the signs of the link's own form. */
function escaped(text: string): string {
  return text.replace(/[^\w.,:;!*'()[\]{}$@/?~-]/gu, encodeURIComponent);
}

/** The definitions in the text of a link. @throws Error if they cannot be read */
export function definitionsIn(text: string): string[] {
  const [, own = '[]'] = /(?:^|&)definitions=([^&]*)/.exec(text) ?? [];
  return parse('definitions', decodeURIComponent(own)) as string[];
}

/** The scene file in a link, which the engine checks; null if there is none. @throws Error if it is not JSON */
export function fileOf({ file }: Record<string, string>): SceneFile | null {
  return file === undefined ? null : (parse('file', file) as SceneFile);
}

/**
 * Loads the environment and then what the page shows.
 * @param attempt does a part of it, and notes why it fails @param instruments ids of all instruments
 */
export async function loadExtras(
  lab: Lab,
  extras: Record<string, string>,
  send: (command: Command) => Promise<void>,
  attempt: (part: () => unknown) => Promise<unknown>,
  instruments: readonly string[],
): Promise<void> {
  for (const [key, text] of Object.entries(extras)) {
    const part = VIEW_PARTS[key];
    if (part) await attempt(() => part.read(lab, text, instruments));
    else if (key !== 'file')
      await attempt(() => send({ type: 'environment', list: key, items: parse(key, text, withoutRanges) }));
  }
}

function parse(key: string, text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    throw new Error(t`${key} cannot be read: ${(error as Error).message}`);
  }
}

// The text of any setup, in a form that fits into a link.

/** The text for the address: compressed if it is long, and if it is too long, without its long parts. */
export async function shorten(lab: Lab, text: string): Promise<string> {
  const link = await compress(text);
  return link.length <= MAX_LINK ? link : encode(lab.frame.status, lab.catalog);
}

/** The link to the present setup, or why there is none. */
export async function linkOf(lab: Lab): Promise<{ hash: string } | { reason: string }> {
  const parts = encodeSetup(lab);
  if (parts.length === 0) return { reason: 'The loaded file is too large.' };
  const hash = await compress(parts.join('&'));
  if (hash.length <= MAX_LINK) return { hash };
  const [longest] = parts.sort((a, b) => b.length - a.length);
  const [key] = longest.split('=');
  return { reason: t`It would have ${kilobytes(hash)} kB, mostly for its part “${key}”; a link has at most 8 kB.` };
}

const kilobytes = ({ length }: string) => (length / 1024).toFixed(1);

/** Time for which the notice stays, ms. */
const NOTICE_TIME = 4000;
const CUTS = 'The link starts the scene from its beginning, without the cuts. A saved scene file has them.';

/**
 * Copies a link to the present setup to the clipboard. If the browser forbids that, the page shows the link. If it would be too
 * long, the page says why and offers a file instead.
 */
export const copyLink = showingErrors(async (lab: Lab) => {
  const result = await linkOf(lab);
  if ('reason' in result) {
    lab.messages.show({
      kind: 'notice',
      text: 'This setup does not fit into a link. Save the scene and send the file.',
      reason: result.reason,
      actions: [action('Save scene', 'Download the present state as a scene file', () => saveScene(lab))],
    });
    return;
  }
  const link = `${location.href.split('#')[0]}#${result.hash}`;
  const { cut, origins } = lab.frame.structure;
  const isCut = cut.includes(1) || origins.length > 0;
  const reason = isCut ? { reason: CUTS } : {};
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    const text = t`The browser does not allow access to the clipboard. The link is: ${link}`;
    lab.messages.show({ kind: 'notice', text, ...reason });
    return;
  }
  const copied: Message = { kind: 'notice', text: 'The link to this setup is copied.', ...reason };
  lab.messages.show(copied);
  if (isCut) return;
  setTimeout(() => lab.messages.remove(copied), NOTICE_TIME);
});
