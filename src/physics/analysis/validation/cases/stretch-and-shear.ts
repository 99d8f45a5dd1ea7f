import { createSquarePatch, hold, onBorder, PATCH_KINDS, POISSON, type SquarePatch, STRETCH } from '../patch';
import type { Measured, ValidationCase } from '../validation-case';

/** Strain of the tests of small strain. */
const SMALL = 1e-5;
/** Stretch of the membrane, whose force is known for large strain too. */
const LARGE = 1.2;

/** The moduli of springs and of a membrane, by pulling and shearing a square. */
export const stretchAndShear: ValidationCase = {
  id: 'stretch-and-shear',
  label: 'Stretch and shear of a square',
  quantity: 'moduli over E t, and Poisson’s ratio',
  about:
    'A square of springs, and one of a membrane, is pulled along one direction, along both, and sheared. The references are the closed forms of plane stress.',
  tolerance: () => 1e-3,
  *measure(net) {
    const measured: Measured[] = [];
    for (const kind of PATCH_KINDS) {
      const nu = POISSON[kind];
      const pulled = createSquarePatch(net, kind);
      const { force, ratio } = pull(pulled, 1 + SMALL, nu);
      yield null;
      measured.push({ label: `${kind}: E t`, value: force / (SMALL * STRETCH), reference: 1 });
      measured.push({ label: `${kind}: ν`, value: (1 - ratio) / SMALL, reference: nu });
      const both = createSquarePatch(net, kind);
      hold(both, [0, 1], onBorder);
      both.place((x, y) => [x * (1 + SMALL), y * (1 + SMALL)]);
      both.relax();
      yield null;
      measured.push({
        label: `${kind}: both ways`,
        value: pullOf(both) / (SMALL * STRETCH),
        reference: 1 / (1 - nu),
      });
      const sheared = createSquarePatch(net, kind);
      hold(sheared, [0, 1], onBorder);
      sheared.place((x, y) => [x, y + SMALL * x]);
      sheared.relax();
      yield null;
      measured.push({
        label: `${kind}: shear`,
        value: pullOf(sheared, 1) / (SMALL * STRETCH),
        reference: 1 / (2 * (1 + nu)),
      });
    }
    const nu = POISSON.membrane;
    const far = pull(createSquarePatch(net, 'membrane'), LARGE, nu);
    // Force s E t ε and lateral stretch √(1 − 2ν ε), with ε = ½(s² − 1).
    const strain = (LARGE * LARGE - 1) / 2;
    measured.push({ label: 'membrane: force at 1.2', value: far.force / STRETCH, reference: LARGE * strain });
    measured.push({ label: 'membrane: breadth at 1.2', value: far.ratio, reference: Math.sqrt(1 - 2 * nu * strain) });
    return measured;
  },
};

/** Pulls a square along x with free sides. @returns N, and its breadth over that at rest */
function pull(patch: SquarePatch, stretch: number, nu: number): { force: number; ratio: number } {
  hold(patch, [0], (x) => x === 0 || x > 1 - 1e-9);
  hold(patch, [1], (x, y) => x === 0 && y === 0);
  patch.place((x, y) => [x * stretch, y * (1 - 0.9 * nu * (stretch - 1))]);
  patch.relax();
  const corner = patch.places.findIndex(([x, y]) => x > 1 - 1e-9 && y > 1 - 1e-9);
  const below = patch.places.findIndex(([x, y]) => x > 1 - 1e-9 && y === 0);
  return { force: pullOf(patch), ratio: patch.positions[4 * corner + 1] - patch.positions[4 * below + 1] };
}

/** Force on the grips of the right edge, N. */
function pullOf({ reactions, places }: SquarePatch, axis = 0): number {
  const f = reactions();
  return places.reduce((sum, [x], i) => (x > 1 - 1e-9 ? sum + f[4 * i + axis] : sum), 0);
}
