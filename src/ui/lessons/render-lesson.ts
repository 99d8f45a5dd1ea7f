import { element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { equation, withEquations } from './equation';
import type { Lesson, Part } from './lesson';
import { limitInstrument } from './limit-instrument';
import { numberQuiz } from './number-quiz';
import { blanksQuiz, choiceQuiz } from './quizzes';
import { readings } from './readings';
import { springInstrument } from './spring-instrument';
import { guide, tries } from './tries';
import type { Widget } from './widget';

/** A lesson as elements. Texts become text nodes, and equations what KaTeX builds: nothing is parsed as HTML. */
export function renderLesson(lab: Lab, lesson: Lesson): Widget {
  const widgets: Widget[] = [];
  const sections = lesson.sections.map(({ title, parts }) => {
    const made = parts.map((part) => renderPart(lab, part));
    widgets.push(...made);
    return element('section', {}, element('h3', {}, title), ...made.map(({ node }) => node));
  });
  return {
    node: element('div', {}, ...sections),
    update(frame) {
      for (const widget of widgets) widget.update?.(frame);
    },
    follow(frame) {
      for (const widget of widgets) widget.follow?.(frame);
    },
    dispose() {
      for (const widget of widgets) widget.dispose?.();
    },
  };
}

function renderPart(lab: Lab, part: Part): Widget {
  if (typeof part === 'string') return { node: element('p', {}, ...withEquations(part)) };
  if ('equation' in part) return { node: equation(part.equation) };
  if ('code' in part) return { node: element('pre', { tabindex: 0 }, element('code', {}, part.code)) };
  if ('erratum' in part) return { node: element('p', { class: 'erratum' }, ...withEquations(part.erratum)) };
  if ('tries' in part) return tries(lab, part.tries);
  if ('guide' in part) return guide(lab, part.guide);
  if ('live' in part) return readings(part.live);
  if ('number' in part) return numberQuiz(lab, part.number);
  if ('choice' in part) return choiceQuiz(part.choice);
  if ('blanks' in part) return blanksQuiz(part.blanks);
  if ('question' in part) return question(part);
  return part.instrument === 'spring' ? springInstrument(lab) : limitInstrument(lab);
}

function question({ question, answer }: Extract<Part, { question: string }>): Widget {
  return {
    node: element(
      'details',
      {},
      element('summary', {}, ...withEquations(question)),
      ...answer.map((text) => element('p', {}, ...withEquations(text))),
    ),
  };
}
