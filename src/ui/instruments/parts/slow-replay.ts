/** Plays a part of the recording slowly, and then restores the playback speed. */
import type { Status } from '../../../runtime/frame/frame';
import type { Lab } from '../../lab/lab';
import { ignoreShownError } from '../../lab/message-list';

export interface SlowReplay {
  /** Goes to a recorded step and plays from there. @param speed simulated seconds per second */
  play(step: number, speed: number): Promise<void>;
  /** Call with every frame: restores the speed when the replay has ended. */
  update(status: Status): void;
  /** Restores the speed. */
  end(): void;
}

export function createSlowReplay(lab: Lab): SlowReplay {
  /** The playback speed before, and that of the replay; null: none plays. */
  let speeds: { before: number; own: number } | null = null;

  function end(): void {
    const { speed } = lab.frame.status.params;
    // The user may have set another speed meanwhile: it stays.
    if (speeds && speed === speeds.own) ignoreShownError(lab.set('speed', speeds.before));
    speeds = null;
  }

  return {
    async play(step, own) {
      const { first } = lab.frame.status.timeline;
      await lab.send({ type: 'rewind', step: Math.max(first.step, step) });
      const before = speeds?.before ?? lab.frame.status.params.speed;
      await lab.set('speed', own);
      speeds = { before, own };
      lab.play();
    },
    update({ timeline }) {
      if (speeds && !timeline.past) end();
    },
    end,
  };
}
