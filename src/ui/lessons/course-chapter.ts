/** A chapter of the course: prediction, experiment, derivation, exercise, and what to keep. */
import { t } from '../../language/translate';
import './course.css';
import type { Frame, Status } from '../../runtime/frame/frame';
import { button, element, setAttribute, setText } from '../controls/element';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import type { ChapterProgress } from '../lab/page-state';
import { chainSystem } from './course/chain-system';
import { type Chapter, type Formula, type Goal, linesOf, type NumberQuestion } from './course/chapter';
import { growthPlane } from './course/growth-plane';
import { COURSE } from './course/index';
import { equation, valueTable, withEquations } from './equation';
import { duelButton, instrumentButtons, sendCommands } from './experiments';
import { composed, type Widget, withUnit } from './lesson';
import { numberForm } from './quizzes';
import { symbolList, worksheetButtons } from './worksheet';

/** What the user has done in a chapter, and how to add to it. */
const recordOf = ({ page: { course } }: Lab, number: number) => ({
  done: () => course.progressOf(number),
  add: (progress: ChapterProgress) => course.add(number, progress),
});
type ChapterRecord = ReturnType<typeof recordOf>;

export function renderChapter(lab: Lab, number: number, chapter: Chapter): Widget {
  const { course } = lab.page;
  const record = recordOf(lab, number);
  const experiment = goalWidget(lab, chapter.experiment, record);
  const plane = chapter.plane ? growthPlane(lab, chapter.plane) : null;
  const passed = element('p.passed', { role: 'status' });
  const next = COURSE[number];
  const onward = next
    ? [
        button(t`Next: ${number + 1}. ${next.title}`, 'Open the next chapter', () => {
          course.chapter = number + 1;
        }),
      ]
    : [];
  const section = (title: string, ...parts: (Node | string)[]) => element('section', element('h3', title), ...parts);

  const node = element(
    'div.chapter',
    element('p.thought', ...withEquations(chapter.thought)),
    section('Predict', predictionForm(lab, chapter.prediction, record)),
    section('Try it', experiment.node, ...duelButton(lab, chapter.duel)),
    section(
      'Why',
      derivation(chapter),
      ...(plane ? [plane.node] : []),
      formulaTable(lab, chapter.formulas),
      ...instrumentButtons(lab, chapter.instruments),
    ),
    ...(chapter.system ? [section('A system, solved', chainSystem(lab))] : []),
    section('Exercise', exerciseForm(lab, chapter.exercise, record)),
    section('Keep this', element('p.take-home', ...withEquations(chapter.takeHome))),
    section(
      'Read',
      element(
        'ul',
        ...chapter.read.map(({ label, href }) => {
          // A title without a note stays in its language.
          const lang = t(label) === label && { lang: 'en' };
          const link = { href, target: '_blank', rel: 'noopener', ...lang };
          return element('li', element('a', link, ...withEquations(label)));
        }),
      ),
    ),
    element('details', element('summary', 'Symbols'), symbolList('values symbols')),
    passed,
    ...onward,
    worksheetButtons(lab),
  );
  const result: Widget = {
    node: passed,
    update() {
      const { prediction, reached, solved } = record.done();
      const missing = [
        ...(prediction === undefined ? ['a prediction'] : []),
        ...(reached ? [] : ['the experiment']),
        ...(solved ? [] : ['the exercise']),
      ];
      const isPassed = course.passed.includes(number);
      setText(
        passed,
        isPassed
          ? '✓ You have passed this chapter.'
          : t`To pass this chapter: ${missing.map((one) => t(one)).join(', ')}.`,
      );
    },
  };
  return composed(node, [experiment, ...(plane ? [plane] : []), result]);
}

/** The buttons of all chapters; those that are passed have a mark. */
export function chapterList(lab: Lab): { node: HTMLElement; update(): void } {
  const { course } = lab.page;
  const buttons = COURSE.map(({ title }, i) =>
    button(String(i + 1), `${i + 1}. ${t(title)}`, () => {
      course.chapter = i + 1;
    }),
  );
  return {
    node: element('nav.chapters', { 'aria-label': 'Chapters' }, ...buttons),
    update() {
      for (const [i, one] of buttons.entries()) {
        const isPassed = course.passed.includes(i + 1);
        setText(one, isPassed ? `${i + 1} ✓` : String(i + 1));
        setAttribute(one, 'aria-label', `${i + 1}. ${t(COURSE[i].title)}${isPassed ? t(', passed') : ''}`);
        if (course.chapter === i + 1) setAttribute(one, 'aria-current', 'page');
        else one.removeAttribute('aria-current');
      }
    },
  };
}

const written = (value: number, unit: string) => withUnit(Number(value.toPrecision(4)), unit);

const isRight = ({ within }: NumberQuestion, value: number, right: number) =>
  Math.abs(value - right) <= within * Math.abs(right);

/** `receive` returns what the page says about a number. */
function questionForm({ question, unit }: NumberQuestion, label: string, receive: (value: number) => Promise<string>) {
  const say = (text: string) => parts.say(...withEquations(text));
  const parts = numberForm(unit, label, (value) => {
    receive(value).then(say, () => say('The engine did not answer. Try again.'));
  });
  const { form, box, feedback } = parts;
  const node = element('div.quiz', element('p', ...withEquations(question)), form, feedback);
  return { node, form, box, say };
}

