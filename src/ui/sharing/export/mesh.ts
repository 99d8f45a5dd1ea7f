/** A scene as a mesh: its surface as triangles, and as lines the springs that are no part of a surface. */
import type { Floats } from '../../../physics';
import { SPRING_KINDS } from '../../../physics/model/model';
import type { Structure } from '../../../runtime/frame/frame';
import { restCoordinates } from '../../../runtime/frame/rest-coordinates';
import type { Lab } from '../../lab/lab';
import type { ExportWatch } from '../../lab/scripting';
import { readPoses } from './export-format';

/** What does not move. Metres, y up. */
export type Mesh = ReturnType<typeof meshOf>;

/** @param positions 4n; m; where a surface without a grid gets its texture coordinates from */
export function meshOf(structure: Structure, positions: Floats) {
  const { particleCount, surface, springs, absent } = structure;
  const corner = new Uint8Array(particleCount);
  for (const i of surface) corner[i] = 1;
  const lines: number[] = [];
  for (let j = 0; j < absent.length; j++) {
    const [a, b] = [springs[2 * j], springs[2 * j + 1]];
    if (absent[j] === 0 && (corner[a] === 0 || corner[b] === 0)) lines.push(a, b);
  }
  return {
    particleCount,
    /** 3t. */
    triangles: surface,
    /** 2l; the ends of each line. */
    lines: Uint32Array.from(lines),
    /** 2n; 0–1 along the longer side of the unstretched surface. */
    coordinates: restCoordinates(structure, positions),
  };
}

/**
 * The normals of the surface, 3n: at a particle the mean of its triangles' normals, weighted by area, of length 1. A particle
 * without triangles, or with collapsed ones only, has +y.
 * @param positions 4n; m
 */
export function normalsOf({ triangles, particleCount }: Mesh, positions: Floats): Float32Array<ArrayBuffer> {
  const sums = new Float64Array(3 * particleCount);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const side = (end: number, axis: number) => positions[4 * end + axis] - positions[4 * a + axis];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const area = side(b, u) * side(c, v) - side(b, v) * side(c, u);
      for (const i of [a, b, c]) sums[3 * i + axis] += area;
    }
  }
  const normals = new Float32Array(3 * particleCount);
  for (let i = 0; i < particleCount; i++) {
    const [x, y, z] = sums.subarray(3 * i, 3 * i + 3);
    const length = Math.hypot(x, y, z);
    if (length > 0) normals.set([x / length, y / length, z / length], 3 * i);
    else normals[3 * i + 1] = 1;
  }
  return normals;
}

/** Numbers in a line of a comment. */
const IN_LINE = 40;

/** What Hooke reads again, as comments of a file: masses, pins, and the springs in their order, each as two vertices after its kind. */
export function ownComments({ particleCount, masses, pinned, springs, kinds, absent }: Structure): string {
  const rows: string[] = [];
  const row = (word: string, numbers: readonly number[]) => {
    for (let at = 0; at < numbers.length; at += IN_LINE) {
      rows.push(
        `#hooke ${word} ${numbers
          .slice(at, at + IN_LINE)
          .map(exact)
          .join(' ')}\n`,
      );
    }
  };
  const isAlike = masses.every((mass) => mass === masses[0]);
  row('masses', [...(isAlike ? masses.subarray(0, 1) : masses.subarray(0, particleCount))]);
  row(
    'pinned',
    [...pinned.keys()].filter((i) => pinned[i]).map((i) => i + 1),
  );
  let [kind, pairs]: [number, number[]] = [0, []];
  for (let j = 0; j < kinds.length; j++) {
    if (absent[j]) continue;
    if (kinds[j] !== kind || pairs.length >= IN_LINE) {
      row(SPRING_KINDS[kind], pairs);
      [kind, pairs] = [kinds[j], []];
    }
    pairs.push(springs[2 * j] + 1, springs[2 * j + 1] + 1);
  }
  row(SPRING_KINDS[kind], pairs);
  return rows.join('');
}

/** Nine digits give a number in single precision back to the bit. */
export const exact = (value: number) => String(Number(value.toPrecision(9)));

// The mesh of the present scene at the moments of a part of the recording.

export type Motion = Awaited<ReturnType<typeof readMotion>>;

/**
 * At least one pose, ascending in time; their interval, s; the name of the scene.
 * @param options RANGE_OPTIONS @throws RangeError for times that are not recorded, or without a finite position
 */
export async function readMotion(lab: Lab, options: Readonly<Record<string, unknown>>, watch: ExportWatch) {
  const { structure, positions, status } = lab.frame;
  const { parts: poses, end: interval } = await readPoses(lab, options, watch);
  if (poses.length === 0) throw new RangeError('between from and to no position is finite');
  if (poses[0].positions.length !== positions.length) throw new RangeError('the scene has changed');
  return { mesh: meshOf(structure, positions), poses, interval, scene: status.scene };
}
