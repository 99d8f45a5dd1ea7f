import { t } from '../../language/translate';
import { button, controlRow, element, setText } from '../controls/element';
import { LEGEND, stepCode } from './step-code';

/** The code of one step of a method: equations and TypeScript, and a button that copies it. */
export function createStepCode(): { node: HTMLElement; show(method: string | null, label: string): void } {
  const title = element('summary', { title: 'The method as a program of at most ten lines' });
  const pseudo = element('pre', { class: 'step-code', tabindex: 0, 'aria-label': 'Equations of the step' });
  const code = element('pre', { class: 'step-code', tabindex: 0, 'aria-label': 'TypeScript of the step' });
  const note = element('p', { class: 'now', role: 'status' });
  const copy = button('Copy the code', 'Copy the TypeScript with its legend', async () => {
    const text = `/*\n${LEGEND}\n*/\n${code.textContent}\n`;
    try {
      await navigator.clipboard.writeText(text);
      setText(note, 'The code is copied.');
    } catch {
      getSelection()?.selectAllChildren(code);
      setText(note, 'The code is selected, but not copied.');
    }
  });
  const legend = element('pre', { class: 'step-code legend', tabindex: 0, 'aria-label': 'What the code uses' }, LEGEND);
  const node = element('details', { hidden: true }, title, pseudo, code, legend, controlRow(copy), note);
  return {
    node,
    show(method, label) {
      const found = method === null ? null : stepCode(method);
      node.hidden = found === null;
      if (!found || code.textContent === found.typescript) return;
      setText(title, t`Code of a step: ${label}`);
      setText(pseudo, found.pseudo);
      setText(code, found.typescript);
      setText(note, '');
    },
  };
}
