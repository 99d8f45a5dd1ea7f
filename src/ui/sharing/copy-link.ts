import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { encode } from './permalink';

/** Time for which the notice stays, ms. */
const NOTICE_TIME = 4000;
const LEFT_OUT = 'The link leaves out changes to obstacles, added forces and moving pins. A saved scene file has them.';

/** Copies a link to the present setup to the clipboard. If the browser forbids that, the page shows the link. */
export async function copyLink(lab: Lab): Promise<void> {
  const hash = encode(lab.frame.status, lab.catalog);
  if (hash === '') {
    lab.messages.show({ kind: 'notice', text: 'A link cannot hold a loaded file. Save the scene and send the file.' });
    return;
  }
  const link = `${location.href.split('#')[0]}#${hash}`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    lab.messages.show({
      kind: 'notice',
      text: `The browser does not allow access to the clipboard. The link is: ${link}`,
      ...(lab.environmentChanged && { reason: LEFT_OUT }),
    });
    return;
  }
  const copied: Message = {
    kind: 'notice',
    text: 'The link to this setup is copied.',
    ...(lab.environmentChanged && { reason: LEFT_OUT }),
  };
  lab.messages.show(copied);
  if (lab.environmentChanged) return;
  setTimeout(() => {
    if (lab.messages.list.includes(copied)) lab.messages.hide('notice');
  }, NOTICE_TIME);
}
