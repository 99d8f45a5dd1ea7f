import { createView } from './render/view';
import { createAddress } from './ui/address';
import { createChrome } from './ui/chrome';
import { createLab, type Workbench } from './ui/create-lab';
import { listenToDrops } from './ui/drop-target';
import { openView, watchFailures } from './ui/failures';
import { startFrameLoop } from './ui/frame-loop';
import { listenToKeys } from './ui/keyboard';
import { openHost } from './ui/open-host';
import { createPointer } from './ui/pointer';
import { watchMotion } from './ui/reduced-motion';
import { scripting } from './ui/scripting';
import { watchTheme } from './ui/theme';

async function start(): Promise<Workbench> {
  // The engine starts in its thread while this one compiles shaders.
  const opening = openHost();
  const { view, blind } = await openView(document.getElementById('view') as HTMLCanvasElement, createView);
  const engine = await opening;
  const lab = createLab(engine.host, view);
  const pointer = createPointer(lab);
  const address = createAddress(lab);
  lab.pause();
  const chrome = createChrome(lab, (inset) => view.resize(inset));
  watchTheme((theme) => view.setTheme(theme));
  watchFailures(lab, engine, blind, openHost);
  listenToKeys(lab, pointer);
  listenToDrops(lab);
  startFrameLoop(lab, pointer, (now) => {
    address.update(now);
    chrome.update(lab.frame);
  });
  if (location.hash.length > 1) await address.follow();
  watchMotion(lab);
  // The bar takes its height from the first numbers, and the picture its place above the bar with the second frame.
  await lab.seen();
  await lab.seen();
  return lab;
}

window.hooke = scripting(start());
