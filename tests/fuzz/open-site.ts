/** The built site that an attack in a browser opens. */
import { type ServedSite, serveSite } from '../setup/serve-site';
import { serveStatic } from '../setup/static-server';

/** @param folder of a built site; absent: it is built anew */
export async function openSite(folder?: string): Promise<Pick<ServedSite, 'url' | 'close'>> {
  return folder === undefined ? serveSite() : serveStatic(folder, '/lab/hooke/');
}
