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
  const parts = text.split('$');
  return parts.map((part, i) => {
    if (i % 2 === 0) return i > 0 ? part.slice(endOf(part).length) : part;
    const span = document.createElement('span');
    katex.render(part, span, OPTIONS);
    const end = endOf(parts[i + 1] ?? '');
    if (end === '') return span;
    // A line must not break between an equation and the full stop after it. In a longer one it may break elsewhere.
    const whole = document.createElement('span');
    if (span.querySelectorAll('.base').length === 1) whole.className = 'unbroken';
    whole.append(span, end);
    return whole;
  });
}

/** The punctuation that a text after an equation begins with. */
function endOf(text: string): string {
  return /^[,.;:!?)]*/.exec(text)?.[0] ?? '';
}
