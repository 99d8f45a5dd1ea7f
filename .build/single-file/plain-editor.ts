/** The editor of the single file: a text field. CodeMirror alone has 158 kB, compressed. */
import './plain-editor.css';
import { element } from '../../src/ui/controls/element';
import type { CodeEditor } from '../../src/ui/instruments/write-your-own/code-editor';

const NOTE = 'This file has a plain text field here: the editor with colors and completion would make it too large.';

/** As `createCodeEditor` of the site. */
export function createCodeEditor(text: string, run: () => void, onChange: (text: string) => void): CodeEditor {
  const field = element('textarea', { 'aria-label': 'Source of the definition', spellcheck: 'false', wrap: 'off' });
  field.value = text;
  field.addEventListener('input', () => onChange(field.value));
  // Keys of the page do not act while it has the focus. Esc closes the instrument.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') event.stopPropagation();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
  });
  return {
    node: element('div', { class: 'plain-editor' }, field, element('p', {}, NOTE)),
    get text() {
      return field.value;
    },
    set text(next) {
      field.value = next;
      onChange(next);
    },
    // The message stands above the field.
    mark(line) {
      const lines = field.value.split('\n');
      const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      field.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
    },
    dispose() {},
  };
}
