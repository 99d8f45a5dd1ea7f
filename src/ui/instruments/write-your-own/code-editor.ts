/** The editor of a definition: CodeMirror in a shadow root, where it brings its styles without a style element. */

import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, hoverTooltip, type KeyBinding, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '../../../language/translate';
import { element } from '../../controls/element';
import { entryOf, REFERENCE } from './exercise';

/** Time without a key after which the text is checked, ms. */
const CHECK_DELAY = 300;

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--field)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'transparent', border: '0' },
  '.cm-content': { caretColor: 'var(--ink)' },
  // Within the frame, which cuts off what is outside.
  '&:focus-within, &.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--solid)',
    border: '1px solid var(--line)',
    maxWidth: '40em',
  },
  '.cm-reference': { padding: '4px 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
});

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'light-dark(#7a0087, #e0a6f5)' },
  { tag: [tags.string, tags.regexp], color: 'light-dark(#8f1414, #f2a99b)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#0f5c2e, #8fd6a8)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);

/** Ctrl Enter, or ⌘ Enter. */
function runKey(run: () => void): KeyBinding {
  return {
    key: 'Mod-Enter',
    run() {
      run();
      return true;
    },
  };
}

/**
 * Text in place of a selection goes into the document directly: the browser would copy the colors of the selection into a style
 * attribute, which the page's policy forbids.
 */
const replacesSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || event.isComposing || !event.data || state.selection.main.empty)
      return false;
    view.dispatch(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/**
 * Keys of the page do not act while the editor has the focus. Esc closes the instrument if it has closed nothing here; Tab leaves.
 * The function is not made for each editor: it would keep what surrounds the last one.
 */
function keepKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) event.stopPropagation();
}

/** @param run called by Ctrl Enter @param onChange called with each change of the text */
export function createCodeEditor(text: string, run: () => void, onChange: (text: string) => void) {
  const node = element('div.code');
  node.addEventListener('keydown', keepKey);
  const root = node.attachShadow({ mode: 'open' });
  const parent = element('div', { style: 'height: 100%' });
  root.append(parent);
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([runKey(run), ...defaultKeymap, ...historyKeymap]),
        history(),
        lineNumbers(),
        javascript(),
        syntaxHighlighting(COLORS),
        lintGutter(),
        linter((editor) => syntaxErrors(editor), { delay: CHECK_DELAY }),
        autocompletion({ override: [complete] }),
        hoverTooltip(explain),
        replacesSelection,
        EditorView.contentAttributes.of({ 'aria-label': 'Source of the definition', tabindex: '0' }),
        EditorView.updateListener.of((update) => update.docChanged && onChange(view.state.doc.toString())),
        THEME,
      ],
    }),
  });
  return {
    node,
    get text() {
      return view.state.doc.toString();
    },
    set text(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    /** Marks a line, from 1, until the text changes. */
    mark(line: number, message: string) {
      view.dispatch(setDiagnostics(view.state, [diagnosticAt(view, line, message)]));
    },
    dispose() {
      view.destroy();
      // The editor’s code keeps a place in the last one that it measured, and with it this node and what refers to it.
      node.remove();
    },
  };
}

function syntaxErrors(view: EditorView): Diagnostic[] {
  let at = Number.POSITIVE_INFINITY;
  syntaxTree(view.state).iterate({
    enter({ type, from }) {
      if (type.isError) at = Math.min(at, from);
    },
  });
  return at <= view.state.doc.length
    ? [diagnosticAt(view, view.state.doc.lineAt(at).number, 'Error in the syntax: Run says which')]
    : [];
}

function diagnosticAt({ state }: EditorView, line: number, message: string): Diagnostic {
  const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  return { from, to, severity: 'error', message };
}

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w.]+/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const after = word.text.lastIndexOf('.') + 1;
  const options = REFERENCE.map(({ name, unit, help }) => ({
    label: after > 0 ? (name.split('.').at(-1) as string) : name,
    detail: unit,
    info: t(help),
  }));
  return { from: word.from + after, options, validFor: /^\w*$/ };
}

/** A tooltip with the unit and meaning of the name under the pointer. */
function explain(view: EditorView, at: number) {
  const word = view.state.wordAt(at);
  const entry = word && entryOf(view.state.sliceDoc(word.from, word.to));
  if (!word || !entry) return null;
  const { name, unit, help } = entry;
  return {
    pos: word.from,
    end: word.to,
    create: () => ({ dom: element('div.cm-reference', `${name}${unit && ` (${unit})`}: ${t(help)}`) }),
  };
}
