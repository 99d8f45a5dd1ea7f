import { t } from '../../language/translate';
import type { Frame, SlowReplay } from '../../runtime/frame/frame';
import type { Answer } from '../../runtime/queries';
import { button, element, elementById, setAttribute, setText, slider } from '../controls/element';
import { formatCount, formatNumber, prefixed, toThreeDigits } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { blowUpKey } from '../lab/page-state';
import './replay-panel.css';

/** Speeds of the slow replay, times the first one. */
const RATES = [0.1, 0.25, 0.5, 1, 2] as const;
/** Steps of the slider. */
const STEPS = 1000;
/** Under reduced motion the onset is shown for this time, ms, and then the end. */
const ONSET_SHOWN = 2500;

/**
 * The slow replay of a blow-up: its figures, which run along, and its controls. It names the mode that grew, and marks the spring and
 * the particle where it began.
 */
export function createReplayPanel(lab: Lab): (frame: Frame) => void {
  const title = element('p.title');
  const figures = element('dl');
  const [step, energy, rate] = (
    [
      [t('step'), 'The step that is shown'],
      [t('energy'), 'Kinetic, elastic and gravitational energy of what is shown'],
      [
        'hω',
        'Time step times the angular frequency of what grows at this moment; where damping is faster: times its rate c. Stretched springs make it higher than that of the fastest mode in the last good state, which the message has',
      ],
    ] as const
  ).map(([name, help]) => {
    const figure = { name: element('dt', name), value: element('dd') };
    figures.append(element('div', { title: t(help) }, figure.name, figure.value));
    return figure;
  });
  const mode = element('p.mode', { role: 'status' });
  const moment = slider(
    'Moment of the blow-up: drag to move through it',
    () => void lab.controlReplay({ type: 'seek', position: Number(moment.value) / STEPS }),
    { min: 0, max: STEPS, step: 1, 'aria-label': 'Moment of the blow-up' },
  );
  const play = button('Replay', '', () => void lab.controlReplay({ type: shown?.playing ? 'pause' : 'play' }));
  const slower = button('Slower', 'Play the blow-up more slowly', () => changeRate(-1));
  const speed = element('output', { title: 'Speed of the slow replay; 1 ×: five seconds in all' });
  const faster = button('Faster', 'Play the blow-up faster', () => changeRate(1));
  const rates = [slower, speed, faster];
  for (const part of rates) part.classList.add('pace');
  const back = button('Back', 'End the slow replay and go back to the last good state (Esc)', () => {
    void lab.controlReplay({ type: 'end' });
  });
  back.classList.add('back');
  back.append(element('span', ' to the last good state'));
  const node = element(
    'section',
    { id: 'slow-replay', 'aria-label': 'The blow-up in slow motion', hidden: true },
    title,
    figures,
    mode,
    moment,
    element('div.buttons', play, ...rates, back),
  );
  elementById('messages').prepend(node);

  let shown: SlowReplay | null = null;
  /** The blow-up whose onset is known or requested. */
  let located = '';
  let onset: Onset | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function changeRate(by: number): void {
    const now = RATES.findIndex((one) => one >= (shown?.rate ?? 1));
    const next = RATES[Math.min(RATES.length - 1, Math.max(0, now + by))];
    void lab.controlReplay({ type: 'play', rate: next });
  }

  async function locate(): Promise<void> {
    const asked = located;
    const answer = await lab.ask('onset', {}).catch(() => null);
    if (asked === located) onset = answer;
  }

  function begin(): void {
    node.hidden = false;
    document.documentElement.classList.add('shows-blow-up');
    // On a phone the sheet of controls is smaller now: the slider in use stays in view.
    document.querySelector('#panel input:focus')?.scrollIntoView({ block: 'nearest' });
    addEventListener('keydown', onKey, true);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches)
      timer = setTimeout(() => void lab.controlReplay({ type: 'seek', position: 1 }), ONSET_SHOWN);
  }

  function end(): void {
    clearTimeout(timer);
    node.hidden = true;
    located = '';
    onset = null;
    document.documentElement.classList.remove('shows-blow-up');
    removeEventListener('keydown', onKey, true);
    mark();
  }

  /** Also where a control has the focus, and before the keys of the page. */
  function onKey(press: KeyboardEvent): void {
    if (press.key !== 'Escape' || document.querySelector('dialog[open]')) return;
    press.preventDefault();
    press.stopPropagation();
    void lab.controlReplay({ type: 'end' });
  }

  /** The diagnosis marks the same places. */
  function mark(): void {
    if (!onset && lab.page.instrument === 'diagnosis') return;
    lab.view.markSpring(onset?.spring ?? -1);
    lab.view.markParticles(onset ? [onset.particle] : lab.selection.particles);
  }

  function write({ playing, position, rate: present, energy: joules, ...replay }: SlowReplay): void {
    const atEnd = position >= 1;
    setText(title, titleOf(playing, atEnd, present));
    setText(step.value, formatCount(replay.step));
    setText(energy.value, prefixed(joules, 'J'));
    const damped = replay.hDamping > replay.hOmega;
    setText(rate.name, t`growing ${damped ? 'hc' : 'hω'}`);
    setText(rate.value, replay.boxes ? formatNumber(damped ? replay.hDamping : replay.hOmega, 3) : '–');
    setText(mode, onset ? modeText(onset) : 'Looking for the place where it began…');
    if (document.activeElement !== moment || playing) moment.value = String(Math.round(STEPS * position));
    setAttribute(moment, 'aria-valuetext', t`step ${formatCount(replay.step)}`);
    setText(play, playing ? 'Pause' : atEnd ? 'Replay' : 'Play');
    setAttribute(
      play,
      'title',
      playing ? 'Pause the slow replay' : atEnd ? 'Play the blow-up again' : 'Play on from here',
    );
    setText(speed, `${present} ×`);
    slower.disabled = present <= RATES[0];
    faster.disabled = present >= RATES[RATES.length - 1];
  }

  return ({ status: { replay, blowUp } }) => {
    if (!replay) {
      if (shown) end();
      shown = null;
      return;
    }
    if (!shown) begin();
    shown = replay;
    const present = blowUp ? blowUpKey(blowUp) : '';
    // After the recording, which needs the engine too.
    if (present !== located && replay.boxes) {
      located = present;
      onset = null;
      void locate();
    }
    if (onset) mark();
    write(replay);
  };
}

