/** Parses the text of a link. */
import type { Precision } from '../../physics';
import { pathOf, show, validationError } from '../../physics/model/validate';
import type { Catalog } from '../../runtime/host/catalog-types';

/** The setup that a link holds. */
export interface Setup {
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
    bad.push(`${key} must be one of ${ids.join(', ')}, got ${show(text)}`);
    return undefined;
  };

  for (const entry of hash.replace(/^#/, '').split('&')) {
    if (entry === '') continue;
    const [key, text] = halves(entry);
    if (text === null) bad.push(`${show(key)} is not of the form key=value`);
    else if (seen.has(key)) bad.push(`${pathOf([key])} is given twice, the second time as ${show(text)}`);
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
const EXTRAS = /^(file|forces|motion|camera|instruments|exercise|color|look|show)$/;

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
    else bad.push(`pins must be particle indices, got ${show(item)}`);
  }
  return [...found].sort((a, b) => a - b);
}
