import { trustedScript } from '../runtime/remote/start-worker';

/** Time after the page is complete before anything is fetched for later visits, ms. */
const LATE = 3000;

/**
 * Installs the service worker, so that the site opens without a network from the next visit on. A page in a frame does not: the page
 * around it may hold many.
 */
export function installLater(): void {
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
