/** The text of any setup, in a form that fits into a link. */
import { t } from '../../language/translate';
import type { Lab } from '../lab/lab';
import { action, type Message, showingErrors } from '../lab/message-list';
import { saveScene } from './files';
import { encodeSetup } from './link-extras';
import { compress, encode, MAX_LINK } from './permalink';

export { encodeSetup } from './link-extras';

/** The text for the address: compressed if it is long, and if it is too long, without its long parts. */
export async function shorten(lab: Lab, text: string): Promise<string> {
  const link = await compress(text);
  return link.length <= MAX_LINK ? link : encode(lab.frame.status, lab.catalog);
}

/** The link to the present setup, or why there is none. */
export async function linkOf(lab: Lab): Promise<{ hash: string } | { reason: string }> {
  const parts = encodeSetup(lab);
  if (parts.length === 0) return { reason: 'The loaded file is too large.' };
  const hash = await compress(parts.join('&'));
  if (hash.length <= MAX_LINK) return { hash };
  const [longest] = parts.sort((a, b) => b.length - a.length);
  const [key] = longest.split('=');
  return { reason: t`It would have ${kilobytes(hash)} kB, mostly for its part “${key}”; a link has at most 8 kB.` };
}

const kilobytes = ({ length }: string) => (length / 1024).toFixed(1);

/** Time for which the notice stays, ms. */
const NOTICE_TIME = 4000;
const CUTS = 'The link starts the scene from its beginning, without the cuts. A saved scene file has them.';

/**
 * Copies a link to the present setup to the clipboard. If the browser forbids that, the page shows the link. If it would be too
 * long, the page says why and offers a file instead.
 */
export const copyLink = showingErrors(async (lab: Lab) => {
  const result = await linkOf(lab);
  if ('reason' in result) {
    lab.messages.show({
      kind: 'notice',
      text: 'This setup does not fit into a link. Save the scene and send the file.',
      reason: result.reason,
      actions: [action('Save scene', 'Download the present state as a scene file', () => saveScene(lab))],
    });
    return;
  }
  const link = `${location.href.split('#')[0]}#${result.hash}`;
  const { cut, origins } = lab.frame.structure;
  const isCut = cut.includes(1) || origins.length > 0;
  const reason = isCut ? { reason: CUTS } : {};
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    const text = t`The browser does not allow access to the clipboard. The link is: ${link}`;
    lab.messages.show({ kind: 'notice', text, ...reason });
    return;
  }
  const copied: Message = { kind: 'notice', text: 'The link to this setup is copied.', ...reason };
  lab.messages.show(copied);
  if (isCut) return;
  setTimeout(() => lab.messages.remove(copied), NOTICE_TIME);
});
