/** Sets equations by KaTeX. */
import { hasDecimalComma, t } from '../../language/translate';
import 'katex/dist/katex.min.css';
import katex from 'katex';
import { element, setText } from '../controls/element';
import type { LiveValue, Widget } from './lesson';

/** Letters of other languages, in words, are no error. */
const strict = (code: string) => (/^(unknownSymbol|symbolNotInFont)$/.test(code) ? 'ignore' : 'error');

/** MathML is for screen readers. The TeX is the lessons' own, and must not contain links or other active content. */
const OPTIONS = { output: 'htmlAndMathml', trust: false, strict, throwOnError: true } as const;

/** The words in a formula, `\\text{rows}`, in the page's language, and its numbers as the language writes them. */
const localized = (tex: string) =>
  (hasDecimalComma() ? tex.replace(/(\d)\.(?=\d)/g, '$1{,}') : tex).replace(
    /\\text\{( ?)([^{}]*?)( ?)\}/g,
    (_, before, words, after) => `\\text{${before}${t(words)}${after}}`,
  );

/** An equation on a line of its own; a line wider than the lesson can be scrolled, with keys too. */
export function equation(tex: string): HTMLElement {
  const line = element('div.equation', { tabindex: 0, role: 'group', 'aria-label': 'Equation' });
  katex.render(localized(tex), line, { ...OPTIONS, displayMode: true });
  return line;
}

/** A text in which the parts between dollar signs become equations. */
export function withEquations(text: string): (Node | string)[] {
  const parts = t(text).split('$');
  return parts.map((part, i) => {
    if (i % 2 === 0) return i > 0 ? part.slice(punctuationOf(part).length) : part;
    const span = element('span');
    katex.render(localized(part), span, OPTIONS);
    const punctuation = punctuationOf(parts[i + 1] ?? '');
    if (punctuation === '') return span;
    // No line break between an equation and the punctuation after it; a long equation may break elsewhere.
    return element(span.querySelectorAll('.base').length === 1 ? 'span.unbroken' : 'span', span, punctuation);
  });
}

/** The punctuation at the beginning of a text. */
function punctuationOf(text: string): string {
  return /^[,.;:!?)]*/.exec(text)?.[0] ?? '';
}

// Tables of labelled values.

/** @returns one empty cell for each label, to be filled in */
export function valueTable(labels: readonly string[]): { node: HTMLElement; cells: HTMLElement[] } {
  const cells = labels.map(() => element('dd'));
  const rows = labels.flatMap((label, i) => [element('dt', ...withEquations(label)), cells[i]]);
  return { node: element('dl.values', ...rows), cells };
}

/** A table that reads its values from a frame. */
export function liveTable(values: readonly LiveValue[]): Widget {
  const { node, cells } = valueTable(values.map(({ label }) => label));
  return {
    node,
    update(frame) {
      for (const [i, { value }] of values.entries()) setText(cells[i], value(frame));
    },
  };
}
