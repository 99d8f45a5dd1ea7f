import { membrane } from '../../../forces/membrane/membrane';
import { createRelaxation } from '../../test-bench/relaxation';
import { grips } from '../../test-bench/test-bench-patch';
import { createCaseWorld } from '../case-world';
import { sheetFile } from '../sheet-file';
import { deadLoad } from '../strip-loads';
import { netStrip } from '../strip-mesh';
import type { ValidationCase } from '../validation-case';

/** Corners of the panel, m: left edge from 0 to 44, right edge from 44 to 60, 48 long. */
const [LENGTH, HEIGHT, END] = [48, 44, 16];
const POISSON = 1 / 3;
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
  *measure({ cells, mesh }) {
    const plane = netStrip(cells, cells, 1 / cells, mesh === 'net' ? 'right' : 'alternating');
    const file = sheetFile({
      mesh: plane,
      place: (x, y) => [LENGTH * x, HEIGHT * x + y * (HEIGHT + x * (END - HEIGHT)), 0],
      isPinned: (x) => x === 0,
      density: 0.1,
      stretch: 1,
    });
    const triangles = file.surface ?? [];
    const stiffness = { lambda: POISSON / (1 - POISSON * POISSON), mu: 1 / (2 * (1 + POISSON)), thickness: 1 };
    const load = deadLoad();
    const held = new Uint8Array(4 * plane.at.length).map((_, i) => (i % 4 >= 2 ? 1 : 0));
    const edge = plane.at.flatMap(([x], i) => (x > 1 - 1e-9 ? [i] : []));
    plane.at.forEach(([x], i) => {
      if (x === 0) held.fill(1, 4 * i, 4 * i + 4);
    });
    load.set([edge], [0, FORCE, 0]);
    const { springs: _, ...sheet } = file;
    const { world, state } = createCaseWorld(
      { ...sheet, membrane: { triangles, ...stiffness } },
      [membrane, load.definition],
      [grips(held)],
    );
    yield null;
    if (!createRelaxation(world)(state, 1e-7 * FORCE)) throw new RangeError('no equilibrium found');
    const middle = edge[edge.length >> 1];
    const rise = state.positions[4 * middle + 1] - (HEIGHT + END / 2);
    return [{ label: 'rise', value: rise / FORCE, reference: 23.9 }];
  },
};
