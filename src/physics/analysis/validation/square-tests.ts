/** A square of cloth in its plane, between grips: of springs, or a membrane. */
import { push } from '../../forces/gravity';
import { membrane } from '../../forces/membrane';
import { spring } from '../../forces/spring';
import type { ForceInFile } from '../../model/environment';
import type { Vec3 } from '../../model/model';
import { loadFile } from '../../scenes/file/load-file';
import { createPatch } from './patch';
import { type Measured, type Net, sheetFile, squareMesh, type ValidationCase } from './specimen';
import { deadLoad } from './strip';

/** Stiffness E t of all patches, N/m, and Poisson's ratio of each kind: that of a net of springs is always ⅓. */
const STRETCH = 100;
const POISSON = { springs: 1 / 3, membrane: 0.3 } as const;
type PatchKind = keyof typeof POISSON;
const PATCH_KINDS = Object.keys(POISSON) as PatchKind[];

/** A patch of 1 m × 1 m, or of a place for each of its points. */
type SquarePatch = ReturnType<typeof createSquarePatch>;

interface SquareOptions {
  place?(x: number, y: number): Vec3;
  /** E t, N/m. */
  stretch?: number;
  nu?: number;
  loads?: ForceInFile[];
}

function createSquarePatch(
  net: Net,
  kind: PatchKind,
  { place = (x, y) => [x, y, 0], stretch = STRETCH, nu = POISSON[kind], loads = [] }: SquareOptions = {},
) {
  const { springs, ...sheet } = sheetFile({ mesh: squareMesh(net, 1 / net.cells), place, density: 0.1, stretch });
  const triangles = sheet.surface ?? [];
  const moduli = { lambda: (stretch * nu) / (1 - nu * nu), mu: stretch / (2 * (1 + nu)), thickness: 1 };
  const own = kind === 'membrane' ? { membrane: { triangles, ...moduli } } : { springs };
  const patch = createPatch(loadFile({ ...sheet, ...own, forces: loads }), [
    kind === 'membrane' ? membrane : spring,
    push,
  ]);
  return {
    ...patch,
    /** @param tolerance N; of the net force on a particle @throws RangeError if there is no equilibrium */
    relax(tolerance = 1e-9) {
      if (!patch.relax(tolerance)) throw new RangeError('no equilibrium found');
    },
  };
}

/** True on the border. */
const onBorder = (x: number, y: number) => x === 0 || y === 0 || x > 1 - 1e-9 || y > 1 - 1e-9;

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
      const heldAt = (to: (x: number, y: number) => [number, number]) => {
        const patch = createSquarePatch(net, kind);
        patch.hold([0, 1], onBorder);
        patch.move(to);
        patch.relax();
        return patch;
      };
      const both = pullOf(heldAt((x, y) => [x * (1 + SMALL), y * (1 + SMALL)])) / (SMALL * STRETCH);
      yield null;
      measured.push({ label: `${kind}: both ways`, value: both, reference: 1 / (1 - nu) });
      const shear =
        pullOf(
          heldAt((x, y) => [x, y + SMALL * x]),
          1,
        ) /
        (SMALL * STRETCH);
      yield null;
      measured.push({ label: `${kind}: shear`, value: shear, reference: 1 / (2 * (1 + nu)) });
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
  patch.hold([0], (x) => x === 0 || x > 1 - 1e-9);
  patch.hold([1], (x, y) => x === 0 && y === 0);
  patch.move((x, y) => [x * stretch, y * (1 - 0.9 * nu * (stretch - 1))]);
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
      patch.hold([0, 1], onBorder);
      for (const degrees of ANGLES) {
        const angle = degrees * DEGREE;
        const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
        patch.move((x, y) => [c * x + s * y, s * x + c * y]);
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

/** Corners of the panel, m: left edge from 0 to 44, right edge from 44 to 60, 48 long. */
const [LENGTH, HEIGHT, END] = [48, 44, 16];
const PANEL_POISSON = 1 / 3;
/** N, in place of 1 N: so small that the answer is linear. E t is 1 N/m. */
const FORCE = 1e-6;

/** A tapered panel, held at its left edge, under a shear load at its right edge. */
export const cooksMembrane: ValidationCase = {
  id: 'cooks-membrane',
  label: 'Cook’s membrane',
  quantity: 'rise of the middle of the loaded edge under 1 N, m',
  about:
    'A tapered panel of E t = 1 N/m is held at its left edge and loaded at its right edge, by shear that is spread evenly. The reference is a converged solution. Triangles of constant strain are too stiff for bending in their plane: the deviation falls with the size of the cells.',
  tolerance: ({ cells }) => (cells > 20 ? 0.03 : 0.1),
  *measure(net) {
    const edge = squareMesh(net, 1 / net.cells).at.flatMap(([x], i) => (x > 1 - 1e-9 ? [i] : []));
    const panel = createSquarePatch(net, 'membrane', {
      place: (x, y) => [LENGTH * x, HEIGHT * x + y * (HEIGHT + x * (END - HEIGHT)), 0],
      stretch: 1,
      nu: PANEL_POISSON,
      loads: deadLoad(edge, [0, FORCE, 0]),
    });
    panel.hold([0, 1], (x) => x === 0);
    yield null;
    panel.relax(1e-7 * FORCE);
    const middle = edge[edge.length >> 1];
    const rise = panel.positions[4 * middle + 1] - (HEIGHT + END / 2);
    return [{ label: 'rise', value: rise / FORCE, reference: 23.9 }];
  },
};
