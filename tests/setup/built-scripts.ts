import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import { gzipSync } from 'node:zlib';

/** Names relative to the folder of the site. */
export interface FirstLoad {
  /** Scripts that the page's thread loads before it shows anything. */
  page: string[];
  /** Scripts that the engine's worker loads, whichever of those starts it, at once or later. */
  worker: string[];
}

/** Follows the built page from its HTML through static imports; what is imported dynamically is loaded when asked for. */
export function firstLoad(folder: string): FirstLoad {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const tags = html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)=["']([^"']+\.m?js)["'][^>]*>/g);
  const page = closure(
    folder,
    Array.from(tags, ([, name]) => normalize(name)),
  );
  const everything = closure(folder, page, true);
  const worker = closure(
    folder,
    everything.flatMap((name) => workersOf(folder, name)),
  );
  return { page, worker };
}

/** Bytes of all of them, each compressed by itself, as a server would. */
export function gzipSize(folder: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
}

function closure(folder: string, entries: readonly string[], dynamic = false): string[] {
  const found = new Set<string>();
  const queue = [...entries];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...importsOf(folder, name, dynamic));
  }
  return [...found];
}

function importsOf(folder: string, name: string, dynamic: boolean): string[] {
  const code = readFileSync(join(folder, name), 'utf8');
  const still = /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.m?js)["']/g;
  const later = /\bimport\s*\(\s*["'`](\.[^"'`]+\.m?js)["'`]\s*\)/g;
  return [still, ...(dynamic ? [later] : [])].flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ([, specifier]) => normalize(join(dirname(name), specifier))),
  );
}

/** A worker of its own computes what takes seconds, for who has asked for it: no part of a first load. */
const IN_BACKGROUND = /\bjob-worker\b/;

function workersOf(folder: string, name: string): string[] {
  const code = readFileSync(join(folder, name), 'utf8');
  const starts = code.matchAll(/\bnew\s+Worker\s*\(.{0,40}?new\s+URL\s*\(\s*["'`]([^"'`]+\.m?js)["'`]/gs);
  const found = Array.from(starts, ([, path]) => {
    const beside = normalize(join(dirname(name), path));
    return existsSync(join(folder, beside)) ? beside : normalize(path);
  });
  return found.filter((path) => !IN_BACKGROUND.test(path));
}