/** The first prediction is kept, and compared with what the engine computes. */
function predictionForm(lab: Lab, question: NumberQuestion, record: ChapterRecord): HTMLElement {
  const parts = questionForm(question, 'Keep my prediction', async (value) => {
    const text = await compare(value);
    record.add({ prediction: value });
    parts.form.hidden = true;
    return text;
  });

  async function compare(value: number): Promise<string> {
    const right = await question.answer(lab.ask);
    const { unit } = question;
    return t`You predicted ${written(value, unit)}. The engine computes ${written(right, unit)}${isRight(question, value, right) ? ': you were right' : ''}. ${question.because}`;
  }

  const { prediction } = record.done();
  if (prediction !== undefined) {
    parts.form.hidden = true;
    compare(prediction).then(parts.say, () => {});
  }
  return parts.node;
}

function exerciseForm(lab: Lab, question: NumberQuestion, record: ChapterRecord): HTMLElement {
  const parts = questionForm(question, 'Check', async (value) => {
    const right = await question.answer(lab.ask);
    if (!isRight(question, value, right)) {
      parts.box.setAttribute('aria-invalid', 'true');
      return t`${written(value, question.unit)} is not correct. ${question.hint ?? ''}`;
    }
    record.add({ solved: true });
    return solved();
  });
  const solved = () => {
    parts.box.removeAttribute('aria-invalid');
    return t`✓ Correct. ${question.because}`;
  };
  if (record.done().solved) parts.say(solved());
  return parts.node;
}

/** Watches the run; a state counts only if all settings stayed the same since the run began to fulfil the task. */
function goalWidget(lab: Lab, goal: Goal, record: ChapterRecord): Widget {
  let start: Status | null = null;
  const state = element('p.goal', { role: 'status' });
  const setUp = button('Set up', 'Load the scene that this experiment starts from', () =>
    ignoreShownError(sendCommands(lab, goal.setUp)),
  );
  return {
    node: element('div.quiz', element('p', ...withEquations(goal.task)), element('div.row', setUp), state),
    updateEachFrame({ status }: Frame) {
      const isFree = status.held === null || goal.byHand === true;
      if (!isFree || !goal.holds(status)) start = null;
      else if (!start || !continues(start, status)) start = status;
      else if (hasMoved(start, status) && goal.reached(status, start) && !record.done().reached)
        record.add({ reached: true });
    },
    update() {
      const { reached } = record.done();
      const text = reached
        ? `✓ ${goal.success}`
        : start
          ? 'The run is set as the task says. The page watches it.'
          : 'The run is not set as the task says yet.';
      if (state.dataset.text === text) return;
      state.dataset.text = text;
      state.replaceChildren(...withEquations(text));
      state.classList.toggle('reached', reached === true);
    },
  };
}

/** True if a run has only been stepped since; its playback speed may have changed. */
function continues(start: Status, now: Status): boolean {
  const isSame = (key: string) => key === 'speed' || start.params[key] === now.params[key];
  return (
    start.loadNumber === now.loadNumber &&
    start.stepCount <= now.stepCount &&
    start.integrator === now.integrator &&
    start.environment === now.environment &&
    Object.keys(now.params).every(isSame)
  );
}

/** A blow-up returns to a good state, which may be the start. */
function hasMoved(start: Status, { stepCount, blowUp }: Status): boolean {
  return stepCount > start.stepCount || blowUp !== null;
}

function derivation(chapter: Chapter): HTMLElement {
  const items = linesOf(chapter).map(({ tex, says }, i) =>
    element('li', { hidden: i > 0 }, equation(tex), element('p', ...withEquations(says))),
  );
  const hidden = () => items.filter((item) => item.hidden);
  const more = button('Next line', 'Show the next line of the derivation', () => reveal(1));
  const all = button('All lines', 'Show the whole derivation', () => reveal(items.length));
  function reveal(count: number): void {
    const shown = hidden().slice(0, count);
    for (const item of shown) item.hidden = false;
    more.hidden = all.hidden = hidden().length === 0;
    if (more.hidden) shown.at(-1)?.querySelector<HTMLElement>('.equation')?.focus({ preventScroll: true });
  }
  return element(
    'div',
    element('ol.derivation.plain', { 'aria-live': 'polite' }, ...items),
    element('div.row', more, all),
  );
}

/** Each formula beside what the engine computes at the same point. */
function formulaTable(lab: Lab, formulas: readonly Formula[]): HTMLElement {
  if (formulas.length === 0) return element('div');
  const { node, cells } = valueTable(formulas.map(({ tex }) => `$${tex}$`));
  node.classList.add('formulas');
  const text = (value: number) => (value === Number.POSITIVE_INFINITY ? 'none' : formatNumber(value, 7));
  for (const [i, { method, kind, value, at }] of formulas.entries()) {
    lab.ask('springRun', { integrator: method, ...at, steps: 0 }).then(
      (found) => {
        const own = text(value(at.hOmega, at.zeta));
        const point = kind === 'growth' ? t`at hω = ${at.hOmega}, ζ = ${at.zeta}` : t`at ζ = ${at.zeta}`;
        setText(cells[i], t`${point}: ${own}; engine: ${text(found[kind])}`);
      },
      () => {},
    );
  }
  return element('div', element('p.key', 'The page checks these formulas with the engine:'), node);
}
