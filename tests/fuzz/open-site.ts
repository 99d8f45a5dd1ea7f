/** What attacks in a browser share. */
import { type ServedSite, serveSite } from '../setup/serve-site';
import { serveStatic } from '../setup/static-server';

/** @param folder of a built site; absent: it is built anew */
export async function openSite(folder?: string): Promise<Pick<ServedSite, 'url' | 'close'>> {
  return folder === undefined ? serveSite() : serveStatic(folder, '/lab/hooke/');
}

/** ms; for one case. */
const PATIENCE = 90_000;

/** Rejects if the work takes too long: a call in the page waits for ever. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing happens for ${PATIENCE / 1000} s`)), PATIENCE);
    work.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  });
  return Promise.race([work, late]);
}
