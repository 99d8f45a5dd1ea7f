import type { SpringKind, Vec3 } from '../../model/model';
import { sidesOf } from '../../model/state';
import { runToEnd } from '../../slices';
import type { SceneFile } from '../file/check-scene-file';
import { SceneError } from '../file/scene-file';
import { FLOOR } from '../scene';
import { clothOf, type MeshParts } from './cloth';
import { createMeshNotes, MAX_LISTED, type MeshNotes, type MeshOptions, type MeshReport } from './mesh-report';
import { type OwnScene, type PolygonMesh, parseObj } from './parse-obj';
import { firstOfPiece, placeVertices } from './vertices';

/** N/m, of the springs of each kind. */
const STIFFNESS: Record<SpringKind, number> = { structural: 200, shear: 100, bend: 20 };
/** N·s/m. */
const DAMPING = 0.005;

/** A scene from a mesh, and what was left out of it. */
export interface ReadMesh {
  /** For `createSimulation`. */
  file: SceneFile;
  /** What was found, and left out. */
  report: MeshReport;
}

/**
 * @param text of a Wavefront OBJ file
 * @throws SceneError for a text without a face or a line that can be read
 */
export function readObj(text: string, name: string, options: MeshOptions = {}): ReadMesh {
  const notes = createMeshNotes();
  return runToEnd(meshAsCloth(runToEnd(parseObj(text, notes)), notes, name, options));
}

/**
 * A mesh as cloth: edges become structural springs, diagonals of faces shear springs, and bend springs connect the vertices
 * on both sides of an edge. A face that is not convex counts as its triangles. Lines become structural springs. Masses are lumped by
 * area, and by length for lines. The cloth is pinned at its two topmost corners, and has a floor below it. A file that Hooke has
 * written has its own springs, masses and pins. What cannot be read or become cloth is left out, and reported. Yields the fraction
 * that is done.
 * @throws SceneError for a mesh without a face or a line that can become cloth
 */
export function* meshAsCloth(
  mesh: PolygonMesh,
  notes: MeshNotes,
  name: string,
  options: MeshOptions = {},
): Generator<number, ReadMesh, void> {
  const { report } = notes;
  const { own } = mesh;
  const { scaled, firsts } = placeVertices(mesh, notes, options);
  yield 0;
  const parts = own ? ownParts(scaled, own) : yield* clothOf(scaled, firsts, report.options.density, notes);
  report.omissions.sort((a, b) => a.line - b.line);
  if (parts.positions.length === 0) throw nothingToRead(report);
  const { positions, masses, pinned, pairs, kinds, triangles } = parts;
  const sides = sidesOf(positions.flat(), positions.length, 3);
  const { from, length: height } = sides[1];
  // The floor of the room if the mesh is above it, else one below the mesh by a tenth of its height.
  const floor = from > 0 ? FLOOR : { ...FLOOR, point: [0, from - 0.1 * (height || 1), 0] as Vec3 };
  report.size = sides.map(({ length }) => length) as Vec3;
  report.mass = masses.reduce((sum, mass) => sum + mass, 0);
  countPieces(parts, mesh, report);
  const file: SceneFile = {
    hooke: 1,
    name,
    particles: { positions, masses, pinned },
    springs: { pairs, kinds, stiffness: kinds.map((kind) => STIFFNESS[kind]), damping: DAMPING },
    surface: triangles,
    planes: [floor],
    integrator: 'implicit-euler',
    params: { dt: 1 / 120, drag: 1e-4 },
  };
  return { file, report };
}

/** The scene that Hooke has written: every vertex is a particle. */
function ownParts({ vertices, faces }: PolygonMesh, own: OwnScene): MeshParts {
  const triangles = faces.map(({ corners }) => corners as Vec3);
  return { positions: vertices, origins: [...vertices.keys()], triangles, ...own };
}

/** Counts what hangs together by springs, and names what has no pin. */
function countPieces({ origins, pairs, pinned }: MeshParts, { faces, groups }: PolygonMesh, report: MeshReport): void {
  const firsts = firstOfPiece(origins.length, pairs);
  const sizes = new Uint32Array(origins.length);
  for (const first of firsts) sizes[first]++;
  const held = new Set(pinned.map((i) => firsts[i]));
  /** By vertex of the file: the line of its first face. */
  const lines = new Map<number, number>();
  if (groups.length > 0) {
    for (const { corners, line } of faces) for (const c of corners) lines.set(c, lines.get(c) ?? line);
  }
  for (let i = 0; i < firsts.length; i++) {
    if (firsts[i] !== i) continue;
    report.pieces++;
    if (held.has(i)) continue;
    report.looseCount++;
    if (report.loose.length >= MAX_LISTED) continue;
    const line = lines.get(origins[i]) ?? 0;
    const name = groups.findLast((group) => group.line < line)?.name ?? '';
    report.loose.push({ number: report.pieces, name, particles: sizes[i] });
  }
}

/** The error of a text from which nothing can become cloth, with the first reason. */
function nothingToRead({ omissions: [first], places }: MeshReport): SceneError {
  const why = first !== undefined ? `; ${places} ${first.line}: ${first.reason}` : '';
  return new SceneError('', `it has no face and no line that can become cloth${why}`);
}
