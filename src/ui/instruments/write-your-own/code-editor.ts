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
  const node = element('div', { class: 'code' });
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
    create: () => ({ dom: element('div', { class: 'cm-reference' }, `${name}${unit && ` (${unit})`}: ${t(help)}`) }),
  };
}

/** What a definition has in reach: names, units and meaning, for hover, completion and the list beside the editor. */

interface Entry {
  /** As it is written. */
  name: string;
  /** '' for what has none. */
  unit: string;
  help: string;
}

const entry = (name: string, unit: string, help: string): Entry => ({ name, unit, help });

export const REFERENCE: readonly Entry[] = [
  entry('state.positions', 'm', 'x, y, z, 0 for each particle: 4n numbers; y points upwards'),
  entry('state.velocities', 'm/s', 'x, y, z, 0 for each particle: 4n numbers'),
  entry('state.time', 's', 'time of the state; the engine advances it after a step'),
  entry('h', 's', 'the step dt'),
  entry('world.computeForces', 'N', '(state, f): f becomes the sum of all forces'),
  entry('world.computeAccelerations', 'm/s²', '(state, a): a becomes M⁻¹ f; 0 for pinned particles'),
  entry('world.prescribe', '', '(state): moves driven pins to their place at the time of the state'),
  entry(
    'world.linearize',
    '',
    '(state, clamp): sets the state of the derivatives; clamp drops what can make them indefinite',
  ),
  entry('world.addDerivatives', '', '(y, p, a, b): y += (a ∂f/∂x + b ∂f/∂v) p'),
  entry('world.addDiagonals', '', '(blocks, a, b): adds the 3×3 blocks of a ∂f/∂x + b ∂f/∂v, 9n numbers'),
  entry('world.energy', 'J', '(state): { kinetic, elastic, gravity, total }'),
  entry(
    'world.filter',
    '',
    '(y): clears what cannot change in the step: pins, and components into a contact; 64-bit arrays',
  ),
  entry('world.params', '', 'values of the panel by key, in SI units: params.gravity, params.stiffness, and your own'),
  entry('model.particleCount', '', 'number n of particles'),
  entry('model.masses', 'kg', 'mass of each particle'),
  entry('model.inverseMasses', '1/kg', '1/m of each particle, and 0 for a pinned one'),
  entry('model.pinned', '', '1 for a pinned particle, else 0'),
  entry('model.springs', '', 'the two ends of each spring: particles 2j and 2j + 1'),
  entry('model.springCount', '', 'number of springs'),
  entry('model.restLengths', 'm', 'rest length of each spring'),
  entry('model.stiffness', 'N/m', 'stiffness of each spring'),
  entry('model.damping', 'N·s/m', 'damping of each spring'),
  entry('arena.floats', '', '(count): an array in the precision of the run; call it in create'),
  entry('arena.doubles', '', '(count): a 64-bit array; call it in create'),
  entry('kernel.combineOne', '', '(out, y, w, k): out = y + w k'),
  entry('kernel.combineTwo', '', '(out, y, w0, k0, w1, k1): out = y + w0 k0 + w1 k1'),
  entry('kernel.kickAndDrift', '', '(x, v, h, w, f): v += h w f for each particle, then x += h v'),
  entry('kernel.scaleRows', '', '(y, w): the numbers of each particle times its weight'),
  entry('id', '', 'small letters, digits and hyphens; a definition with the same id is replaced'),
  entry('order', '', 'order of the method: the error goes with h to this power; a force has none'),
  entry('create', '', '(world): called once for each scene; allocate here'),
  entry('step', '', '(state, h): advances positions and velocities by h'),
  entry('addForce', 'N', '(f, state): adds the force to f, 4n numbers'),
  entry('energy', 'J', '(state): potential energy; the force must be its negative gradient'),
  entry('heat', 'W', '(state): the power that becomes heat'),
  entry(
    'addDerivative',
    '',
    '(y, p, a, b): y += (a ∂f/∂x + b ∂f/∂v) p about the state of linearize; absent: differenced',
  ),
  entry('memory', '', 'a Float64Array of what a method remembers from step to step'),
  entry('account', '', 'where the energy of a force goes: elastic, gravity or heat'),
];

/** The entry of a word in the text, by its last part. */
function entryOf(word: string): Entry | undefined {
  return REFERENCE.find(({ name }) => name === word) ?? REFERENCE.find(({ name }) => name.endsWith(`.${word}`));
}
