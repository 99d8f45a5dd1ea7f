import type { Lab } from '../lab/lab';
import type { Message } from '../lab/message-list';
import { encode } from './permalink';

/** How long the page says that the link is copied, ms. */
const NOTICE = 4000;
const LEFT_OUT =
  'It leaves out what was changed of obstacles, added forces and moving pins: they are in a saved scene file.';

/** Puts the link to the present setup on the clipboard; where that is not allowed, the page shows it. */
export async function copyLink(lab: Lab): Promise<void> {
  const hash = encode(lab.frame.status, lab.catalog);
  if (hash === '') {
    lab.messages.show({ kind: 'notice', text: 'A link can hold no loaded file: save the scene and send the file.' });
    return;
  }
  const link = `${location.href.split('#')[0]}#${hash}`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    lab.messages.show({
      kind: 'notice',
      text: `The browser keeps its clipboard to itself; this is the link: ${link}`,
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
  }, NOTICE);
}
