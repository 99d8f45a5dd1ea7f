/** Loads the setup in a link. */
import { t } from '../../language/translate';
import type { Command, Precision, SceneFile } from '../../physics';
import { pathOf, quote, validationError } from '../../physics/model/validate';
import type { Catalog } from '../../runtime/host/catalog';
import type { LabInternals } from '../lab/create-lab';
import { setCommand } from '../lab/engine-client';
import { fileOf, isViewPart, loadExtras, takeDefinitions } from './link-extras';
import { expand } from './permalink';

/** Names of the errors of what the engine does not accept; it has stopped after any other. */
const REFUSED = ['RangeError', 'SceneError'];

/** A link to load. */
export interface LinkOptions {
  /** True: loading it is an act, which can be undone. */
  isAct: boolean;
  /** Ids of all instruments; absent: the link opens none. */
  instruments?: readonly string[];
  onScene?(): void;
}

/** Loads the setup in a hash. Returns what is wrong with it. */
export async function loadSetup(lab: LabInternals, hash: string, options: LinkOptions): Promise<string[]> {
  const { isAct, instruments, onScene } = options;
  const send = isAct ? lab.send : (command: Command) => lab.engine.submit(command);
  const apply = (command: Command) => send(command).catch((error: Error) => void bad.push(error.message));
  const set = (key: string, value: number | string) => apply(setCommand(key, value));

  const { text, damage } = await expandIfNeeded(hash);
  const { rest, problems } = /(^|&)definitions=/.test(text)
    ? await adoptDefinitions(lab, text, onScene)
    : { rest: text, problems: [] };
  const { setup, bad } = decode(rest, lab.catalog);
  bad.push(...damage, ...problems);
  const { params, pins, material, integrator, precision, preconditioner = 'auto', extras } = setup;
  let scene: string | SceneFile = setup.scene;
  try {
    scene = (extras && fileOf(extras)) ?? scene;
  } catch (error) {
    bad.push((error as Error).message);
  }
  /** The resolution comes first: another one changes the mass. */
  const setAll = async () => {
    if (material) await set('material', material);
    if (integrator) await set('integrator', integrator);
    const { rows, columns, ...others } = params;
    for (const [key, value] of Object.entries({ rows, columns, ...others })) {
      if (value !== undefined) await set(key, value);
    }
  };
  // What a file starts with is its own: the link's values are changes, so that the next link has them too.
  const isFile = typeof scene !== 'string';
  const start = !isFile && { params, ...(material && { material }), ...(integrator && { integrator }) };
  const sending = send({ type: 'scene', scene, ...start, ...(precision && { precision }), preconditioner });
  onScene?.();
  try {
    await sending;
    if (isFile) await setAll();
  } catch (error) {
    if (!REFUSED.includes((error as Error).name)) throw error;
    // Each value is valid, but not all of them together: apply them one by one.
    await apply({ type: 'scene', scene, ...(precision && { precision }) });
    await setAll();
    await set('preconditioner', preconditioner);
  }
  if (pins) {
    const { particleCount } = lab.frame.status;
    const present = pins.filter((particle) => particle < particleCount);
    for (const particle of pins) {
      if (particle >= particleCount) bad.push(t`pins: ${particle} is not a particle (0–${particleCount - 1})`);
    }
    await apply({ type: 'pins', particles: present });
  }
  if (extras) bad.push(...(await loadExtras(lab, extras, send, instruments ?? [])));
  return bad;
}

/** Lets the definitions of a link join, if the user agrees. Returns the rest of the link. */
async function adoptDefinitions(lab: LabInternals, text: string, onScene = () => {}) {
  // The page has to draw meanwhile: the engine is replaced.
  onScene();
  try {
    const { rest, sources } = takeDefinitions(text);
    const agreed = await (await lab.definitions()).adopt(sources, 'The link');
    return { rest, problems: agreed ? [] : ['its code was not run'] };
  } catch (error) {
    return { rest: text.replace(/(^|&)definitions=[^&]*/, ''), problems: [(error as Error).message] };
  }
}

