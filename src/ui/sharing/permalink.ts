import type { Precision } from '../../physics';
import { show, validationError } from '../../physics/model/validate';
import type { Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog-types';

/** A link up to this length is not compressed, characters. */
export const READABLE = 500;

/** The setup that a link holds. */
export interface Setup {
  /** Id of a built-in scene. */
  scene: string;
  integrator?: string;
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

type SetupStatus = Pick<
  Status,
  'scene' | 'builtIn' | 'integrator' | 'precision' | 'requestedPreconditioner' | 'params' | 'pinned' | 'scenePins'
>;

/**
 * The setup as the hash of an address, without the #: `scene=cloth&integrator=rk4&pins=0,31&dt=0.0008`. The
 * scene's own pins and parameters are left out. For a loaded file the result is ''.
 */
export function encode(status: SetupStatus, catalog: Catalog): string {
  const defaults = catalog.scenes.find(({ id }) => id === status.scene)?.defaults;
  if (!status.builtIn || !defaults) return '';
  const parts = [`scene=${encodeURIComponent(status.scene)}`, `integrator=${encodeURIComponent(status.integrator)}`];
  if (status.precision !== 'single') parts.push(`precision=${status.precision}`);
  if (status.requestedPreconditioner !== 'auto')
    parts.push(`preconditioner=${encodeURIComponent(status.requestedPreconditioner)}`);
  if (String(status.pinned) !== String(status.scenePins)) parts.push(`pins=${status.pinned}`);
  const differs = (key: string) => !Object.is(status.params[key], defaults.params[key]);
  // A new resolution changes the mass unless the link gives it too.
  const resized = differs('rows') || differs('columns');
  for (const key of Object.keys(catalog.params)) {
    if (differs(key) || (resized && key === 'mass'))
      parts.push(`${encodeURIComponent(key)}=${number(status.params[key])}`);
  }
  return parts.join('&');
}

/** Parses a hash, with or without its #. `bad` describes each invalid entry, which is left out of the setup. */
export function decode(hash: string, catalog: Catalog): { setup: Setup; bad: string[] } {
  const setup: Setup = { scene: catalog.scenes[0].id, params: {} };
  const bad: string[] = [];
  const seen = new Set<string>();

  const oneOf = (key: string, text: string, ids: string[]) => {
    if (ids.includes(text)) return text;
    bad.push(`${key} must be one of ${ids.join(', ')}, got ${show(text)}`);
    return undefined;
  };

  for (const entry of hash.replace(/^#/, '').split('&')) {
    if (entry === '') continue;
    const [key, text] = halves(entry);
    if (text === null) bad.push(`${show(key)} is not of the form key=value`);
    else if (seen.has(key)) bad.push(`${key} is given twice, the second time as ${show(text)}`);
    else if (key === 'scene') setup.scene = oneOf(key, text, idsOf(catalog.scenes)) ?? setup.scene;
    else if (key === 'integrator') setup.integrator = oneOf(key, text, idsOf(catalog.integrators));
    else if (key === 'precision') setup.precision = oneOf(key, text, ['single', 'double']) as Precision | undefined;
    else if (key === 'preconditioner') setup.preconditioner = text;
    else if (key === 'pins') setup.pins = particles(text, bad);
    else if (isExtra(key, catalog)) setup.extras = { ...setup.extras, [key]: text };
    else {
      const value = NUMBER.test(text) ? Number(text) : text;
      const why = validationError(catalog.params, key, value);
      if (why === null) setup.params[key] = value as number;
      else bad.push(Object.hasOwn(catalog.params, key) ? why : `${why} (its value is ${show(text)})`);
    }
    seen.add(key);
  }
  return { setup, bad };
}

/** True for a loaded file, a list of the environment, and what the page shows. */
function isExtra(key: string, { itemSchemas: { obstacles } }: Catalog): boolean {
  return EXTRAS.test(key) || obstacles.some(({ list }) => list === key);
}
const EXTRAS = /^(file|forces|motion|camera|instruments|color|look|show)$/;

/** Decimal numbers only: `Number` also accepts '', '0x10' and ' 1 '. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The shortest text that parses to the same double. */
const number = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

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
    else bad.push(`pins must be particle indices, got ${show(item)}`);
  }
  return [...found].sort((a, b) => a - b);
}
