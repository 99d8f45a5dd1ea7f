/** Reads the vertices, faces and lines of a Wavefront OBJ file. What it cannot read is left out, and counted. */
import type { Vec3 } from '../../model/model';
import { show } from '../../model/validate';
import type { MeshNotes } from './mesh-report';

/** A polygon mesh, in the unit of its file. */
export interface ObjMesh {
  /** In the order of the file; a vertex that cannot be read is NaN, and keeps its number. */
  vertices: Vec3[];
  /** Corners as indices of vertices, from 0; at least three, all different. */
  faces: { corners: number[]; line: number }[];
  /** Pairs of vertices that a line joins, or a face of two corners. */
  lines: { ends: [number, number]; line: number }[];
}

/** Largest coordinate, m: squares of distances are still numbers in single precision. */
const FARTHEST = 1e15;

/** Statements without effect on the shape: normals, texture, groups, materials, smoothing, display, points. */
const WITHOUT_SHAPE = new Set(
  'vn vt vp g o s mg usemtl mtllib usemap maplib p bevel c_interp d_interp lod shadow_obj trace_obj'.split(' '),
);

/** Lines between two reports of progress: some milliseconds of work. */
const SLICE = 4096;

/** `v`, `v/vt`, `v//vn` or `v/vt/vn`; some programs leave the last one empty. */
const CORNER = /^([-+]?\d+)(?:\/[-+]?\d*){0,2}$/;

/**
 * A backslash continues a line; LF, CR LF or CR ends it. Yields the fraction that is read. Statements of other programs are counted.
 * Source: Wavefront, Object Files (.obj), Advanced Visualizer manual, appendix B.
 */
export function* parseObj(text: string, notes: MeshNotes): Generator<number, ObjMesh, void> {
  const mesh: ObjMesh = { vertices: [], faces: [], lines: [] };
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (let i = 0; i < rows.length; i++) {
    const line = i + 1;
    if (line % SLICE === 0) yield line / rows.length;
    let statement = rows[i].replace(/#.*/, '');
    while (/\\\s*$/.test(statement) && i + 1 < rows.length) {
      statement = `${statement.replace(/\\\s*$/, ' ')}${rows[++i].replace(/#.*/, '')}`;
    }
    const [keyword = '', ...words] = statement.trim().split(/\s+/);
    if (keyword === 'v') {
      notes.count('vertex');
      mesh.vertices.push(readVertex(words, (reason) => notes.omit('vertex', line, reason)));
    } else if (keyword === 'f' || keyword === 'l') addShape(mesh, keyword, words, line, notes);
    else if (keyword !== '' && !WITHOUT_SHAPE.has(keyword)) notes.countWord(keyword);
  }
  const isUsable = (what: 'face' | 'line', line: number, corners: readonly number[]) => {
    // A vertex may stand below its face.
    const wrong = corners.find((index) => !mesh.vertices[index] || Number.isNaN(mesh.vertices[index][0]));
    if (wrong === undefined) return true;
    const given = `vertex ${wrong + 1}`;
    const { length } = mesh.vertices;
    notes.omit(
      what,
      line,
      wrong < length ? `the position of ${given} can’t be read` : `there is no ${given}; there are ${length}`,
    );
    return false;
  };
  mesh.faces = mesh.faces.filter(({ corners, line }) => isUsable('face', line, corners));
  mesh.lines = mesh.lines.filter(({ ends, line }) => isUsable('line', line, ends));
  return mesh;
}

/** x y z; a weight or a colour may follow. */
function readVertex(words: string[], omit: (reason: string) => void): Vec3 {
  const wrong = words.find((word) => !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word));
  const far = words.find((word) => Math.abs(Number(word)) > FARTHEST);
  if (words.length < 3) omit(`a vertex needs three coordinates, got ${words.length}`);
  else if (wrong !== undefined) omit(`${show(wrong)} is not a coordinate`);
  else if (far !== undefined) omit(`the coordinate ${show(far)} is beyond ±${FARTHEST}`);
  else return [Number(words[0]), Number(words[1]), Number(words[2])];
  return [Number.NaN, Number.NaN, Number.NaN];
}

/** Adds a face, or the parts of a line. A face of two corners is a line. */
function addShape(mesh: ObjMesh, keyword: 'f' | 'l', words: string[], line: number, notes: MeshNotes): void {
  const what = keyword === 'f' && words.length !== 2 ? 'face' : 'line';
  const corners = readCorners(words, mesh.vertices.length);
  notes.count(what);
  const omit = (reason: string) => notes.omit(what, line, reason);
  if (typeof corners === 'string') omit(corners);
  else if (what === 'line') {
    if (corners.length < 2) omit(`a line needs at least two vertices, got ${corners.length}`);
    for (let c = 1; c < corners.length; c++) {
      if (corners[c] === corners[c - 1]) omit(`vertex ${corners[c] + 1} is at both ends of a line`);
      else mesh.lines.push({ ends: [corners[c - 1], corners[c]], line });
    }
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
    if (!match) return `${show(word)} is not a corner`;
    const given = Number(match[1]);
    if (given === 0) return 'there is no vertex 0; the first vertex is 1';
    if (count + given < 0) return `there is no vertex ${given}; there are ${count} above this line`;
    corners.push(given < 0 ? count + given : given - 1);
  }
  return corners;
}
