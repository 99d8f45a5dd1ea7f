import type { ExactMotion } from '../../physics/analysis/state/exact-at';
import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import { createAsker } from './parts/instrument';

/**
 * The exact motion of a particle from the present state, asked for again when what acts on it has changed, or time went back. It is
 * null until the answer is there.
 */
export function createExactMotion(lab: Pick<Lab, 'ask'>) {
  let acting: readonly unknown[] = [];
  let time = 0;
  let motion: ExactMotion | null = null;
  const asker = createAsker(() => {});
  return {
    now({ status }: Frame, particle: number): ExactMotion | null {
      const { params, environment, pinned, grabs, push, loadNumber, springCount } = status;
      const now = [
        particle,
        JSON.stringify([{ ...params, speed: 1 }, pinned, push]),
        environment,
        grabs.length,
        loadNumber,
        springCount,
      ];
      const isSame = status.time >= time && now.every((one, i) => one === acting[i]);
      time = status.time;
      if (isSame) return motion;
      // One question at a time: the next frame asks for it.
      acting = asker.busy ? [] : now;
      motion = null;
      void asker.ask(
        () => lab.ask('exactMotion', { particle }),
        (answer) => {
          motion = answer;
        },
      );
      return null;
    },
    close: asker.close,
  };
}
