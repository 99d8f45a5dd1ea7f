import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import { gzipSync } from 'node:zlib';

/** Paths relative to the folder of the site. */
export interface FirstLoad {
  /** Scripts that the page's thread loads before it shows anything. */
  page: string[];
  /** Scripts that the engine's worker loads before its first frame. */
  worker: string[];
}

/** Follows static imports from the built HTML, and from the worker whose address one of these scripts has. */
export function firstLoad(folder: string): FirstLoad {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const tags = html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)=["']([^"']+\.m?js)["'][^>]*>/g);
  const page = withImports(
    folder,
    Array.from(tags, ([, name]) => normalize(name)),
  );
  const everything = withImports(folder, page, true);
  const worker = withImports(
    folder,
    everything.flatMap((name) => workersOf(folder, name)),
  );
  return { page, worker };
}

/** Sum of the compressed sizes, bytes; each file separately, as on a server. */
export function gzipSize(folder: string, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
}

function withImports(folder: string, entries: readonly string[], dynamic = false): string[] {
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
  const fixed = /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.m?js)["']/g;
  const late = /\bimport\s*\(\s*["'`](\.[^"'`]+\.m?js)["'`]\s*\)/g;
  return [fixed, ...(dynamic ? [late] : [])].flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ([, specifier]) => normalize(join(dirname(name), specifier))),
  );
}

/**
 * Not in the first load: a job's worker starts at the user's request, the program of the sandbox with the first definition, and the
 * service worker is installed some seconds later.
 */
const LATE_WORKER = /\b(job-worker|sandbox-program|service-worker)\b/;

function workersOf(folder: string, name: string): string[] {
  const code = readFileSync(join(folder, name), 'utf8');
  const starts = code.matchAll(/\bnew\s+URL\s*\(\s*["'`]([^"'`]+\.m?js)["'`]/g);
  const found = Array.from(starts, ([, path]) => {
    const beside = normalize(join(dirname(name), path));
    return existsSync(join(folder, beside)) ? beside : normalize(path);
  });
  return found.filter((path) => !LATE_WORKER.test(path));
}
