import type { Lab, Message } from '../lab/lab';
import { encode } from './permalink';

/** How long the page says that the link is copied, ms. */
const NOTICE = 4000;
const LEFT_OUT =
  'It leaves out what was changed of obstacles, added forces and moving pins: they are in a saved scene file.';

/** Puts the link to the present setup on the clipboard; where that is not allowed, the page shows it. */
export async function copyLink(lab: Lab): Promise<void> {
  const hash = encode(lab.frame.status, lab.catalog);
  if (hash === '') {
    lab.say({ kind: 'notice', text: 'A link can hold no loaded file: save the scene and send the file.' });
    return;
  }
  const link = `${location.href.split('#')[0]}#${hash}`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    lab.say({
      kind: 'notice',
      text: `The browser keeps its clipboard to itself; this is the link: ${link}`,
      ...(lab.furnished && { reason: LEFT_OUT }),
    });
    return;
  }
  const copied: Message = {
    kind: 'notice',
    text: 'The link to this setup is copied.',
    ...(lab.furnished && { reason: LEFT_OUT }),
  };
  lab.say(copied);
  if (lab.furnished) return;
  setTimeout(() => {
    if (lab.messages.includes(copied)) lab.unsay('notice');
  }, NOTICE);
}