/** The text of a hash, which may be compressed. */
async function expandIfNeeded(hash: string): Promise<{ text: string; damage: string[] }> {
  const text = hash.replace(/^#/, '');
  if (!/^z=/.test(text)) return { text, damage: [] };
  try {
    return { text: await expand(text), damage: [] };
  } catch (error) {
    return { text: '', damage: [(error as Error).message] };
  }
}

/** Parses the text of a link. */

/** The setup that a link holds. */
interface Setup {
  /** Id of a built-in scene. */
  scene: string;
  integrator?: string;
  /** Id of a material. */
  material?: string;
  precision?: Precision;
  /** Absent: 'auto'. The engine checks that it exists and supports the scene. */
  preconditioner?: string;
  /** All pinned particles; absent: the scene's own. */
  pins?: number[];
  /** Replace the scene's own values. */
  params: Record<string, number>;
  /** Texts of the other parts, by key, for link-extras.ts; absent: none. */
  extras?: Record<string, string>;
}

/** Parses a hash, with or without its #. `bad` describes each invalid entry, which is left out of the setup. */
export function decode(hash: string, catalog: Catalog): { setup: Setup; bad: string[] } {
  const setup: Setup = { scene: catalog.scenes[0].id, params: {} };
  const bad: string[] = [];
  const seen = new Set<string>();

  const oneOf = (key: string, text: string, ids: string[]) => {
    if (ids.includes(text)) return text;
    bad.push(t`${key} must be one of ${ids.join(', ')}, got ${quote(text)}`);
    return undefined;
  };

  for (const entry of hash.replace(/^#/, '').split('&')) {
    if (entry === '') continue;
    const [key, text] = halves(entry);
    if (text === null) bad.push(t`${quote(key)} is not of the form key=value`);
    else if (seen.has(key)) bad.push(t`${pathOf([key])} is given twice, the second time as ${quote(text)}`);
    else if (key === 'scene') setup.scene = oneOf(key, text, idsOf(catalog.scenes)) ?? setup.scene;
    else if (key === 'integrator') setup.integrator = oneOf(key, text, idsOf(catalog.integrators));
    else if (key === 'material') setup.material = oneOf(key, text, idsOf([...catalog.materials]));
    else if (key === 'precision') setup.precision = oneOf(key, text, ['single', 'double']) as Precision | undefined;
    else if (key === 'preconditioner') setup.preconditioner = text;
    else if (key === 'pins') setup.pins = particles(text, bad);
    else if (isExtra(key, catalog)) setup.extras = { ...setup.extras, [key]: text };
    else {
      const value = NUMBER.test(text) ? Number(text) : text;
      const why = validationError(catalog.params, key, value);
      if (why === null) setup.params[key] = value as number;
      else bad.push(Object.hasOwn(catalog.params, key) ? why : t`${why} (its value is ${quote(text)})`);
    }
    seen.add(key);
  }
  return { setup, bad };
}

/** True for a loaded file, a list of the environment, and what the page shows. */
function isExtra(key: string, { itemSchemas: { obstacles } }: Catalog): boolean {
  return isViewPart(key) || ['file', 'forces', 'motion'].includes(key) || obstacles.some(({ list }) => list === key);
}

/** Decimal numbers only: `Number` also accepts '', '0x10' and ' 1 '. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id);

/** Splits at the first '='. The value is null without '=', or if percent escapes are invalid. */
function halves(entry: string): [key: string, text: string | null] {
  const at = entry.indexOf('=');
  if (at < 0) return [entry, null];
  try {
    return [decodeURIComponent(entry.slice(0, at)), decodeURIComponent(entry.slice(at + 1))];
  } catch {
    return [entry, null];
  }
}

/** Parses indices, ascending and each once. The caller checks them against the particle count. */
function particles(text: string, bad: string[]): number[] {
  const found = new Set<number>();
  for (const item of text === '' ? [] : text.split(',')) {
    if (/^\d{1,9}$/.test(item)) found.add(Number(item));
    else bad.push(t`pins must be particle indices, got ${quote(item)}`);
  }
  return [...found].sort((a, b) => a - b);
}
