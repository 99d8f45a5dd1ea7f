/** The keys of the focused view: they choose, grab and pull a particle. */
import { messageOf } from '../../runtime/host/message-of';
import type { LabInternals } from '../lab/create-lab';
import type { KeyboardGrab } from './keyboard-grab';

/** Keys of the view that choose, grab and pull a particle. */
const USE = 'Arrow keys choose a particle, Enter grabs it, arrow keys pull it, Escape releases it.';
const GRAB_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', 'Escape'];

/**
 * Passes the keys of the focused view on; the code that acts on them is loaded with the focus.
 * @param onUse called when keys take over from the pointer
 */
export function createKeyboardInput(lab: LabInternals, onUse: () => void): Pick<KeyboardGrab, 'particle' | 'holds'> {
  const { canvas } = lab.view;
  let loading: Promise<KeyboardGrab> | null = null;
  let loaded: KeyboardGrab | null = null;

  async function load(): Promise<KeyboardGrab> {
    loading ??= import('./keyboard-grab').then((code) => code.createKeyboardGrab(lab));
    loaded = await loading;
    return loaded;
  }
  /** Offline, the next key tries again. */
  function use(act: (keys: KeyboardGrab) => void): void {
    onUse();
    load().then(act, (error) => {
      loading = null;
      lab.messages.show({ kind: 'error', text: messageOf(error) });
    });
  }

  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', `${canvas.getAttribute('aria-label')} ${USE}`);
  canvas.addEventListener('focus', () => {
    if (canvas.matches(':focus-visible')) use((keys) => keys.begin());
  });
  canvas.addEventListener('keydown', (event) => {
    if (!GRAB_KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    // Without a grab it has its other meanings.
    if (event.key === 'Escape' && !loaded?.holds) return;
    event.preventDefault();
    use((keys) => keys.press(event.key, event.shiftKey));
  });
  // As for the pointer: what another window does must not keep a particle held.
  window.addEventListener('blur', () => {
    if (loaded?.holds) loaded.press('Escape', false);
  });
  return {
    get particle() {
      return loaded && document.activeElement === canvas ? loaded.particle : -1;
    },
    get holds() {
      return loaded?.holds ?? false;
    },
  };
}
