import { t } from '../../../language/translate';
import '../parts/studies.css';
import type { GradedLaw } from '../../../runtime/definitions/definitions';
import { checkExercise, type ExerciseFile } from '../../../runtime/definitions/exercise-file';
import { messageOf } from '../../../runtime/host/message-of';
import { button, controlRow, disclosure, element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { fileButton, jsonOf } from '../../sharing/files';
import type { Instrument } from '../parts/instrument';
import { column, createTable } from '../parts/tables';
import { createCodeEditor } from './code-editor';
import { type Exercise, missing, REFERENCE } from './exercise';
import { EXERCISES } from './exercises';

/** What is written, while the page is open. */
const drafts = new WeakMap<Lab, Draft>();

interface Draft {
  text: string;
  /** The exercise that it belongs to; null: none. */
  exercise: Exercise | null;
}

const NOT_RUN = 'Not run yet: Ctrl Enter runs the text and grades it by the laws.';

/** An editor for an integrator or a force of one's own: run in the sandbox, graded by the laws, with exercises. */
export function createWriteYourOwn(lab: Lab): Instrument {
  const draft: Draft = drafts.get(lab) ?? { text: lab.own.at(-1)?.source ?? EXERCISES[0].solution, exercise: null };
  drafts.set(lab, draft);
  const editor = createCodeEditor(
    draft.text,
    () => void run(),
    (text) => {
      draft.text = text;
    },
  );
  const choice = createChoice((text, exercise) => {
    lab.page.exercise = null;
    begin(text, exercise);
  });
  const openButton = fileButton('Open exercise…', 'Open the file of an exercise', openFile);
  const runButton = button('Run', 'Add, select and grade it (Ctrl Enter)', () => void run());
  const hintButton = button('Hint', 'Show the next hint', showHint);
  const solutionButton = button('Solution', 'Put the solution in place of what is written', () => {
    if (draft.exercise?.solution !== undefined) editor.text = draft.exercise.solution;
  });
  const title = element('h3');
  const statement = element('p.statement');
  const hints = element('ul');
  const result = element('p.now');
  const table = createTable<GradedLaw>({
    name: 'Grades',
    style: 'grades',
    columns: [
      column(
        'Law',
        'A law that every method, or every force, obeys',
        ({ law, holds }) => `${holds ? '✓' : '✗'} ${law}`,
      ),
      column('Measured', 'What was measured, with its number', ({ says }) => says),
    ],
    attributes: ({ holds }) => ({ class: holds ? '' : 'broken' }),
  });
  table.node.hidden = true;
  const node = element(
    'div.write-your-own',
    controlRow(choice, openButton, runButton, hintButton, solutionButton),
    element(
      'div.desk',
      editor.node,
      element('div.beside-editor', result, table.node, title, statement, hints, reference()),
    ),
  );
  let conclusion = NOT_RUN;
  /** The text that the conclusion is about. */
  let concluded = '';
  let closed = false;
  let shownMessage = '';

  function begin(text: string, exercise: Exercise | null): void {
    draft.exercise = exercise;
    editor.text = text;
    hints.replaceChildren();
    table.node.hidden = true;
    setText(result, '');
    conclusion = NOT_RUN;
    showExercise();
  }

  async function openFile(file: File): Promise<void> {
    try {
      lab.page.exercise = await exerciseIn(file);
      followExercise();
    } catch (error) {
      showError(messageOf(error));
    }
  }

  /** Begins the exercise of a file or a link when it is a new one. */
  function followExercise(): void {
    const { exercise } = lab.page;
    if (exercise && exercise !== draft.exercise) begin(exercise.stub, exercise);
  }

  function showExercise(): void {
    const { exercise } = draft;
    setText(title, exercise?.title ?? '');
    title.hidden = exercise === null;
    setText(statement, exercise?.statement ?? '');
    hintButton.hidden = !exercise?.hints?.length;
    hintButton.disabled = hints.childElementCount === exercise?.hints?.length;
    solutionButton.hidden = exercise?.solution === undefined;
  }

  function showHint(): void {
    const { exercise } = draft;
    const next = exercise?.hints?.[hints.childElementCount];
    if (next) hints.append(element('li', next));
    showExercise();
  }

  async function run(): Promise<void> {
    if (runButton.disabled) return;
    runButton.disabled = true;
    table.node.hidden = true;
    setText(result, 'Running…');
    conclusion = 'Running…';
    concluded = editor.text;
    result.classList.remove('broken');
    const { exercise } = draft;
    try {
      const definitions = await lab.definitions();
      const { kind, id } = await definitions.define(editor.text);
      if (kind === 'integrator') await lab.set('integrator', id);
      setText(result, t`“${id}” ${kind === 'integrator' ? 'is the method now' : 'acts now'}. Grading…`);
      const grades = await definitions.grade(id);
      if (closed) return;
      table.show(grades);
      table.node.hidden = false;
      const broken = grades.filter(({ holds }) => !holds).length;
      const verdict = broken === 0 ? 'It obeys all laws' : t`It breaks ${broken} of ${grades.length} laws`;
      const left = exercise ? missing(exercise, grades) : [];
      conclude(gradesText(id, grades, exercise, left));
      const solved = exercise && left.length === 0 ? ' The exercise is solved.' : '';
      const unsolved = broken === 0 && left.length > 0 ? t` Still missing: ${left.join('; ')}.` : '';
      setText(
        result,
        `“${id}” ${kind === 'integrator' ? 'is the method now' : 'acts now'}. ${verdict}.${solved}${unsolved}`,
      );
    } catch (error) {
      showError(messageOf(error));
    } finally {
      runButton.disabled = false;
    }
  }

  /** Shows the first line of the pane, too: a result must not end above what is seen. */
  function conclude(text: string): void {
    conclusion = text;
    node.closest('.pane')?.scrollTo({ top: 0 });
  }

  function showError(message: string): void {
    conclude(t`It does not run: ${message.replace(/\.$/, '')}.`);
    setText(result, message);
    result.classList.add('broken');
    const line = /\bline (\d+): /.exec(message);
    if (line) editor.mark(Number(line[1]), message);
  }

  showExercise();
  followExercise();
  return {
    node,
    update() {
      followExercise();
      const message = lab.messages.list.find(({ isOfDefinition }) => isOfDefinition)?.text ?? '';
      if (message === shownMessage) return;
      shownMessage = message;
      if (message !== '') showError(message);
    },
    conclude() {
      const isOld = conclusion !== NOT_RUN && editor.text !== concluded;
      return isOld ? t`Before the last change of the text: ${conclusion}` : conclusion;
    },
    dispose() {
      closed = true;
      editor.dispose();
    },
  };
}

/** Which laws it obeys, and whether the exercise is solved, in a sentence. @param left what is still missing in the exercise */
function gradesText(
  id: string,
  grades: readonly GradedLaw[],
  exercise: Exercise | null,
  left: readonly string[],
): string {
  const broken = grades.filter(({ holds }) => !holds).map(({ law }) => law);
  const obeys =
    broken.length === 0
      ? t`“${id}” obeys all ${grades.length} laws`
      : t`“${id}” breaks ${broken.length} of ${grades.length} laws: ${broken.join(', ')}`;
  if (!exercise) return `${obeys}.`;
  if (left.length === 0) return t`The exercise is solved: ${obeys}.`;
  return broken.length === 0 ? t`${obeys}, but the exercise asks for more: ${left.join('; ')}.` : `${obeys}.`;
}

/** @throws RangeError with the name of the file */
async function exerciseIn(file: File): Promise<ExerciseFile> {
  const value = await jsonOf(file, 'the file of an exercise');
  try {
    return checkExercise(value);
  } catch (error) {
    throw new RangeError(`${file.name}: ${messageOf(error)}`);
  }
}

/** The list of texts to begin with. */
function createChoice(begin: (text: string, exercise: Exercise | null) => void): HTMLElement {
  const options = (value: string) =>
    EXERCISES.map(({ id, title }) => element('option', { value: `${value} ${id}` }, title));
  const list = element(
    'select',
    { 'aria-label': 'Begin with', title: 'Replaces what is written' },
    element('option', { value: '' }, 'Begin with …'),
    element('optgroup', { label: 'Exercises' }, ...options('stub')),
    element('optgroup', { label: 'Copy and edit' }, ...options('solution')),
  );
  list.addEventListener('change', () => {
    const [kind, id] = list.value.split(' ');
    const exercise = EXERCISES.find((one) => one.id === id);
    list.value = '';
    if (!exercise) return;
    if (kind === 'stub') begin(exercise.stub, exercise);
    else begin(exercise.solution, null);
  });
  return list;
}

function reference(): HTMLElement {
  return disclosure(
    'What a definition has in reach',
    'Names, units and meanings',
    element(
      'dl',
      ...REFERENCE.flatMap(({ name, unit, help }) => [
        element('dt', element('code', name)),
        element('dd', unit ? `${unit} · ${t(help)}` : help),
      ]),
    ),
  );
}
