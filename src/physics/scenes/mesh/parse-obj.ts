/** Reads the vertices, faces and lines of a Wavefront OBJ file. What it cannot read is left out, and counted. */
import { SPRING_KINDS, type SpringKind, type Vec3 } from '../../model/model';
import { quote } from '../../model/validate';
import type { MeshNotes, MeshUnit } from './mesh-report';

/** A polygon mesh, in the unit of its file. A `line` is the number of a line in the file, or of a face in a file that has no lines. */
export interface PolygonMesh {
  /** In the order of the file; a vertex that cannot be read is NaN, and keeps its number. */
  vertices: Vec3[];
  /** Corners as indices of vertices, from 0; at least three, all different. */
  faces: { corners: number[]; line: number }[];
  /** Pairs of vertices that a line joins, or a face of two corners. */
  lines: { ends: [number, number]; line: number }[];
  /** Where an object or a group begins, in the order of the file. */
  groups: { name: string; line: number }[];
  /** Of its coordinates, where the file says it. */
  unit?: MeshUnit;
  /** What only Hooke writes; null in other files, and where it does not fit the vertices and faces any more. */
  own: OwnScene | null;
}

/** Of a scene that Hooke has written: `#hooke` comments, which other programs do not read. */
export interface OwnScene {
  /** kg; of each vertex. */
  masses: number[];
  pinned: number[];
  pairs: [number, number][];
  kinds: SpringKind[];
}

/** Largest coordinate, in the unit of the file: squares of distances are still numbers in single precision. */
export const MAX_COORDINATE = 1e15;

/** Statements without effect on the shape: normals, texture, groups, materials, smoothing, display, points. */
const WITHOUT_SHAPE = new Set(
  'vn vt vp s mg usemtl mtllib usemap maplib p bevel c_interp d_interp lod shadow_obj trace_obj'.split(' '),
);

/** Begins the comments that only Hooke reads: `#hooke masses`, `#hooke pinned`, and each kind of springs with pairs of vertices. */
const OWN = '#hooke ';
/** Characters of the name of an object. */
const MAX_NAME = 60;

/** Lines between two reports of progress: some milliseconds of work. */
const SLICE = 4096;

/** `v`, `v/vt`, `v//vn` or `v/vt/vn`; some programs leave the last one empty. */
const CORNER = /^([-+]?\d+)(?:\/[-+]?\d*){0,2}$/;

/**
 * A backslash continues a line; LF, CR LF or CR ends it. Yields the fraction that is read. Statements of other programs are counted.
 * Source: Wavefront, Object Files (.obj), Advanced Visualizer manual, appendix B.
 */
export function* parseObj(text: string, notes: MeshNotes): Generator<number, PolygonMesh, void> {
  const mesh: PolygonMesh = { vertices: [], faces: [], lines: [], groups: [], own: null };
  const own = new Map<string, number[]>();
  const kinds: SpringKind[] = [];
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (let i = 0; i < rows.length; i++) {
    const line = i + 1;
    if (line % SLICE === 0) yield line / rows.length;
    if (rows[i].startsWith(OWN)) readOwn(rows[i], own, kinds);
    let statement = rows[i].replace(/#.*/, '');
    while (/\\\s*$/.test(statement) && i + 1 < rows.length) {
      statement = `${statement.replace(/\\\s*$/, ' ')}${rows[++i].replace(/#.*/, '')}`;
    }
    const [keyword = '', ...words] = statement.trim().split(/\s+/);
    if (keyword === 'v') {
      notes.count('vertex');
      mesh.vertices.push(readVertex(words, (reason) => notes.omit('vertex', line, reason)));
    } else if (keyword === 'f' || keyword === 'l') addShape(mesh, keyword, words, line, notes);
    else if (keyword === 'o' || keyword === 'g') mesh.groups.push({ name: words.join(' ').slice(0, MAX_NAME), line });
    else if (keyword !== '' && !WITHOUT_SHAPE.has(keyword)) notes.countWord(keyword);
  }
  leaveOutUnusable(mesh, notes);
  setOwn(mesh, own, kinds, notes);
  return mesh;
}

/** Reads what only Hooke writes from a text of such comments, for a mesh that is read already. */
export function readOwnComments(mesh: PolygonMesh, text: string, notes: MeshNotes): void {
  const own = new Map<string, number[]>();
  const kinds: SpringKind[] = [];
  for (const row of text.split('\n')) if (row.startsWith(OWN)) readOwn(row, own, kinds);
  setOwn(mesh, own, kinds, notes);
}

function setOwn(mesh: PolygonMesh, own: Map<string, number[]>, kinds: SpringKind[], notes: MeshNotes): void {
  if (own.size === 0) return;
  mesh.own = ownScene(mesh, own, kinds);
  if (mesh.own) mesh.unit = 'm';
  else notes.countWord(OWN.trim());
}

/** Leaves out faces and lines with a vertex that does not exist, or whose position cannot be read. */
export function leaveOutUnusable(mesh: PolygonMesh, notes: MeshNotes): void {
  const { vertices } = mesh;
  const isUsable = (what: 'face' | 'line', line: number, corners: readonly number[]) => {
    const wrong = corners.find((index) => !vertices[index] || Number.isNaN(vertices[index][0]));
    if (wrong === undefined) return true;
    const given = `vertex ${wrong + 1}`;
    const { length } = vertices;
    notes.omit(
      what,
      line,
      wrong < length ? `the position of ${given} can’t be read` : `there is no ${given}; there are ${length}`,
    );
    return false;
  };
  // A vertex may stand below its face.
  mesh.faces = mesh.faces.filter(({ corners, line }) => isUsable('face', line, corners));
  mesh.lines = mesh.lines.filter(({ ends, line }) => isUsable('line', line, ends));
}

/** x y z; a weight or a colour may follow. */
function readVertex(words: string[], omit: (reason: string) => void): Vec3 {
  const wrong = words.find((word) => !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word));
  const far = words.find((word) => Math.abs(Number(word)) > MAX_COORDINATE);
  if (words.length < 3) omit(`a vertex needs three coordinates, got ${words.length}`);
  else if (wrong !== undefined) omit(`${quote(wrong)} is not a coordinate`);
  else if (far !== undefined) omit(`the coordinate ${quote(far)} is beyond ±${MAX_COORDINATE}`);
  else return [Number(words[0]), Number(words[1]), Number(words[2])];
  return [Number.NaN, Number.NaN, Number.NaN];
}

