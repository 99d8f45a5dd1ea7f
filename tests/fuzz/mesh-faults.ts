/** What is wrong in meshes of other programs, each as lines at the end of a good mesh, with what their reader says of it. */
import fc from 'fast-check';
import type { MeshReport } from '../../src/physics/scenes/mesh/mesh-report';
import { readObj } from '../../src/physics/scenes/mesh/obj-file';
import { equal } from './rule';

/** What a report counts, and how much of each a fault adds. */
const COUNTED = {
  face: ({ omitted }: MeshReport) => omitted.face,
  line: ({ omitted }: MeshReport) => omitted.line,
  vertex: ({ omitted }: MeshReport) => omitted.vertex,
  statements: ({ statements }: MeshReport) => statements.reduce((sum, [, count]) => sum + count, 0),
  doubled: ({ doubled }: MeshReport) => doubled,
  tJunctions: ({ tJunctions }: MeshReport) => tJunctions,
  pieces: ({ pieces }: MeshReport) => pieces,
};
type Counts = { [What in keyof typeof COUNTED]?: number };

/** The corners of a square, around it. */
const SQUARE = ['v 20 0 0', 'v 21 0 0', 'v 21 1 0', 'v 20 1 0'];

const FAULTS: readonly (readonly [lines: readonly string[], adds: Counts])[] = [
  // Statements of other programs, and comments that go on.
  [['stitch 1 2', 'nv 0 0 1', 'vl 2', 'e 1 2', 'pe 3', 'adjf 1', 'seam 4', 'vw 1'], { statements: 8 }],
  [['# a comment that \\', 'goes on in words'], { statements: 1 }],
  [['a comment that goes on', 'without its mark'], { statements: 2 }],
  [['# \\', '#'], {}],
  // Faces that cannot be.
  [[...SQUARE, 'f -4 -3 -2 -1', 'f -4 -3 -3'], { face: 1, pieces: 1 }],
  [[...SQUARE, 'f -4 -3 -2 -1', 'f -4 -3 -2 -1'], { face: 1, pieces: 1 }],
  [[...SQUARE, 'f -4 -3 -2 -1', 'f -4 -2 -1000'], { face: 1, pieces: 1 }],
  [[...SQUARE, 'f -4 -3 -2 -1', 'f -4'], { face: 1, pieces: 1 }],
  [[...SQUARE, 'f -4 -3 -2 -1', 'f -4 a -2'], { face: 1, pieces: 1 }],
  [['v 30 0 0', 'v 31 0 0', 'v 32 0 0', 'v 30 1 0', 'f -4 -2 -1', 'f -4 -3 -2'], { face: 1, pieces: 1 }],
  // The third and fourth face of an edge.
  [
    [...SQUARE, 'v 20 0 1', 'v 20 0 -1', 'f -6 -5 -4', 'f -6 -5 -3', 'f -6 -5 -2', 'f -5 -6 -1'],
    { face: 2, pieces: 1 },
  ],
  // Lines, and faces of two corners.
  [[...SQUARE, 'l -4 -3 -2', 'f -2 -1'], { pieces: 1 }],
  [[...SQUARE, 'f -4 -3 -2 -1', 'l -4', 'f -3 -3'], { line: 2, pieces: 1 }],
  [[...SQUARE, 'f -4 -3 -2 -1', 'l -4 -9999'], { line: 1, pieces: 1 }],
  // Vertices that cannot be read, or that nothing uses.
  [['v 1 2', 'v 1 2 x', 'v 1 2 1e99'], { vertex: 3 }],
  [['v 5 5 5', 'v 5 5 5'], {}],
  [[...SQUARE, 'v ? 0 0', 'f -5 -4 -3', 'f -5 -4 -1'], { face: 1, vertex: 1, pieces: 1 }],
  // A seam that is not welded: two squares side by side.
  [
    [...SQUARE, 'v 21 0 0', 'v 22 0 0', 'v 22 1 0', 'v 21 1 0', 'f -8 -7 -6 -5', 'f -4 -3 -2 -1'],
    { doubled: 2, pieces: 1 },
  ],
  // A vertex on an edge.
  [
    [
      ...SQUARE,
      'v 20.5 0 0',
      'v 20 -1 0',
      'v 20.5 -1 0',
      'v 21 -1 0',
      'f -8 -7 -6 -5',
      'f -8 -4 -2 -3',
      'f -4 -7 -1 -2',
    ],
    { tJunctions: 1, pieces: 1 },
  ],
  // A concave face, one of many corners, and one that crosses itself.
  [['v 40 0 0', 'v 42 0 0', 'v 42 1 0', 'v 41 1 0', 'v 41 2 0', 'v 40 2 0', 'f -6 -5 -4 -3 -2 -1'], { pieces: 1 }],
  [[...circle(100), `f ${Array.from({ length: 100 }, (_, i) => i - 100).join(' ')}`], { pieces: 1 }],
];

function circle(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return `v ${50 + Math.cos(angle)} ${Math.sin(angle)} 0`;
  });
}

/** A mesh with some of these faults at its end. */
export interface FaultyMesh {
  /** Without them. */
  good: string;
  text: string;
  adds: readonly Counts[];
}

/** A face that can be read, whatever the mesh is. */
const START = [...SQUARE, 'f -4 -3 -2 -1'];
/** m; between the parts of two faults, along z. */
const GAP = 1000;

export function withFaults(mesh: fc.Arbitrary<string[]>): fc.Arbitrary<FaultyMesh> {
  const chosen = fc.shuffledSubarray([...FAULTS.keys()], { minLength: 1 });
  return fc.tuple(mesh, chosen, fc.constantFrom('\n', '\r\n', '\r')).map(([lines, faults, end]) => ({
    good: [...lines, ...START].join(end),
    text: [...lines, ...START, ...faults.flatMap((k) => FAULTS[k][0].map((line) => moved(line, (k + 1) * GAP)))].join(
      end,
    ),
    adds: faults.map((k) => FAULTS[k][1]),
  }));
}

const moved = (line: string, z: number) =>
  line.replace(/^(v \S+ \S+) (\S+)$/, (_, xy, last) => `${xy} ${z + Number(last)}`);

/** The report has what that of the good mesh has, and what each fault adds. */
export function checkFaults({ good, adds }: FaultyMesh, report: MeshReport): void {
  const before = readObj(good, 'mesh').report;
  for (const [what, countOf] of Object.entries(COUNTED)) {
    const added = adds.reduce((sum, counts) => sum + (counts[what as keyof Counts] ?? 0), 0);
    equal(String(countOf(report)), String(countOf(before) + added), what);
  }
}
