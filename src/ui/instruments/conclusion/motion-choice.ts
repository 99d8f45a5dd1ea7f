/** What the runs of a study begin with: a standard throw, or the present motion. */
import { element } from '../../controls/element';

export interface MotionChoice {
  /** A labelled list. */
  readonly node: HTMLElement;
  readonly throws: boolean;
}

export function createMotionChoice(): MotionChoice {
  const list = element(
    'select',
    {
      title:
        'What the runs begin with: a standard throw of the scene, the same each time, or the motion that the scene has now. The run in view is not thrown.',
    },
    element('option', { value: 'throw' }, 'a throw'),
    element('option', { value: 'present' }, 'as it moves now'),
  );
  return {
    node: element('label', {}, 'Motion ', list),
    get throws() {
      return list.value === 'throw';
    },
  };
}

/** As in `533 ms of a throw`. */
export function motionText(throws: boolean, duration: string): string {
  return `${duration} of ${throws ? 'a throw' : 'the present motion'}`;
}
