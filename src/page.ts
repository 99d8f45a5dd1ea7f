import { createView } from './render/view';
import { firstPicture } from './runtime/first-picture';
import { createAddress } from './ui/address';
import { createChrome } from './ui/chrome';
import { createLab, type Workbench } from './ui/create-lab';
import { listenToDrops } from './ui/drop-target';
import { openView, watchFailures } from './ui/failures';
import { startFrameLoop } from './ui/frame-loop';
import { watchFreeArea } from './ui/free-area';
import { listenToKeys } from './ui/keyboard';
import { type OpenHost, openHost } from './ui/open-host';
import { createPointer, NO_HAND } from './ui/pointer';
import { watchMotion } from './ui/reduced-motion';
import { watchTheme } from './ui/theme';

/** The picture comes first, then it moves, and then comes what stands around it. A link is followed ahead of all that. */
export async function setUpPage(opening: Promise<OpenHost>): Promise<Workbench> {
  const { view, blind } = await openView(document.getElementById('view') as HTMLCanvasElement, createView);
  watchTheme((theme) => view.setTheme(theme));
  watchFreeArea((inset) => view.resize(inset));
  const linked = location.hash.length > 1;
  if (!linked) view.draw(firstPicture(), NO_HAND);
  const engine = await opening;
  const lab = createLab(engine.host, view);
  const pointer = createPointer(lab);
  let around: ((now: number) => void) | null = null;
  const start = () => startFrameLoop(lab, pointer, (now) => around?.(now));
  lab.pause();
  watchFailures(lab, engine, blind, openHost);
  if (!linked) {
    start();
    watchMotion(lab);
  }
  await engine.host.complete;
  const address = createAddress(lab);
  if (linked) {
    const followed = address.follow();
    // What it leads to is the first picture.
    await lab.settled();
    start();
    await followed;
    watchMotion(lab);
  }
  const chrome = createChrome(lab);
  listenToKeys(lab, pointer);
  listenToDrops(lab);
  around = (now) => {
    address.update(now);
    chrome.update(lab.frame);
  };
  // The bar takes its height from the first numbers, and the picture its place above the bar with the second frame.
  await lab.seen();
  await lab.seen();
  return lab;
}
