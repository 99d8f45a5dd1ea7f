/** The run as sound: the pitch of a tone is dt over its limit, hω as the meter shows it, and a blow-up is a burst of noise. */
import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { element, elementById, setText } from '../controls/element';
import { formatNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { describeLimit } from '../lab/limit';
import { blowUpKey } from '../lab/page-state';

/** Hz; of a method without a limit. Two octaves higher is the limit. */
const LOWEST = 200;
/** Of the limit; a larger dt sounds as this one. */
const HIGHEST = 1.5;
/** Of the full scale. */
const VOLUME = { tone: 0.05, burst: 0.12 };
/** s; the tone falls silent so long after the last frame, as on a page that is hidden. */
const SILENT_AFTER = 0.6;
/** s; time constant of each change. */
const SMOOTH = 0.03;
/** s */
const BURST = 0.8;
/** Hz; by which a second tone differs above the limit, so that both beat. */
const BEAT = 6;

const pitchAt = (fraction: number) => LOWEST * 4 ** Math.min(fraction, HIGHEST);

/** A browser lets a page sound once the user has pressed something in it. */
const mayStart = () => navigator.userActivation?.hasBeenActive ?? true;

export function createSonification(lab: Lab): (frame: Frame) => void {
  const caption = element('p', { id: 'sound' });
  elementById('view-bar').after(caption);
  let output: ReturnType<typeof createOutput> | null = null;
  let { fraction } = lab.frame.status.stability;
  let blowUpHeard = blowUpOf(lab.frame);
  const resume = () => void output?.context.resume();
  for (const press of ['click', 'keydown', 'pointerup']) addEventListener(press, resume, true);

  return (frame) => {
    const { status } = frame;
    if (!status.stability.sought) fraction = status.stability.fraction;
    const blowUp = blowUpOf(frame);
    const bursts = blowUp !== '' && blowUp !== blowUpHeard;
    blowUpHeard = blowUp;
    caption.hidden = !lab.page.sound;
    if (!lab.page.sound) {
      void output?.context.close();
      output = null;
      return;
    }
    if (!output && mayStart()) output = createOutput();
    const tone = lab.playing && blowUp === '' ? pitchAt(fraction) : 0;
    const beats = fraction > 1;
    output?.sound(tone, beats);
    if (bursts) output?.burst();
    const pitch = `${formatNumber(tone, 2)} Hz`;
    const limit = describeLimit(lab.catalog, status);
    const heard = beats ? t`Beating tone, ${pitch}: ${limit}` : t`Tone, ${pitch}: ${limit}`;
    setText(caption, `♪ ${blowUp ? t('Burst: blow-up') : output && tone ? heard : t('Silence')}`);
  };
}

const blowUpOf = ({ status: { blowUp } }: Frame) => (blowUp ? blowUpKey(blowUp) : '');

/** Two tones and a burst of noise, which go to the speakers. */
function createOutput() {
  const context = new AudioContext();
  const volumes = [0, 0].map(() => new GainNode(context, { gain: 0 }));
  const tones = volumes.map((volume) => {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: LOWEST });
    tone.connect(volume).connect(context.destination);
    tone.start();
    return tone;
  });
  const noise = new AudioBuffer({ length: BURST * context.sampleRate, sampleRate: context.sampleRate });
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / samples.length) ** 2;

  return {
    context,
    /** Call in each frame. @param pitch Hz; 0: silence */
    sound(pitch: number, beats: boolean): void {
      const now = context.currentTime;
      volumes.forEach(({ gain }, i) => {
        const volume = pitch === 0 || (i === 1 && !beats) ? 0 : VOLUME.tone;
        gain.cancelScheduledValues(now);
        gain.setTargetAtTime(volume, now, SMOOTH);
        gain.setTargetAtTime(0, now + SILENT_AFTER, SMOOTH);
        if (pitch > 0) tones[i].frequency.setTargetAtTime(pitch + i * BEAT, now, SMOOTH);
      });
    },
    burst(): void {
      const source = new AudioBufferSourceNode(context, { buffer: noise });
      const soft = new BiquadFilterNode(context, { type: 'lowpass', frequency: 1500 });
      source
        .connect(soft)
        .connect(new GainNode(context, { gain: VOLUME.burst }))
        .connect(context.destination);
      source.start();
    },
  };
}
