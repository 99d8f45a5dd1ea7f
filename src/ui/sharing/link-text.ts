/** The text of any setup, in a form that fits into a link. */
import type { Lab } from '../lab/lab';
import { compress, LONGEST } from './compressed-link';
import { encodeSetup } from './link-extras';
import { encode } from './permalink';

export { encodeSetup } from './link-extras';

/** The text for the address: compressed if it is long, and if it is too long, without its long parts. */
export async function shorten(lab: Lab, text: string): Promise<string> {
  const link = await compress(text);
  return link.length <= LONGEST ? link : encode(lab.frame.status, lab.catalog);
}

/** The link to the present setup, or why there is none. */
export async function linkOf(lab: Lab): Promise<{ hash: string } | { reason: string }> {
  const parts = encodeSetup(lab);
  if (parts.length === 0) return { reason: 'The loaded file is too large.' };
  const hash = await compress(parts.join('&'));
  if (hash.length <= LONGEST) return { hash };
  const [longest] = parts.sort((a, b) => b.length - a.length);
  const [key] = longest.split('=');
  return { reason: `It would have ${kilobytes(hash)} kB, mostly for its part “${key}”; a link has at most 8 kB.` };
}

const kilobytes = ({ length }: string) => (length / 1024).toFixed(1);
