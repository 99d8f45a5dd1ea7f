/** Asks before code that a file or a link brings is run. */
import './ask-to-run.css';
import { button, element } from '../controls/element';

/** @param from as in "This link" @returns true if the user agrees */
export function askToRun(sources: readonly string[], from: string): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (runs: boolean) => {
      dialog.close();
      dialog.remove();
      resolve(runs);
    };
    const dialog = element(
      'dialog',
      { id: 'run-definitions', 'aria-label': 'Run code' },
      element('h2', {}, `${from} brings code of its own`),
      element(
        'p',
        {},
        'It defines a method or a force. It runs without access to this page, its storage or the network; it can only compute.',
      ),
      ...sources.map((source) => element('pre', { tabindex: 0 }, source)),
      element(
        'p',
        { class: 'controls' },
        button('Run it', 'Let the code run in the sandbox', () => answer(true)),
        button('Leave it out', 'Do not run the code: what needs it does not open', () => answer(false)),
      ),
    );
    dialog.addEventListener('cancel', () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
