/** Builds the elements of a lesson. */
import { element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { equation, withEquations } from './equation';
import { experimentList, guidedRun } from './experiments';
import type { Lesson, Part, Widget } from './lesson';
import { limitInstrument } from './limit-instrument';
import { blanksQuiz, choiceQuiz, numberQuiz } from './quizzes';
import { springInstrument } from './spring-instrument';
import { liveTable } from './value-table';

/** Texts become text nodes, and KaTeX builds the equations: nothing is parsed as HTML. */
export function renderLesson(lab: Lab, lesson: Lesson): Widget {
  const widgets: Widget[] = [];
  const sections = lesson.sections.map(({ title, parts }) => {
    const rendered = parts.map((part) => renderPart(lab, part));
    widgets.push(...rendered);
    return element('section', {}, element('h3', {}, title), ...rendered.map(({ node }) => node));
  });
  return {
    node: element('div', {}, ...sections),
    update(frame) {
      for (const widget of widgets) widget.update?.(frame);
    },
    updateEachFrame(frame) {
      for (const widget of widgets) widget.updateEachFrame?.(frame);
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
  if ('experiments' in part) return experimentList(lab, part.experiments);
  if ('guidedRun' in part) return guidedRun(lab, part.guidedRun);
  if ('live' in part) return liveTable(part.live);
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
