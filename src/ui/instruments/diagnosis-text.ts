import { t } from '../../language/translate';
import type { BlowUp, Command, Diagnosis, SceneFile } from '../../physics';
import type { Structure } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';
import { formatCount, formatNumber, formatQuantity, prefixed, toThreeDigits } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import { compareWithLimit } from '../lab/limit';
import type { BlowUpNumbers } from '../lab/page-state';
import { commandText } from './parts/recording';

/** The texts of each cause: what happened, and why it makes the run blow up. */
const CAUSES: Record<Diagnosis['cause'], (diagnosis: Diagnosis, method: string) => [what: string, why: string]> = {
  clamp: () => [
    'The stiffness matrix was not clamped.',
    'Compressed springs make it indefinite. Then conjugate gradients break down, and their result is meaningless.',
  ],
  'zero-length': ({ spring }) => [
    t`Spring ${spring} has almost zero length.`,
    'Its direction is undefined and changes from step to step, so its force pulls in one step and pushes in the next.',
  ],
  pull: ({ particle, dt, limitThen }) => [
    'The grab pulled too hard.',
    dt > limitThen
      ? t`The spring of the grab makes particle ${particle} oscillate too fast for this dt.`
      : 'It stretched the springs too far and too fast for the theory of small motion. Without it there is no blow-up.',
  ],
  mass: ({ particle, mass, remedies }) =>
    remedies[0].commands[0].type === 'particle'
      ? [
          t`Particle ${particle} is too light for its springs.`,
          t`Its mass is ${toThreeDigits(mass)} kg: it oscillates at √(k/m), much faster than its neighbours.`,
        ]
      : ['The particles are too light for their springs.', 'Lighter particles oscillate faster: ω grows as 1/√m.'],
  damping: (_, method) => [
    'The damping is too large for an explicit method.',
    t`${method} uses the damping force at the start of the step. Above its limit each step overshoots rest by more.`,
  ],
  stiffness: () => ['The springs are too stiff for this dt.', 'Stiffer springs oscillate faster: ω grows as √k.'],
  step: () => ['The time step dt is too long.', 'The fastest mode oscillates too fast for it.'],
  method: (_, method) => [
    t`${method} amplifies undamped motion at every dt.`,
    'A shorter dt only slows the growth. Damping or another method prevents it.',
  ],
  solver: () => [
    'The solver did not reach its tolerance.',
    'The remaining residual acts as an additional force in every step.',
  ],
  violence: () => [
    'The motion was too fast for this dt.',
    'The limit is valid for small motion only. Far stretched springs oscillate faster.',
  ],
};

/** The cause in one sentence, and its explanation. */
export function causeText(diagnosis: Diagnosis, catalog: Catalog): [what: string, why: string] {
  return CAUSES[diagnosis.cause](diagnosis, methodLabel(catalog, diagnosis.method));
}

/** The cause, where its growth began, and a remedy that holds. */
export function resultSentence(diagnosis: Diagnosis, catalog: Catalog): string {
  const [what] = causeText(diagnosis, catalog);
  const remedy = diagnosis.remedies.find(({ holds }) => holds);
  const cure = remedy
    ? t` Tested: “${remedyText(remedy.commands, catalog)}” prevents it.`
    : ' None of the tested remedies prevents it.';
  return t`${what} The growth began in step ${formatCount(diagnosis.step)}.${cure}`;
}

/**
 * The facts: names, and values with units.
 * @param numbers those of the message about the blow-up
 */
export function factsOf(
  diagnosis: Diagnosis,
  { step: detected }: BlowUp,
  numbers: BlowUpNumbers,
  { springs }: Structure,
): [name: string, value: string][] {
  const { cause, step, time, particle, spring, omega, damping, growth, dt } = diagnosis;
  const place = spring === null ? '' : `, ${springText(diagnosis, springs)}`;
  const facts: [string, string][] = [
    ['growth began', t`in step ${formatCount(step)}, at t = ${time.toFixed(4)} s`],
    ['detected', t`in step ${formatCount(detected)}`],
    ['began at', t`particle ${particle}${place}`],
    ['time step', compareWithLimit(numbers.dt, numbers.stability, numbers.method)],
  ];
  const { omegaMax } = numbers.stability;
  if (omegaMax > 0) facts.push(['fastest mode', t`${modeText(omegaMax, numbers.dt)}, in the last good state`]);
  if (cause === 'damping')
    facts.push(['damping ratio', t`ζ = ${toThreeDigits(damping / (2 * omega))} of the growing mode`]);
  if (cause === 'violence' && omega > omegaMax) {
    facts.push(['growing motion', t`${modeText(omega, dt)}: faster, because its springs were stretched by then`]);
  }
  if (growth > 1.001 && Number.isFinite(growth))
    facts.push(['measured growth', t`× ${toThreeDigits(growth)} per step`]);
  return facts;
}

