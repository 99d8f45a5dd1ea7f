import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import { formatCount } from '../controls/number-format';
import type { Message } from '../lab/message-list';

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

/** Time for which the notice stays after the last such step, ms. */
const STAYS_FOR = 4000;

/** Particles that contact gave no way to move. */
export function stoppedParticles(): (frame: Frame) => (() => Message) | null {
  let last = Number.NEGATIVE_INFINITY;
  let load = -1;
  return ({ status: { report, loadNumber, params, blowUp } }) => {
    const { stoppedParticles: count = 0 } = report;
    const now = performance.now();
    if (load !== loadNumber) last = Number.NEGATIVE_INFINITY;
    load = loadNumber;
    if (count > 0) last = now;
    if (params.selfCollision !== 1 || blowUp || now - last > STAYS_FOR) return null;
    return () => ({
      kind: 'notice',
      text: t`Pressed layers stop ${formatCount(count)} particles: in this step every way would cross another layer.`,
      reason: 'Such a step keeps the layers apart and loses the motion of these particles.',
    });
  };
}
