/** Reads the files that students have handed in, and shows them as one table. Nothing leaves the page. */
import { t } from '../../../language/translate';
import { messageOf } from '../../../runtime/host/message-of';
import { element } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { tableButtons, tableOfRows } from '../../sharing/table-file';
import { checkAnswers, csvCell, tableOfAnswers } from './lesson-file';

export function answersTable(lab: Lab): HTMLElement {
  const note = element('p', { role: 'status' });
  const place = element('div', {
    class: 'answers',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Answers',
    hidden: true,
  });
  let rows: string[][] = [];
  const input = element('input', { type: 'file', accept: '.json,application/json', 'aria-label': 'Files of answers' });
  input.multiple = true;
  input.addEventListener('change', () => void read([...(input.files ?? [])]));
  const save = element(
    'span',
    { hidden: true },
    ...tableButtons('Download the table', () =>
      tableOfRows(
        lab,
        'answers',
        rows.map((row) => row.map(csvCell)),
      ),
    ),
  );

  async function read(files: readonly File[]): Promise<void> {
    const found: Parameters<typeof tableOfAnswers>[0][number][] = [];
    const wrong: string[] = [];
    for (const file of files) {
      try {
        found.push({ name: file.name, file: checkAnswers(JSON.parse(await file.text())) });
      } catch (error) {
        wrong.push(`${file.name}: ${messageOf(error)}`);
      }
    }
    note.textContent = [t`${found.length} of ${files.length} files are read.`, ...wrong].join(' ');
    place.hidden = save.hidden = found.length === 0;
    if (found.length === 0) return;
    rows = tableOfAnswers(found);
    const [heads, ...others] = rows;
    const line = (cells: string[], name: 'th' | 'td') =>
      element('tr', {}, ...cells.map((cell) => element(name, {}, cell)));
    place.replaceChildren(
      element(
        'table',
        {},
        element('thead', {}, line(heads, 'th')),
        element('tbody', {}, ...others.map((row) => line(row, 'td'))),
      ),
    );
  }

  return element(
    'details',
    {},
    element('summary', { title: 'For the teacher: files that students have saved, as one table' }, 'Read answers'),
    element('p', {}, 'Choose the files that students have handed in. They stay on this machine.'),
    input,
    note,
    place,
    save,
  );
}
