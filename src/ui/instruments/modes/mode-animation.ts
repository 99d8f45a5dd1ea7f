import { texelLength } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';

export type ModeNow = Answer<'modes'>['modes'][number];

/** Swings a second that the eye can follow. */
const EASY = 0.5;
/** Slower ones than this are drawn faster than they are. */
const TOO_SLOW = 0.12;

/** Plays a mode in the picture, in the place of the state. */
export interface Swing {
  readonly playing: boolean;
  /** Of the scene's size: how far the particle goes that goes the farthest. */
  amplitude: number;
  play(mode: ModeNow, positions: ArrayLike<number>): void;
  stop(): void;
}

export function createSwing(lab: Lab): Swing {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  let playing = false;

  const swing: Swing = {
    amplitude: 0.08,
    get playing() {
      return playing;
    },
    play(mode, positions) {
      const { generation } = lab.frame.structure;
      const { shape } = mode;
      const rate = 2 * Math.PI * drawnFrequency(mode);
      const reach = sizeOf(positions) / reachOf(shape);
      const drawn = new Float32Array(texelLength(shape.length / 3));
      const start = performance.now();
      playing = true;
      lab.page.pose = ({ structure, texels }) => {
        if (structure.generation !== generation) return null;
        const phase = reduced.matches ? 1 : Math.sin((rate * (performance.now() - start)) / 1000);
        const scale = phase * swing.amplitude * reach;
        for (let i = 0; i < shape.length; i++) {
          const at = i + Math.floor(i / 3);
          drawn[at] = positions[at] + scale * shape[i];
        }
        // The colors stay those of the state.
        for (let at = 3; at < positions.length; at += 4) drawn[at] = texels[at];
        return drawn;
      };
    },
    stop() {
      if (playing) lab.page.pose = null;
      playing = false;
    },
  };
  return swing;
}

/** Hz. */
function drawnFrequency({ omega }: ModeNow): number {
  const frequency = omega / (2 * Math.PI);
  return frequency > EASY || frequency < TOO_SLOW ? EASY : frequency;
}

/** How the time of the picture goes against that of the mode, in words. */
export function paceOf(mode: ModeNow): string {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return 'Drawn still at its widest, as your system asks for little motion.';
  }
  if (mode.omega === 0) return 'Nothing resists this motion: it has no frequency, and is drawn to and fro.';
  const times = mode.omega / (2 * Math.PI) / drawnFrequency(mode);
  if (times === 1) return 'Drawn as fast as it is.';
  const round = (value: number) => Number(value.toPrecision(2)).toLocaleString('en-US');
  return times > 1 ? `Drawn ${round(times)}× slower than it is.` : `Drawn ${round(1 / times)}× faster than it is.`;
}

/** How far the particle goes that goes the farthest; of a shape of 3n. */
export function reachOf(shape: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < shape.length; i += 3) most = Math.max(most, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
  return most || 1;
}
