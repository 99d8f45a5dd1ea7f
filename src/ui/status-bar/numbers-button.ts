import type { Status } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import { element, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';
import type { NumbersTable } from './numbers-table';

/** The button that shows and hides the table of all numbers; its code is loaded on first use. */
export function createNumbersButton(lab: Lab): {
  button: HTMLButtonElement;
  write(status: Status, framesPerSecond: string): void;
} {
  let table: NumbersTable | null = null;
  const button = element(
    'button',
    {
      type: 'button',
      title: 'All numbers: energies, strain, solver, computing time',
      'aria-label': 'Numbers',
      'aria-expanded': 'false',
      click: () => void toggle(),
    },
    icon('numbers'),
  );

  async function toggle(): Promise<void> {
    try {
      table ??= (await import('./numbers-table')).createNumbersTable(lab);
      table.element.hidden = !table.element.hidden;
      setAttribute(button, 'aria-expanded', String(!table.element.hidden));
      table.write(lab.frame.status, '–');
    } catch (error) {
      lab.messages.show({ kind: 'error', text: `The numbers could not be loaded: ${messageOf(error)}` });
    }
  }

  return { button, write: (status, framesPerSecond) => table?.write(status, framesPerSecond) };
}