function springText({ spring, length, restLength }: Diagnosis, springs: Uint32Array): string {
  const ends = spring === null ? [] : springs.subarray(2 * spring, 2 * spring + 2);
  const sizes = t`${prefixed(length, 'm')} long, ${prefixed(restLength, 'm')} at rest`;
  return t`spring ${spring} between particles ${ends[0]} and ${ends[1]}, ${sizes}`;
}

function modeText(omega: number, dt: number): string {
  return t`ω = ${toThreeDigits(omega)} rad/s, ${toThreeDigits(omega / (2 * Math.PI))} Hz, hω = ${toThreeDigits(dt * omega)}`;
}

type RemedyTexts = { [T in Command['type']]?: (command: Extract<Command, { type: T }>, catalog: Catalog) => string };

/** The label of a remedy’s button: what a click does. */
const REMEDIES: RemedyTexts = {
  set({ key, value }, { params }) {
    if (key === 'clamp') return 'Clamp the matrix';
    const { label, unit } = params[key] ?? { label: key, unit: '' };
    const amount = key === 'dt' ? formatQuantity(value, 's') : `${formatNumber(value)} ${unit}`.trim();
    return t`Set ${key === 'dt' ? 'dt' : label} to ${amount}`;
  },
  integrator: ({ id }, catalog) => t`Use ${startLower(methodLabel(catalog, id))}`,
  cut: ({ spring }) =>
    typeof spring === 'number' ? t`Cut spring ${spring}` : t`Cut ${formatCount(spring.length)} springs`,
  release: () => 'Let go of the particle',
  push: () => 'Stop pushing',
  particle: ({ particle, mass = 0 }) => t`Set the mass of particle ${particle} to ${formatNumber(mass)} kg`,
};

/** `Set dt to 0.54 ms`, `Set damping to 0 N·s/m, drag to 0 …` */
export function remedyText(commands: readonly Command[], catalog: Catalog): string {
  const [first, ...others] = commands.map((command) => {
    const text = REMEDIES[command.type] as ((command: Command, catalog: Catalog) => string) | undefined;
    return text?.(command, catalog) ?? commandText(command as never, catalog);
  });
  return [first, ...others.map((text) => text.replace(/^Set /, ''))].join(', ');
}

/** A label within a sentence; names such as RK4 stay. */
function startLower(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0].toLowerCase() + label.slice(1) : label;
}

/** A scene and commands that make it blow up. */
interface ExampleBlowUp {
  label: string;
  scene: string | SceneFile;
  commands: readonly Command[];
}

const set = (key: string, value: number): Command => ({ type: 'set', key, value });

/** One example of each cause. */
export const EXAMPLE_BLOW_UPS: readonly ExampleBlowUp[] = [
  { label: 'Springs too stiff', scene: 'cloth', commands: [set('stiffness', 2000)] },
  { label: 'A step too long', scene: 'cloth', commands: [set('dt', 8e-4)] },
  { label: 'Too much damping', scene: 'cloth', commands: [set('damping', 0.3)] },
  { label: 'A particle too light', scene: 'cloth', commands: [{ type: 'particle', particle: 500, mass: 1e-5 }] },
  {
    label: 'A strong pull',
    scene: 'cloth',
    commands: [set('grabStiffness', 20_000), { type: 'grab', particle: 784, target: [0, 0.4, 0.4] }],
  },
  { label: 'A spring of zero length', scene: chainWithZeroLengthSpring(), commands: [] },
  {
    label: 'A method that is unstable at every dt',
    scene: 'cloth',
    commands: [{ type: 'integrator', id: 'explicit-euler' }],
  },
];

/** A hanging chain whose last two particles are at the same position, joined by a spring of zero length. */
function chainWithZeroLengthSpring(): SceneFile {
  const links = 10;
  const places = Array.from({ length: links + 1 }, (_, i): [number, number, number] => [0.05 * i, 0.6, 0]);
  const pairs = Array.from({ length: links + 1 }, (_, i): [number, number] => [i, i + 1]);
  return {
    hooke: 1,
    name: 'chain with a spring of zero length',
    particles: { positions: [...places, places[links]], masses: 0.01, pinned: [0] },
    springs: { pairs, restLengths: pairs.map((_, i) => (i < links ? 0.05 : 1e-9)), stiffness: 100 },
    params: { dt: 0.005 },
  };
}
