/** Notices about steps: of self-collision, and after a change to implicit Euler the long steps that it is for, with the way back. */
import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { formatCount, formatQuantity } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { action, type Message } from '../lab/message-list';

/** Layers that pass through each other, which self-collision leaves as they are. */
export function crossedLayers({ status: { report, params, blowUp } }: Frame): (() => Message) | null {
  const { crossedParticles: count = 0 } = report;
  if (params.selfCollision !== 1 || count === 0 || blowUp) return null;
  return () => ({
    kind: 'notice',
    text: t`Layers of this cloth pass through each other: ${formatCount(count)} particles there do not collide.`,
    reason:
      'Self-collision keeps layers on the side where they are. Crossed layers have no such side: they collide when they have once been a thickness apart.',
  });
}

/** Time for which a notice stays after the last such step, ms. */
const STAYS_FOR = 4000;

/** Tells if something was seen within that time. */
export function createSighting() {
  let last = Number.NEGATIVE_INFINITY;
  let of: unknown;
  /** @param what its subject: another one has not been seen yet @param seen now */
  return (what: unknown, seen = false): boolean => {
    const now = performance.now();
    if (seen) last = now;
    else if (of !== what) last = Number.NEGATIVE_INFINITY;
    of = what;
    return now - last <= STAYS_FOR;
  };
}

/** Particles that contact gave no way to move. */
export function stoppedParticles(): (frame: Frame) => (() => Message) | null {
  const stays = createSighting();
  return ({ status: { report, loadNumber, params, blowUp } }) => {
    const { stoppedParticles: count = 0 } = report;
    if (!stays(loadNumber, count > 0) || params.selfCollision !== 1 || blowUp) return null;
    return () => ({
      kind: 'notice',
      text: t`Pressed layers stop ${formatCount(count)} particles: in this step every way would cross another layer.`,
      reason: 'Such a step keeps the layers apart and loses the motion of these particles.',
    });
  };
}

/** Steps that go nowhere, as where two bodies meet that attract each other. */
export function stoppedSteps(): (frame: Frame) => (() => Message) | null {
  const stays = createSighting();
  return ({ status: { report, loadNumber, blowUp } }) => {
    if (!stays(loadNumber, report.correction === 'stopped') || blowUp) return null;
    return () => ({
      kind: 'notice',
      text: t('Nothing moves: any motion in this step would create energy.'),
      reason: t('After a reset, another method may go further.'),
    });
  };
}

/** One step in each frame of a display, and two: their length, s, and that length as a fraction. */
const STEPS = [
  { dt: 1 / 60, name: '1/60 s' },
  { dt: 1 / 120, name: '1/120 s' },
];
const METHOD = 'implicit-euler';

/** Changes to implicit Euler at the present dt, and offers a longer one. */
export async function setImplicitEuler(lab: Lab): Promise<void> {
  await lab.set('integrator', METHOD);
  lab.page.dtBeforeImplicit = lab.frame.status.params.dt;
}

/** Offers longer steps while dt is as before. */
export function longerSteps(lab: Lab): (frame: Frame) => (() => Message) | null {
  return ({ status: { integrator, params } }) => {
    const { page } = lab;
    const known = params.dt === page.dtBeforeImplicit || STEPS.some(({ dt }) => dt === params.dt);
    // The user has chosen another method or dt.
    if (integrator !== METHOD || !known) page.dtBeforeImplicit = null;
    const longer = STEPS.filter(({ dt }) => dt > params.dt);
    if (params.dt !== page.dtBeforeImplicit || longer.length === 0) return null;
    return () => ({
      kind: 'notice',
      text: 'Implicit Euler is made for long steps: they create no energy, need less computing time, and damp the motion more.',
      actions: longer.map(({ dt, name }) =>
        action(t`Set dt to ${name}`, t`Take steps of ${formatQuantity(dt, 's')}`, () => lab.set('dt', dt)),
      ),
    });
  };
}

/** Offers the way back from a longer step. */
export function formerStep(lab: Lab): (frame: Frame) => (() => Message) | null {
  return ({ status: { params } }) => {
    const before = lab.page.dtBeforeImplicit;
    if (before === null || params.dt === before) return null;
    return () => ({
      kind: 'notice',
      text: t`dt is now ${formatQuantity(params.dt, 's')}. It was ${formatQuantity(before, 's')}.`,
      actions: [
        action(t`Set dt back to ${formatQuantity(before, 's')}`, 'Restore the previous dt', () =>
          lab.set('dt', before),
        ),
      ],
    });
  };
}
