/** The four steps of the tour: what the user reads and does, when it is done, and how the page does it instead. */
import { t } from '../../language/translate';
import type { Vec3 } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import type { Frame } from '../../runtime/frame/frame';
import { formatCount, formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';

/** What has happened since the tour began. */
export interface TourRecord {
  /** A particle was held and released. */
  pulled: boolean;
  /** A run has blown up. */
  blewUp: boolean;
  /** Limit of the explicit method when it blew up, s. */
  limit: number;
  /** Simulated time since the run is implicit, s. */
  implicitTime: number;
}

export interface TourStep {
  title: string;
  /** What to do, and what to see. */
  text(record: TourRecord, frame: Frame): string;
  done(record: TourRecord, frame: Frame): boolean;
  /** True if a sheet of controls would hide what there is to see: on a phone the tour closes it. */
  looks?: true;
  /** The control to mark on the panel. */
  control?: string;
  /** Does it for the user. */
  act(lab: Lab): Promise<void>;
  /** Name of the button that goes on; absent: “Do it for me”. */
  next?(record: TourRecord): string | null;
}

/** Stiffness that the default cloth does not survive with its own dt, N/m: ten times its own. */
export const STIFF = 2000;
/** Share of the limit from which the step counts as too long. */
const BEYOND = 1.05;
/** The step that the tour takes with the implicit method, s: one frame of a usual screen. */
const FRAME = 1 / 60;
/** Simulated time for which the implicit run must hold, s. */
const PROOF = 0.5;

export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Pull the cloth',
    text: () =>
      'Drag the cloth with the mouse or a finger, and let go. By keyboard: Tab to the view, press Enter, pull with the arrow keys, press Enter.',
    done: ({ pulled }) => pulled,
    looks: true,
    act: pull,
  },
  {
    title: 'Make it stiff',
    text: () =>
      t`Raise the stiffness to ${formatCount(STIFF)} N/m in the controls. Stiff springs vibrate faster, so the limit of dt falls: watch its meter at the bottom.`,
    done: ({ blewUp }, { status }) => blewUp || status.stability.fraction > BEYOND,
    control: '[data-key=stiffness] input[type=range]',
    async act(lab) {
      // The step for an explicit method: an implicit one has no limit.
      if (lab.frame.status.integrator !== 'symplectic-euler') await lab.set('integrator', 'symplectic-euler');
      await lab.set('stiffness', STIFF);
      lab.play();
    },
  },
  {
    title: 'Watch it blow up',
    text: ({ blewUp }) =>
      blewUp
        ? 'Each step was too long for the fastest vibration: it overshot, and so the vibration grew from step to step.'
        : 'dt is beyond its limit: the fastest vibration grows from step to step until the cloth blows up.',
    done: () => false,
    looks: true,
    next: ({ blewUp }) => (blewUp ? 'Next' : null),
    async act(lab) {
      const { params } = lab.frame.status;
      if (!lab.frame.status.blowUp) await lab.set('stiffness', Math.max(STIFF, 2 * params.stiffness));
      lab.play();
    },
  },
  {
    title: 'Go implicit',
    text: () =>
      'Choose the method Implicit Euler and press Play. It solves for the state at the end of the step: stiff springs and long steps stay stable.',
    done: ({ implicitTime }) => implicitTime > PROOF,
    control: '#panel select',
    async act(lab) {
      await Promise.all([lab.set('integrator', 'implicit-euler'), lab.set('dt', FRAME)]);
      if (lab.frame.status.blowUp) await lab.send({ type: 'resume' });
      lab.play();
    },
  },
];

/** What the user reads at the end. */
export function conclusion({ limit }: TourRecord, { status: { params } }: Frame): string {
  const before = limit > 0 ? t` The limit of the explicit method was ${formatQuantity(limit, 's')}.` : '';
  return t`The cloth is as stiff, with dt = ${formatQuantity(params.dt, 's')}.${before} The price: a step costs more, and implicit Euler damps the motion.`;
}

/** Pulls a particle in the lower middle to the side and to the front, and lets go. */
async function pull(lab: Lab): Promise<void> {
  lab.play();
  const { structure, positions } = lab.frame;
  const { rows, columns } = structure.grid ?? { rows: 1, columns: structure.particleCount };
  const particle = Math.floor(0.75 * rows) * columns + Math.floor(columns / 2);
  const [x, y, z] = positions.subarray(STRIDE * particle, STRIDE * particle + 3);
  const target = (share: number): Vec3 => [x + 0.25 * share, y + 0.15 * share, z + 0.35 * share];
  await lab.send({ type: 'grab', particle, target: target(0) });
  for (let k = 1; k <= 30; k++) {
    await new Promise(requestAnimationFrame);
    await lab.send({ type: 'move', target: target(k / 30) });
  }
  await lab.send({ type: 'release' });
}
