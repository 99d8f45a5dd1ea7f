import { element, setAttribute } from '../controls/element';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';

/** Playback speeds with a button each: simulated seconds per second. */
const SPEEDS: readonly { speed: number; label: string; name: string }[] = [
  { speed: 1, label: '1', name: 'Real time' },
  { speed: 1 / 4, label: '¼', name: 'A quarter of real time' },
  { speed: 1 / 20, label: '1/20', name: 'A twentieth of real time' },
];

/** Buttons for real time and slow motion; they set the parameter `speed`. */
export function createSpeedButtons(lab: Lab): { group: HTMLElement; update(speed: number): void } {
  const buttons = SPEEDS.map(({ speed, label, name }) =>
    element(
      'button',
      {
        type: 'button',
        title: `${name}: ${speed} simulated seconds per second; the steps stay the same`,
        'aria-label': `${name} (${label})`,
        click: () => ignoreShownError(lab.set('speed', speed)),
      },
      label,
    ),
  );
  const group = element('div', { class: 'speeds', role: 'group', 'aria-label': 'Playback speed' }, ...buttons);
  return {
    group,
    update(speed) {
      for (const [i, button] of buttons.entries())
        setAttribute(button, 'aria-pressed', String(SPEEDS[i].speed === speed));
    },
  };
}