/** Adds a face, or the parts of a line. A face of two corners is a line. */
function addShape(mesh: PolygonMesh, keyword: 'f' | 'l', words: string[], line: number, notes: MeshNotes): void {
  const what = keyword === 'f' && words.length !== 2 ? 'face' : 'line';
  const corners = readCorners(words, mesh.vertices.length);
  notes.count(what);
  const omit = (reason: string) => notes.omit(what, line, reason);
  if (typeof corners === 'string') omit(corners);
  else if (what === 'line') {
    const parts = corners.slice(1).map((end, c): [number, number] => [corners[c], end]);
    for (const ends of parts) if (ends[0] !== ends[1]) mesh.lines.push({ ends, line });
    if (parts.length === 0) omit(`a line needs at least two vertices, got ${corners.length}`);
    else if (parts.every(([a, b]) => a === b)) omit(`vertex ${corners[0] + 1} is at both ends of a line`);
  } else {
    const isSimple = new Set(corners).size === corners.length;
    const twice = isSimple ? undefined : corners.find((corner, c) => corners.indexOf(corner) < c);
    if (corners.length < 3) omit(`a face needs at least three corners, got ${corners.length}`);
    else if (twice !== undefined) omit(`vertex ${twice + 1} occurs twice in the face`);
    else mesh.faces.push({ corners, line });
  }
}

/** Negative corners count back from the last vertex above. @returns what is wrong, if anything is */
function readCorners(words: string[], count: number): number[] | string {
  const corners: number[] = [];
  for (const word of words) {
    const match = CORNER.exec(word);
    if (!match) return `${quote(word)} is not a corner`;
    const given = Number(match[1]);
    if (given === 0) return 'there is no vertex 0; the first vertex is 1';
    if (count + given < 0) return `there is no vertex ${given}; there are ${count} above this line`;
    corners.push(given < 0 ? count + given : given - 1);
  }
  return corners;
}

/** Adds the numbers of one of Hooke's comments to those of its word. */
function readOwn(row: string, own: Map<string, number[]>, kinds: SpringKind[]): void {
  const [word, ...numbers] = row.slice(OWN.length).trim().split(/\s+/);
  const kind = SPRING_KINDS.find((one) => one === word);
  const list = own.get(kind ? 'springs' : word) ?? [];
  own.set(kind ? 'springs' : word, list);
  for (const number of numbers) list.push(Number(number));
  if (kind) for (let j = 0; j + 1 < numbers.length; j += 2) kinds.push(kind);
}

/** Null if it does not fit: the file has been changed since. */
function ownScene({ vertices, faces }: PolygonMesh, own: Map<string, number[]>, kinds: SpringKind[]): OwnScene | null {
  const n = vertices.length;
  const { masses = [], pinned = [], springs = [], ...others } = Object.fromEntries(own);
  const isIndex = (number: number) => Number.isInteger(number) && number >= 1 && number <= n;
  const pairs = kinds.map((_, j): [number, number] => [springs[2 * j] - 1, springs[2 * j + 1] - 1]);
  const keys = new Set(pairs.map(([a, b]) => Math.min(a, b) * n + Math.max(a, b)));
  const fits =
    Object.keys(others).length === 0 &&
    vertices.every(([x]) => !Number.isNaN(x)) &&
    faces.every(({ corners }) => corners.length === 3) &&
    (masses.length === 1 || masses.length === n) &&
    masses.every((mass) => mass > 1e-30 && mass < 1e30) &&
    [...pinned, ...springs].every(isIndex) &&
    new Set(pinned).size === pinned.length &&
    springs.length === 2 * kinds.length &&
    keys.size === pairs.length &&
    pairs.every(([a, b]) => a !== b);
  if (!fits) return null;
  const each = masses.length === n ? masses : new Array<number>(n).fill(masses[0]);
  return { masses: each, pinned: pinned.map((number) => number - 1), pairs, kinds };
}
