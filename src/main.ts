import { loadLanguage, t } from './language/translate';
import { inThread, type WorkerPort } from './runtime/connect';
import { connectEngine, type Host, requestedKernel, startEngine } from './runtime/host/host';
import { messageOf } from './runtime/host/message-of';
import { button, element, elementById } from './ui/controls/element';
import { LANGUAGE, recall } from './ui/controls/storage';
import { scripting } from './ui/lab/scripting';
import type { OpenHost } from './ui/page/failures';
import { serveEmbedding, shownControls } from './ui/sharing/embedding';

// The engine starts in a worker while this thread loads the view and the controls.
const opening = openHost();
const ready = loadLanguage(recall(LANGUAGE))
  .then(() => import('./page'))
  .then(({ setUpPage }) => setUpPage(opening, openHost));
ready.catch(showStartupError);
if (shownControls()) ready.then((lab) => serveEmbedding(lab, window.hooke)).catch(() => {});
window.hooke = scripting(ready, async (lab) => (await import('./ui/sharing/export/exporting')).createExporting(lab));

/** Shows that the page could not be set up, before the banner exists. */
function showStartupError(error: unknown): void {
  const reload = button('Reload', 'Load the page again with this setup', () => location.reload());
  elementById('messages').append(
    element(
      'div',
      { class: 'banner failure', role: 'alert' },
      element('p', {}, 'A part of the page could not be loaded.'),
      element('p', { class: 'reason' }, messageOf(error)),
      element('div', { class: 'actions' }, reload),
    ),
  );
}

/**
 * Starts an engine and resolves when its first frame is available. It runs in a worker, or on the main thread if the address has
 * `?host=page` or no worker can be started. `?kernel=js` selects the JavaScript kernel, `?kernel=cpu` the fastest one
 * on the CPU, and `?kernel=gpu` the GPU.
 */
async function openHost(): Promise<OpenHost> {
  let fallbackReason: string | null = null;
  if (new URLSearchParams(location.search).get('host') !== 'page') {
    try {
      return { host: await opened(startEngine()), fallbackReason };
    } catch (error) {
      // In such a frame the page may start no worker.
      const reason =
        origin === 'null' ? 'the page around this frame has to add allow-same-origin to its sandbox' : messageOf(error);
      fallbackReason = t`The engine runs on the page’s main thread because no worker could be started: ${reason}`;
    }
  }
  const { serveEngine } = await import('./runtime/host/serve-engine');
  return { host: await opened(inThread((port) => serveEngine(port, 'page', requestedKernel()))), fallbackReason };
}

async function opened(port: WorkerPort): Promise<Host> {
  const host = connectEngine(port);
  await host.ready;
  // The first picture does not wait for it.
  if (requestedKernel() === 'gpu') host.session.computeOn('gpu').catch(() => {});
  return host;
}
