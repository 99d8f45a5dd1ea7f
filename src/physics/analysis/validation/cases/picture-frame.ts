import { createSquarePatch, hold, onBorder, PATCH_KINDS, type PatchKind, POISSON, STRETCH } from '../patch';
import type { Measured, ValidationCase } from '../validation-case';

const DEGREE = Math.PI / 180;
const ANGLES = [10, 30, 45];

/** A square in a frame of four bars with hinges at the corners, which turns it to a rhombus. */
export const pictureFrame: ValidationCase = {
  id: 'picture-frame',
  label: 'Picture frame',
  quantity: 'moment that turns the frame, over E t times its area',
  about:
    'A square in a frame of four bars with hinges becomes a rhombus: large shear without stretch along the bars. The references are closed forms of the strain energy.',
  tolerance: () => 1e-6,
  *measure(net) {
    const measured: Measured[] = [];
    for (const kind of PATCH_KINDS) {
      const patch = createSquarePatch(net, kind);
      hold(patch, [0, 1], onBorder);
      for (const degrees of ANGLES) {
        const angle = degrees * DEGREE;
        const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
        patch.place((x, y) => [c * x + s * y, s * x + c * y]);
        patch.relax();
        yield null;
        // The work of the grips in a small turn: force times the derivative of the place by the angle.
        const f = patch.reactions();
        let moment = 0;
        patch.places.forEach(([x, y], i) => {
          moment += (f[4 * i] * (-s * x + c * y) + f[4 * i + 1] * (c * x - s * y)) / 2;
        });
        measured.push({ label: `${kind}: ${degrees}°`, value: moment / STRETCH, reference: exact(kind, angle) });
      }
    }
    return measured;
  },
};

/**
 * Over E t times area. Springs: only the diagonals change, by √(1 ± sin γ), with k = ⅜ E t. Membrane: E₁₂ = ½ sin γ, so that the energy is
 * ½ μ sin² γ by area.
 */
function exact(kind: PatchKind, angle: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  if (kind === 'springs') return 0.375 * cosine * (1 / Math.sqrt(1 - sine) - 1 / Math.sqrt(1 + sine));
  return (sine * cosine) / (2 * (1 + POISSON.membrane));
}
