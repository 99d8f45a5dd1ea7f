import { t } from '../../../language/translate';
import { texelLength } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { formatCount } from '../../controls/number-format';
import { sizeOf } from '../../lab/extent';
import type { Lab } from '../../lab/lab';

export type ModeNow = Answer<'modes'>['modes'][number];

/** Hz: a frequency that is easy to see. */
const VISIBLE = 0.5;
/** Hz: slower modes are played faster than in reality. */
const TOO_SLOW = 0.12;

/** Draws an oscillating mode in the view instead of the state. */
export function createModeAnimation(lab: Lab) {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  let playing = false;

  const animation = {
    /** Largest displacement of a particle, relative to the scene's size. */
    amplitude: 0.08,
    get playing() {
      return playing;
    },
    play(mode: ModeNow, positions: ArrayLike<number>) {
      const { generation } = lab.frame.structure;
      const { shape } = mode;
      const rate = 2 * Math.PI * drawnFrequency(mode);
      const fullScale = sizeOf(positions) / largestDisplacement(shape);
      const drawn = new Float32Array(texelLength(shape.length / 3));
      const start = performance.now();
      playing = true;
      lab.page.pose = ({ structure, texels }) => {
        if (structure.generation !== generation) return null;
        const phase = reduced.matches ? 1 : Math.sin((rate * (performance.now() - start)) / 1000);
        const scale = phase * animation.amplitude * fullScale;
        for (let i = 0; i < shape.length; i++) {
          const at = i + Math.floor(i / 3);
          drawn[at] = positions[at] + scale * shape[i];
        }
        // The fourth component is the colour, which stays that of the state.
        for (let at = 3; at < positions.length; at += 4) drawn[at] = texels[at];
        return drawn;
      };
    },
    stop() {
      if (playing) lab.page.pose = null;
      playing = false;
    },
  };
  return animation;
}

/** Hz. */
function drawnFrequency({ omega }: ModeNow): number {
  const frequency = omega / (2 * Math.PI);
  return frequency > VISIBLE || frequency < TOO_SLOW ? VISIBLE : frequency;
}

/** The speed of the animation compared with the mode itself, as a sentence. */
export function speedText(mode: ModeNow): string {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    return 'Shown at full amplitude without motion, as your system requests reduced motion.';
  }
  if (mode.growthRate > 0) return 'An unstable mode grows and does not oscillate; the animation oscillates anyway.';
  if (mode.omega === 0) return 'This motion has zero stiffness and so no frequency; the animation oscillates anyway.';
  const times = mode.omega / (2 * Math.PI) / drawnFrequency(mode);
  if (times === 1) return 'Shown in real time.';
  const round = (value: number) =>
    value < 10 ? String(Number(value.toPrecision(2))) : formatCount(Number(value.toPrecision(2)));
  return t`Shown ${times > 1 ? t`${round(times)} times slower` : t`${round(1 / times)} times faster`} than real time.`;
}

/** Largest displacement of a particle in a mode shape, 3n. */
export function largestDisplacement(shape: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < shape.length; i += 3)
    largest = Math.max(largest, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
  return largest || 1;
}
