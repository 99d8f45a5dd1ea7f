import { element, place, setAttribute } from '../controls/element';
import { icon } from '../controls/icons';
import type { Lab } from '../lab/lab';
import type { Tool } from '../lab/page-state';

const TOOLS: readonly { tool: Tool; label: string; help: string }[] = [
  { tool: 'grab', label: 'Grab', help: 'Grab: drag a particle to pull it; let go to throw it' },
  { tool: 'pin', label: 'Pin', help: 'Pin: click a particle to pin or free it (P does it under the pointer)' },
  {
    tool: 'cut',
    label: 'Cut',
    help: 'Cut: click or stroke across springs (X or right click does it under the pointer)',
  },
  {
    tool: 'choose',
    label: 'Choose',
    help: 'Choose: click a particle or drag a rectangle round some; Shift adds, Esc clears (C)',
  },
  {
    tool: 'push',
    label: 'Push',
    help: 'Push: press anywhere to push every particle alike, the harder the farther from the middle (U)',
  },
];

/** What the pointer does when it is pressed; fingers have no keys and no second button. */
export function createToolButtons(lab: Lab): { update(): void } {
  const buttons = TOOLS.map(({ tool, label, help }) => {
    const button = element('button', { type: 'button', title: help, 'aria-label': label }, icon(tool));
    button.addEventListener('click', () => {
      lab.page.tool = tool;
    });
    return button;
  });
  place('top').append(element('div', { class: 'tools', role: 'group', 'aria-label': 'Tool' }, ...buttons));
  return {
    update() {
      for (const [i, { tool }] of TOOLS.entries())
        setAttribute(buttons[i], 'aria-pressed', String(lab.page.tool === tool));
    },
  };
}
