import { t } from '../../language/translate';
import { button, element, elementById, setAttribute } from '../controls/element';
import { withIcon } from '../controls/icons';
import type { PageState, Tool } from '../lab/page-state';
import { TEAR_STRAIN } from '../pointer/grab-gestures';

/** What a pressed pointer can do, by button and in the help. */
export const TOOLS: readonly { tool: Tool; label: string; help: string }[] = [
  { tool: 'grab', label: 'Grab', help: 'Grab: drag a particle to pull it; release to throw it' },
  { tool: 'pin', label: 'Pin', help: 'Pin: click a particle to pin or free it (P under the pointer)' },
  {
    tool: 'cut',
    label: 'Cut',
    help: 'Cut: drag across the cloth, or click (X or right button under the pointer)',
  },
  {
    tool: 'tear',
    label: 'Tear',
    help: t`Tear: pull hard, and cloth tears where it is stretched by more than ${100 * TEAR_STRAIN} %; a gentle pull does not tear it, a stiff fabric needs more force, and Reset mends it (T)`,
  },
  {
    tool: 'select',
    label: 'Select',
    help: 'Select: click a particle or drag a rectangle; Shift adds, Esc clears (C)',
  },
  {
    tool: 'push',
    label: 'Push',
    help: 'Push: press anywhere to push all particles; farther from the middle is stronger (U)',
  },
];

/** Buttons that select what a pressed pointer does; fingers have no keys and no right button. */
export function createToolButtons(page: PageState): () => void {
  const buttons = TOOLS.map(({ tool, label, help }) => {
    const choose = () => {
      page.tool = tool;
    };
    return button(withIcon(tool, label), help, choose, { 'aria-label': label });
  });
  elementById('top').append(element('div', { class: 'tools choice', role: 'group', 'aria-label': 'Tool' }, ...buttons));
  return () => {
    for (const [i, { tool }] of TOOLS.entries()) setAttribute(buttons[i], 'aria-pressed', String(page.tool === tool));
  };
}
