import { createView } from './render/create-view';
import { VIEW_OPTIONS, type ViewOption } from './render/view';
import { trustedScript } from './runtime/connect';
import { firstFrame } from './runtime/frame/first-frame';
import { watchFreeArea } from './ui/controls/free-area';
import { watchTheme } from './ui/controls/media';
import { createLab, type LabInternals } from './ui/lab/create-lab';
import { isChapter } from './ui/lab/page-state';
import { type OpenHost, openView, watchFailures } from './ui/page/failures';
import { startFrameLoop } from './ui/page/frame-loop';
import { createPointer, NO_GRAB } from './ui/pointer/pointer';

/** Time after the page is complete before anything is fetched for later visits, ms. */
const LATE = 3000;

/**
 * Sets up the page: first the view, then motion, then the controls. A link in the address is loaded before the first frame.
 * @param openHost starts another engine after a crash
 */
export async function setUpPage(opening: Promise<OpenHost>, openHost: () => Promise<OpenHost>): Promise<LabInternals> {
  const { view, blind } = openView(document.getElementById('view') as HTMLCanvasElement, createView);
  watchTheme((theme) => view.setTheme(theme));
  watchFreeArea((inset, eased) => view.resize(inset, eased));
  const linked = location.hash.length > 1;
  if (linked) void loadControls().catch(() => {});
  else view.draw(firstFrame(), NO_GRAB);
  const engine = await opening;
  const lab = createLab(engine.host, view, window, async (one) =>
    (await import('./ui/sharing/own-definitions')).createOwnDefinitions(one),
  );
  const pointer = createPointer(lab);
  let updateControls: ((now: number) => void) | null = null;
  const start = () => startFrameLoop(lab, pointer, (now) => updateControls?.(now));
  for (const [key, value] of new URLSearchParams(location.search)) {
    if (value === '0' && key in VIEW_OPTIONS) lab.show(key as ViewOption, false);
    if (key === 'course') openChapter(lab, Number(value));
    if (key === 'lesson') Object.assign(lab.page, { lesson: true, lessonFile: value });
  }
  lab.pause();
  const keepSlits = watchFailures(lab, engine, blind, openHost);
  if (!linked) {
    start();
    watchMotion(lab);
  }
  // Building the panel keeps this thread busy: three frames from now the cloth moves.
  const loading = loadControls();
  for (let i = 0; i < 3 && !lab.paused; i++) await lab.engine.drawn();
  const { createPageControls, openAddress } = await loading;
  const address = openAddress(lab);
  if (linked) {
    let loaded = Promise.resolve();
    await new Promise<void>((resolve) => {
      loaded = address.load(resolve);
      loaded.then(resolve, resolve);
    });
    // The first frame already shows the linked scene.
    await lab.settled();
    start();
    await loaded;
    watchMotion(lab);
  }
  const update = createPageControls(lab, pointer);
  updateControls = (now) => {
    address.update(now);
    keepSlits(now);
    update(lab.frame);
  };
  // The first numbers set the height of the bar; the second frame fits the view above it.
  await lab.engine.drawn();
  await lab.engine.drawn();
  installLater();
  return lab;
}

/** Opens the chapter in the address `?course=3`. From then on the hash holds it. */
function openChapter({ page }: LabInternals, chapter: number): void {
  if (isChapter(chapter)) page.course.chapter = chapter;
  const url = new URL(location.href);
  url.searchParams.delete('course');
  history.replaceState(history.state, '', url);
}

/** All around the view. The cloth moves before it is there. */
const loadControls = () => import('./ui/page/page-controls');

/** Plays from the start, unless the system requests reduced motion: then nothing moves until the user starts it. */
function watchMotion(lab: LabInternals): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  const playBlowUps = () => void lab.host.session.playBlowUps(!reduced.matches).catch(() => {});
  playBlowUps();
  reduced.addEventListener('change', playBlowUps);
  if (!reduced.matches) lab.play();
}

/**
 * Installs the service worker, so that the site opens without a network from the next visit on. A page in a frame does not: the page
 * around it may hold many.
 */
function installLater(): void {
  if (!import.meta.env.PROD || window !== top || !navigator.serviceWorker) return;
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  // The single file has none, and nothing to fetch.
  if (!script) return;
  // Held as long as the page is open: the files of its version stay.
  navigator.locks.request(script.src, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(install) : install()), LATE);
}

/** Where it fails, the page needs the network as before. */
function install(): void {
  navigator.serviceWorker.register(trustedScript(new URL('service-worker.js', document.baseURI).href)).catch(() => {});
}
