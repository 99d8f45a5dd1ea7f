import 'katex/dist/katex.min.css';
import katex from 'katex';

/** KaTeX writes MathML beside what it draws, for screen readers. TeX here is the lessons' own; nothing in it may act. */
const OPTIONS = { output: 'htmlAndMathml', trust: false, strict: 'error', throwOnError: true } as const;

/** An equation on a line of its own; one that is wider than the lesson scrolls, by keys too. */
export function equation(tex: string): HTMLElement {
  const line = document.createElement('div');
  line.className = 'equation';
  line.tabIndex = 0;
  line.setAttribute('role', 'group');
  line.setAttribute('aria-label', 'Equation');
  katex.render(tex, line, { ...OPTIONS, displayMode: true });
  return line;
}

/** A text, with what stands between dollar signs set as equations. */
export function withEquations(text: string): (Node | string)[] {
  return text.split('$').map((part, i) => {
    // A line must not break between an equation and the full stop after it: a word joiner holds them together.
    if (i % 2 === 0) return /^[,.;:!?)]/.test(part) && i > 0 ? `\u2060${part}` : part;
    const span = document.createElement('span');
    katex.render(part, span, OPTIONS);
    return span;
  });
}
