import { createView } from './render/create-view';
import { firstFrame } from './runtime/frame/first-frame';
import { watchFreeArea } from './ui/controls/free-area';
import { watchTheme } from './ui/controls/media';
import { createLab, type LabInternals } from './ui/lab/create-lab';
import { type OpenHost, openHost } from './ui/lab/open-host';
import { openView, watchFailures } from './ui/page/failures';
import { startFrameLoop } from './ui/page/frame-loop';
import { createPageControls } from './ui/page/page-controls';
import { listenToKeys } from './ui/pointer/keyboard';
import { createPointer, NO_HAND } from './ui/pointer/pointer';
import { createAddress } from './ui/sharing/address';
import { listenToDrops } from './ui/sharing/pick-files';

/** The picture comes first, then it moves, and then comes what stands around it. A link is followed ahead of all that. */
export async function setUpPage(opening: Promise<OpenHost>): Promise<LabInternals> {
  const { view, blind } = await openView(document.getElementById('view') as HTMLCanvasElement, createView);
  watchTheme((theme) => view.setTheme(theme));
  watchFreeArea((inset) => view.resize(inset));
  const linked = location.hash.length > 1;
  if (!linked) view.draw(firstFrame(), NO_HAND);
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
  // Building the panel keeps this thread busy: three frames from now the cloth moves.
  for (let i = 0; i < 3 && !lab.paused; i++) await lab.engine.drawn();
  const address = createAddress(lab);
  if (linked) {
    const followed = address.follow();
    // What it leads to is the first picture.
    await lab.settled();
    start();
    await followed;
    watchMotion(lab);
  }
  const chrome = createPageControls(lab);
  listenToKeys(lab, pointer);
  listenToDrops(lab);
  around = (now) => {
    address.update(now);
    chrome.update(lab.frame);
  };
  // The bar takes its height from the first numbers, and the picture its place above the bar with the second frame.
  await lab.engine.drawn();
  await lab.engine.drawn();
  return lab;
}

/** Plays from the start, unless the system asks for reduced motion: then everything rests until the user starts it. */
function watchMotion(lab: LabInternals): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  lab.engine.playBlowUps(!reduced.matches);
  reduced.addEventListener('change', () => lab.engine.playBlowUps(!reduced.matches));
  if (!reduced.matches) lab.play();
}
