/** Loads the setup in a link. */
import { t } from '../../language/translate';
import type { Command, Precision, SceneFile } from '../../physics';
import { pathOf, quote, validationError } from '../../physics/model/validate';
import type { Frame } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import type { LabInternals } from '../lab/create-lab';
import { setCommand } from '../lab/engine-client';
import { definitionsIn, fileOf, isViewPart, loadExtras } from './link-extras';
import { encode, expand, requestsPreconditioner } from './permalink';

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
  const { isAct, instruments, onScene = () => {} } = options;
  const wrong: string[] = [];
  /** What a part of the link gives; where it fails, the reason is noted. */
  const attempt = async <T, U = void>(part: () => T | Promise<T>, otherwise?: U): Promise<T | U> => {
    try {
      return await part();
    } catch (error) {
      wrong.push((error as Error).message);
      return otherwise as U;
    }
  };
  const send = isAct ? lab.send : (command: Command) => lab.engine.submit(command);
  const apply = (command: Command) => attempt(() => send(command));
  const set = (key: string, value: number | string) => apply(setCommand(key, value));

  const written = hash.replace(/^#/, '');
  const text = await attempt(() => (/^z=/.test(written) ? expand(written) : written), '');
  if (DEFINITIONS.test(text)) await attempt(() => adoptDefinitions(lab, text, onScene));
  const { setup, bad } = decode(text.replace(DEFINITIONS, ''), lab.catalog);
  wrong.unshift(...bad);
  const { params, pins, material, integrator, precision, preconditioner = 'auto', extras } = setup;
  const file = extras ? await attempt(() => fileOf(extras), null) : null;
  const scene = file ?? setup.scene;
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
  const start = !file && { params, ...(material && { material }), ...(integrator && { integrator }) };
  const sending = send({ type: 'scene', scene, ...start, ...(precision && { precision }), preconditioner });
  onScene();
  try {
    await sending;
    if (file) await setAll();
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
      if (particle >= particleCount) wrong.push(t`pins: ${particle} is not a particle (0–${particleCount - 1})`);
    }
    await apply({ type: 'pins', particles: present });
  }
  if (extras) await loadExtras(lab, extras, send, attempt, instruments ?? []);
  return wrong;
}

/** The definitions in the text of a link. */
const DEFINITIONS = /(^|&)definitions=[^&]*/;

/** Lets the definitions of a link join. @throws Error if they cannot be read, or the user does not agree */
async function adoptDefinitions(lab: LabInternals, text: string, onScene: () => void): Promise<void> {
  // The page has to draw meanwhile: the engine is replaced.
  onScene();
  if (!(await (await lab.definitions()).adopt(definitionsIn(text), 'The link')))
    throw new Error(t`its code was not run`);
}

// Parses the text of a link.

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

// Gives a new engine the scene of one that has stopped, as far as the last frame has it.

/** @param file the scene file that the last frame began with, or one with its slits; null: none */
export async function restore(lab: LabInternals, last: Frame, file: SceneFile | null): Promise<void> {
  const { status, structure } = last;
  const { builtIn } = status;
  // A new engine starts with a whole cloth: without the particles that cuts have added.
  const pinned = status.pinned.filter((i) => i < structure.particleCount - structure.origins.length);
  const bad =
    file && (!builtIn || file.slits)
      ? await reload(lab, file, last)
      : await loadSetup(lab, encode({ ...status, pinned }, lab.catalog), { isAct: false });
  const isSame = await restoreState(lab, last);
  if (bad.length > 0)
    lab.messages.show({ kind: 'error', text: t`Not everything could be restored: ${bad.join('; ')}.` });
  if (isSame && !(builtIn && file?.slits)) return;
  const text = isSame
    ? 'The scene has become a file, which begins where its last slit was opened: Reset returns there.'
    : 'The cloth is whole again and starts from its beginning: a new engine cannot open the same slits.';
  lab.messages.show({ kind: 'notice', text });
}

/** Loads the scene file again, with the changes made since it was loaded. Returns what was rejected. */
async function reload(lab: LabInternals, file: SceneFile, { status }: Frame): Promise<string[]> {
  const { engine } = lab;
  const bad: string[] = [];
  const set = (key: string, value: number | string) => engine.set(key, value).catch(({ message }) => bad.push(message));
  await engine.submit({ type: 'scene', scene: file });
  const { material } = status;
  if (material && lab.frame.status.material?.id !== material.id) await set('material', material.id);
  const { params, integrator, precision } = lab.frame.status;
  for (const [key, value] of Object.entries(status.params)) {
    if (params[key] !== value) await set(key, value);
  }
  if (integrator !== status.integrator) await set('integrator', status.integrator);
  if (precision !== status.precision) await set('precision', status.precision);
  if (requestsPreconditioner(status)) await set('preconditioner', status.requestedPreconditioner);
  await engine.submitFromPointer({
    type: 'pins',
    particles: status.pinned.filter((i) => i < lab.frame.status.particleCount),
  });
  return bad;
}

/** Restores masses, cut springs, environment, push and motion from the last frame. False if the new engine has other springs. */
async function restoreState({ engine, frame }: LabInternals, last: Frame): Promise<boolean> {
  const { structure, status, positions, velocities } = last;
  const springs = numbersInLast(frame.structure.springs, structure);
  if (!springs) return false;
  const { masses } = frame.structure;
  // All are sent before the first answer.
  await Promise.all(
    Array.from(structure.masses, (mass, particle) =>
      mass === masses[particle] ? null : engine.submitFromPointer({ type: 'particle', particle, mass }),
    ),
  );
  const cut = springs.flatMap((number, spring) => (structure.cut[number] === 1 ? [spring] : []));
  if (cut.length > 0) await engine.submitFromPointer({ type: 'cut', spring: cut });
  for (const [list, items] of Object.entries(status.environment)) {
    await engine.submitFromPointer({ type: 'environment', list, items });
  }
  // The list of bodies, which comes after that of meshes, leaves out the meshes that none has.
  const { meshes = [] } = status.environment;
  if (meshes.length > 0) await engine.submitFromPointer({ type: 'meshes', meshes });
  await engine.submitFromPointer({ type: 'place', positions, velocities, time: status.time, step: status.stepCount });
  const force = engine.missedPush ?? status.push;
  if (force.some((component) => component !== 0)) await engine.submitFromPointer({ type: 'push', force });
  return true;
}

/** The number that each spring of the new engine had in the last frame: a file has no cut springs. Null if they are others. */
function numbersInLast(springs: Uint32Array, last: Frame['structure']): number[] | null {
  const numbers: number[] = [];
  for (const [j, cut] of last.cut.entries()) {
    const i = 2 * numbers.length;
    if (springs[i] === last.springs[2 * j] && springs[i + 1] === last.springs[2 * j + 1]) numbers.push(j);
    else if (cut === 0) return null;
  }
  return 2 * numbers.length === springs.length ? numbers : null;
}