function titleOf(playing: boolean, atEnd: boolean, rate: number): string {
  if (playing) return rate === 1 ? 'Blow-up in slow motion' : t`Blow-up in slow motion, ${rate} ×`;
  return atEnd ? 'The blow-up, stopped here' : 'Blow-up, paused';
}

type Onset = NonNullable<Answer<'onset'>>;

const SHAPES: Record<Onset['shape'], string> = {
  local: 'a few particles only',
  alternating: 'neighbours in opposite directions',
  smooth: 'neighbours in the same direction',
  mixed: 'neighbours in different directions',
};

const MODES: Record<Onset['kind'], string> = {
  structural: 'a stretching mode',
  shear: 'a shear mode',
  bend: 'a bending mode',
};
const DAMPED: Record<Onset['kind'], string> = {
  structural: 'a stretching motion whose damping overshoots',
  shear: 'a shear motion whose damping overshoots',
  bend: 'a bending motion whose damping overshoots',
};

/** Names the mode, and says how fast it grew and where it began. Its hω changes while it grows: it is one of the figures. */
function modeText({ shape, kind, omega, damping, dt, growth, step, particle, spring }: Onset): string {
  const damped = dt * damping > dt * omega;
  const name = damped ? DAMPED[kind] : MODES[kind];
  const faster = growth > 1.001 && Number.isFinite(growth) ? t`, ${toThreeDigits(growth)} × per step` : '';
  const place = t`particle ${particle}${spring === null ? '' : t` and spring ${spring}`}`;
  return t`What grew: ${name}, ${SHAPES[shape]}${faster}. It began at ${place}, in step ${formatCount(step)}.`;
}
