import type { Precision } from '../../physics';
import { validationError } from '../../physics/model/params';
import { show } from '../../physics/model/validate';
import type { Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog-types';

/** What a link holds. */
export interface Setup {
  /** Id of a built-in scene. */
  scene: string;
  integrator?: string;
  precision?: Precision;
  /** Absent: 'auto'. Whether there is such a one, and whether it can serve the scene, is for the engine to say. */
  preconditioner?: string;
  /** Exactly the pinned particles; absent: the scene's own. */
  pins?: number[];
  /** Over the scene's own. */
  params: Record<string, number>;
}

type Run = Pick<
  Status,
  'scene' | 'builtIn' | 'integrator' | 'precision' | 'preconditionerWish' | 'params' | 'pinned' | 'scenePins'
>;

/**
 * The setup of a run as the hash of an address, without the #: `scene=cloth&integrator=rk4&pins=0,31&dt=0.0008`. The
 * scene's own pins and parameters are left out. A loaded file fits into no link: ''.
 */
export function encode(run: Run, catalog: Catalog): string {
  const defaults = catalog.scenes.find(({ id }) => id === run.scene)?.defaults;
  if (!run.builtIn || !defaults) return '';
  const parts = [`scene=${encodeURIComponent(run.scene)}`, `integrator=${encodeURIComponent(run.integrator)}`];
  if (run.precision !== 'single') parts.push(`precision=${run.precision}`);
  if (run.preconditionerWish !== 'auto') parts.push(`preconditioner=${encodeURIComponent(run.preconditionerWish)}`);
  if (String(run.pinned) !== String(run.scenePins)) parts.push(`pins=${run.pinned}`);
  const differs = (key: string) => !Object.is(run.params[key], defaults.params[key]);
  // The mass of a particle follows the resolution unless it is given with it.
  const resized = differs('rows') || differs('columns');
  for (const key of Object.keys(catalog.params)) {
    if (differs(key) || (resized && key === 'mass'))
      parts.push(`${encodeURIComponent(key)}=${number(run.params[key])}`);
  }
  return parts.join('&');
}

/** Reads a hash, with or without its #. What is wrong is named entry by entry in `bad`, and left out of the setup. */
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

/** Decimal numbers only: `Number` would also take '', '0x10' and ' 1 '. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The shortest text that reads back as the same double. */
const number = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id);

/** Splits at the first '='; percent signs that stand for nothing make the value null. */
function halves(entry: string): [key: string, text: string | null] {
  const at = entry.indexOf('=');
  if (at < 0) return [entry, null];
  try {
    return [decodeURIComponent(entry.slice(0, at)), decodeURIComponent(entry.slice(at + 1))];
  } catch {
    return [entry, null];
  }
}

/** Indices, ascending and each once; whether there are so many particles is for the scene to say. */
function particles(text: string, bad: string[]): number[] {
  const found = new Set<number>();
  for (const item of text === '' ? [] : text.split(',')) {
    if (/^\d{1,9}$/.test(item)) found.add(Number(item));
    else bad.push(`pins must be numbers of particles, got ${show(item)}`);
  }
  return [...found].sort((a, b) => a - b);
}
