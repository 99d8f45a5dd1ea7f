import type { SceneFile } from '../../src/physics';

/** s. */
export const DT = 0.01;
/** m; how far the spring is drawn out: all motion is linear there. */
const SWING = 1e-6;

/** One particle of 1 kg on a spring of 1 m to a pin, drawn out a little: ẍ = −ω²x − 2ζω ẋ to the last digits. */
export function springScene(hOmega: number, zeta: number): SceneFile {
  const omega = hOmega / DT;
  return {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1 + SWING, 0, 0],
      ],
      masses: 1,
      pinned: [0],
    },
    springs: { pairs: [[0, 1]], restLengths: [1], stiffness: omega * omega, damping: 2 * zeta * omega },
    params: { dt: DT, gravity: 0, drag: 0, cgTolerance: 1e-12, newtonTolerance: 1e-12, stopOnBlowUp: 0 },
  };
}
