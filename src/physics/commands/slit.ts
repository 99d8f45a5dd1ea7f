import { setCut } from '../model/cuts';
import type { Edge, SurfaceMesh } from '../model/surface-mesh';
import { list, number, optional } from '../model/validate';
import type { Run } from '../run/run';
import { refreshInstance } from '../run/scene-instance';
import { openSlit, sheetOf } from '../run/slits';
import { type Crossing, findSlit, type SlitPath } from '../scenes/slits/slit-path';
import { tipsOf } from '../scenes/slits/slits';
import { findTears } from '../scenes/slits/tear-edges';
import { always, defineCommand, springs } from './command-definition';

/**
 * Cuts the cloth along a stroke that crosses these springs: a slit opens along the edges nearest to it. Springs that are not of
 * a cloth are cut themselves.
 */
export const slit = defineCommand({
  type: 'slit',
  fields: {
    springs,
    at: optional(list(number('fraction'), 'a list of numbers from 0 to 1')),
    after: optional(springs),
  },
  effect: 'edit',
  undo: 'state',
  changesStructure: always,
  prepare(run, { springs, at, after = [] }) {
    if (at && at.length !== springs.length)
      throw new RangeError(`slit.at: ${at.length} numbers for ${springs.length} springs`);
    const mesh = sheetOf(run);
    const crossings = springs.flatMap((j, i): Crossing[] =>
      isOfSheet(run, mesh, j) ? [{ ends: endsOf(run, j), at: at?.[i] ?? 0.5 }] : [],
    );
    const others = springs.filter((j) => !isOfSheet(run, mesh, j));
    const path = mesh && pathOf(run, mesh, crossings, after);
    return () => {
      for (const j of others) setCut(run.model, j, true);
      if (others.length > 0) refreshInstance(run);
      if (path) openSlit(run, path.edges, path.tips);
    };
  },
});

function pathOf(run: Run, mesh: SurfaceMesh, crossings: readonly Crossing[], after: readonly number[]): SlitPath {
  const { positions } = run.state;
  const earlier = after.map((j) => endsOf(run, j));
  const path = findSlit(mesh, crossings, earlier, tipsOf(run.slits), positions);
  if (crossings.length === 0 || after.length > 0 || path.edges.length > 0) return path;
  // Diagonals and springs over two edges run along no edge: the slit goes across the first of them.
  const [{ ends }] = crossings;
  return { edges: findTears(mesh, [{ ends, strain: 0 }], () => false, positions), tips: [] };
}

function endsOf({ model: { springs } }: Run, j: number): Edge {
  return [springs[2 * j], springs[2 * j + 1]];
}

/** True if both ends of the spring belong to the sheet. */
function isOfSheet(run: Run, mesh: SurfaceMesh | null, j: number): boolean {
  return mesh !== null && endsOf(run, j).every((end) => mesh.around(end).length > 0);
}
