/** The course on paper: all chapters as one worksheet, with or without the answers. */
import { t } from '../../language/translate';
import { button, element } from '../controls/element';
import type { Lab } from '../lab/lab';
import { COURSE } from './course';
import { type Chapter, linesOf, type NumberQuestion, SYMBOLS } from './course/chapter';
import { equation, withEquations } from './equation';
import { withUnit } from './lesson';

/** Two buttons that print it. */
export function worksheetButtons(lab: Lab): HTMLElement {
  const print = (answers: boolean) => () => {
    printSheet(lab, answers).catch((error: Error) =>
      lab.messages.show({ kind: 'error', text: t`The worksheet could not be made: ${error.message}` }),
    );
  };
  return element(
    'div.row',
    button('Print a worksheet', 'Print all chapters with room for answers', print(false)),
    button('With answers', 'Print all chapters with the answers, for the teacher', print(true)),
  );
}

async function printSheet(lab: Lab, answers: boolean): Promise<void> {
  const sections = await Promise.all(COURSE.map((chapter, i) => chapterSheet(lab, i, chapter, answers)));
  document.getElementById('worksheet')?.remove();
  const sheet = element(
    'div',
    { id: 'worksheet' },
    element('h1', t`Why simulations explode${answers ? ': answers' : ''}`),
    ...(answers ? [] : [element('p.name', 'Name:')]),
    ...sections,
    element('section', element('h2', 'Symbols'), symbolList('symbols')),
  );
  document.body.append(sheet);
  window.addEventListener('afterprint', () => sheet.remove(), { once: true });
  window.print();
}

async function chapterSheet(lab: Lab, i: number, chapter: Chapter, answers: boolean): Promise<HTMLElement> {
  const { title, thought, prediction, experiment, exercise, takeHome } = chapter;
  const text = (content: string) => element('p', ...withEquations(content));
  return element(
    'section',
    element('h2', `${i + 1}. ${title}`),
    text(thought),
    await questionSheet(lab, 'Predict', prediction, answers),
    element('h3', 'Try it'),
    text(experiment.task),
    ...(answers ? [text(experiment.success)] : [element('p.room', 'What I saw:')]),
    element('h3', 'Why'),
    element(
      'ol',
      ...linesOf(chapter).map(({ tex, says, isAnswer }) =>
        isAnswer && !answers ? element('li.room', 'My line:') : element('li', equation(tex), text(says)),
      ),
    ),
    await questionSheet(lab, 'Exercise', exercise, answers, answers ? takeHome : ''),
  );
}

async function questionSheet(
  lab: Lab,
  title: string,
  question: NumberQuestion,
  answers: boolean,
  takeHome = '',
): Promise<HTMLElement> {
  const { unit, because } = question;
  const answer = answers ? t`Answer: ${withUnit(Number((await question.answer(lab.ask)).toPrecision(4)), unit)}. ` : '';
  return element(
    'div.question',
    element('h3', title),
    element('p', ...withEquations(question.question)),
    answers
      ? element('p.answer', answer, ...withEquations(because))
      : element('p.room', t`My answer${unit && `, ${unit}`}:`),
    ...(takeHome ? [element('h3', 'Keep this'), element('p', ...withEquations(takeHome))] : []),
  );
}

/** The letters of the course and what they mean. */
export function symbolList(className: string): HTMLElement {
  const rows = Object.entries(SYMBOLS).flatMap(([tex, meaning]) => [
    element('dt', ...withEquations(`$${tex}$`)),
    element('dd', ...withEquations(meaning)),
  ]);
  return element('dl', { class: className }, ...rows);
}
