/** Reads the vertices and faces of a Wavefront OBJ file. */
import type { Vec3 } from '../../model/model';
import { show } from '../../model/validate';
import { SceneError } from './scene-file';

/** A polygon mesh. */
export interface ObjMesh {
  vertices: Vec3[];
  /** Corners as indices of vertices, from 0; at least three, all different. */
  faces: { corners: number[]; line: number }[];
}

/** Most corners of a face: each pair of them that is no edge becomes a spring. */
const MAX_CORNERS = 64;

/** Largest coordinate, m: squares of distances are still numbers. */
const FARTHEST = 1e150;

/** Statements without effect on the shape: normals, texture, groups, materials, smoothing, display. */
const IGNORED = new Set(
  'vn vt vp g o s mg usemtl mtllib usemap maplib l p bevel c_interp d_interp lod shadow_obj trace_obj'.split(' '),
);
/** Statements of free-form curves and surfaces, which can't become cloth. */
const FREE_FORM = new Set('cstype deg bmat step curv curv2 surf parm trim hole scrv sp end con'.split(' '));

/** Lines between two reports of progress: some milliseconds of work. */
const SLICE = 4096;

/** `v`, `v/vt`, `v//vn` or `v/vt/vn`. */
const CORNER = /^([-+]?\d+)(?:\/[-+]?\d+|\/[-+]?\d*\/[-+]?\d+)?$/;

/**
 * A backslash continues a line; LF, CR LF or CR ends it. Yields the fraction that is read.
 * Source: Wavefront, Object Files (.obj), Advanced Visualizer manual, appendix B.
 * @throws SceneError that begins with `line N`
 */
export function* parseObj(text: string): Generator<number, ObjMesh, void> {
  const mesh: ObjMesh = { vertices: [], faces: [] };
  const lines = text.split(/\r\n|\n|\r/);
  for (let i = 0; i < lines.length; i++) {
    const line = i + 1;
    if (line % SLICE === 0) yield line / lines.length;
    let statement = lines[i].replace(/#.*/, '');
    while (/\\\s*$/.test(statement) && i + 1 < lines.length) {
      statement = `${statement.replace(/\\\s*$/, ' ')}${lines[++i].replace(/#.*/, '')}`;
    }
    const [keyword = '', ...words] = statement.trim().split(/\s+/);
    if (keyword === 'v') mesh.vertices.push(readVertex(words, line));
    else if (keyword === 'f') mesh.faces.push({ corners: readFace(words, mesh.vertices.length, line), line });
    else if (FREE_FORM.has(keyword))
      failAt(line, `"${keyword}" is part of a free-form surface; only polygons can become cloth`);
    else if (keyword !== '' && !IGNORED.has(keyword)) failAt(line, `there is no statement ${show(keyword)}`);
  }
  return mesh;
}

export function failAt(line: number, message: string): never {
  throw new SceneError(`line ${line}`, message);
}

/** x y z; a weight or a colour may follow. */
function readVertex(words: string[], line: number): Vec3 {
  if (words.length < 3) failAt(line, `a vertex needs three coordinates, got ${words.length}`);
  const [x, y, z] = words.map((word) => {
    const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word) ? Number(word) : Number.NaN;
    if (!Number.isFinite(value)) failAt(line, `${show(word)} is not a coordinate`);
    if (Math.abs(value) > FARTHEST) failAt(line, `the coordinate ${show(word)} is beyond ±${FARTHEST} m`);
    return value;
  });
  return [x, y, z];
}

/** Negative corners count back from the last vertex. */
function readFace(words: string[], count: number, line: number): number[] {
  if (words.length < 3) failAt(line, `a face needs at least three corners, got ${words.length}`);
  if (words.length > MAX_CORNERS) failAt(line, `a face has at most ${MAX_CORNERS} corners, got ${words.length}`);
  const corners = words.map((word) => {
    const match = CORNER.exec(word);
    if (!match) return failAt(line, `${show(word)} is not a corner`);
    const given = Number(match[1]);
    const index = given < 0 ? count + given : given - 1;
    if (given === 0) failAt(line, 'there is no vertex 0; the first vertex is 1');
    if (index < 0 || index >= count) failAt(line, `there is no vertex ${given}; there are ${count} above this line`);
    return index;
  });
  const twice = corners.find((corner, c) => corners.indexOf(corner) < c);
  if (twice !== undefined) failAt(line, `vertex ${twice + 1} occurs twice in the face`);
  return corners;
}
