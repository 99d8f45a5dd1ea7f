/** Meshes as text, in metres, y up. */
import type { Floats } from '../../../physics';
import type { RecordedPose } from '../../../runtime/recorded-poses';
import type { Lab } from '../../lab/lab';
import type { ExportWatch } from '../../lab/scripting';
import { type ExportFormat, openZip, RANGE_OPTIONS } from './export-format';
import { exact, type Mesh, type Motion, meshOf, normalsOf, ownComments, readMotion } from './mesh';

// Wavefront OBJ: the mesh at one moment, or at many, as a zip archive of files.

export const obj: ExportFormat = {
  id: 'obj',
  label: 'OBJ mesh',
  help: 'The surface with normals and texture coordinates, or the springs as lines; metres, y up',
  options: RANGE_OPTIONS,
  async write(lab, options, watch) {
    if (Object.keys(options).length > 0) return sequence(lab, options, watch);
    const { structure, positions, status } = lab.frame;
    const text = objText(meshOf(structure, positions), positions, status);
    return new Blob([text, ownComments(structure)], { type: 'model/obj' });
  },
};

/** A zip archive of numbered files, one for each moment. Reading and writing count as half of the work each. */
async function sequence(
  lab: Lab,
  options: Readonly<Record<string, unknown>>,
  { signal, onProgress }: ExportWatch,
): Promise<Blob> {
  const reading = { signal, onProgress: (done: number) => onProgress?.(done / 2) };
  const { mesh, poses, scene } = await readMotion(lab, options, reading);
  const archive = await openZip('mesh', 'obj', poses.length, true);
  const comments = ownComments(lab.frame.structure);
  for (const [k, { time, positions }] of poses.entries()) {
    archive.add(new TextEncoder().encode(objText(mesh, positions, { scene, time }) + comments));
    onProgress?.((1 + (k + 1) / poses.length) / 2);
    // The page draws, and its user may cancel.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
  return archive.finish();
}

/** What the mesh is of, for a comment. A name may have any character, but a comment ends with its line. */
const nameIn = ({ scene, time }: { scene: string; time: number }) =>
  `${scene.replace(/\s+/g, ' ')}, t = ${time} s; metres, y up`;

/** @param positions 4n; m @param of the name of the scene, and the time, s */
function objText(mesh: Mesh, positions: Floats, of: { scene: string; time: number }): string {
  const { particleCount, triangles, lines, coordinates } = mesh;
  const normals = normalsOf(mesh, positions);
  const text = [`# Hooke: ${nameIn(of)}`];
  const row = (letter: string, values: ArrayLike<number>, stride: number, count: number) => {
    for (let i = 0; i < particleCount; i++) {
      text.push([letter, ...Array.from({ length: count }, (_, c) => exact(values[stride * i + c]))].join(' '));
    }
  };
  row('v', positions, 4, 3);
  if (triangles.length > 0) {
    row('vt', coordinates, 2, 2);
    row('vn', normals, 3, 3);
  }
  const corner = (i: number) => `${i + 1}/${i + 1}/${i + 1}`;
  if (triangles.length > 0) text.push('o surface');
  for (let k = 0; k < triangles.length; k += 3) {
    text.push(`f ${corner(triangles[k])} ${corner(triangles[k + 1])} ${corner(triangles[k + 2])}`);
  }
  if (lines.length > 0) text.push('o springs');
  for (let k = 0; k < lines.length; k += 2) text.push(`l ${lines[k] + 1} ${lines[k + 1] + 1}`);
  return `${text.join('\n')}\n`;
}

// PLY: the mesh at one moment. Source: G. Turk, The PLY polygon file format.

export const ply: ExportFormat = {
  id: 'ply',
  label: 'PLY mesh',
  help: 'The surface with normals and texture coordinates, or the springs as lines; metres, y up',
  options: {},
  async write({ frame: { structure, positions, status } }) {
    const mesh = meshOf(structure, positions);
    const { particleCount, triangles, lines, coordinates } = mesh;
    const normals = normalsOf(mesh, positions);
    const comments = [`Hooke: ${nameIn(status)}`, ...ownComments(structure).trimEnd().split('\n')];
    const text = [
      'ply\nformat ascii 1.0',
      ...comments.map((line) => `comment ${line}`),
      `element vertex ${particleCount}`,
      ...['x', 'y', 'z', 'nx', 'ny', 'nz', 's', 't'].map((name) => `property float ${name}`),
      `element face ${triangles.length / 3}\nproperty list uchar int vertex_indices`,
      `element edge ${lines.length / 2}\nproperty int vertex1\nproperty int vertex2\nend_header`,
    ];
    for (let i = 0; i < particleCount; i++) {
      const place = positions.subarray(4 * i, 4 * i + 3);
      const values = [...place, ...normals.subarray(3 * i, 3 * i + 3), ...coordinates.subarray(2 * i, 2 * i + 2)];
      text.push(values.map(exact).join(' '));
    }
    for (let k = 0; k < triangles.length; k += 3) text.push(`3 ${triangles.subarray(k, k + 3).join(' ')}`);
    for (let k = 0; k < lines.length; k += 2) text.push(`${lines[k]} ${lines[k + 1]}`);
    return new Blob([text.join('\n'), '\n'], { type: 'model/ply' });
  },
};

// USD as text: the mesh with its points over time, in metres, y up. Source: Pixar, Universal Scene Description.

/** Of lines and points, m. */
const WIDTH = 0.002;

export const usda: ExportFormat = {
  id: 'usda',
  label: 'USD animation',
  help: 'The surface with its points over time, or the springs as lines, from the recording; metres, y up',
  options: RANGE_OPTIONS,
  async write(lab, options, watch) {
    return new Blob(usdaText(await readMotion(lab, options, watch)), { type: 'model/vnd.usda' });
  },
};

/** @returns pieces of the text */
function usdaText({ mesh, poses, interval, scene }: Motion): string[] {
  const codeOf = ({ time }: RecordedPose) => Number((time / interval).toPrecision(12));
  const rate = Number((1 / interval).toPrecision(12));
  /** An attribute over time. */
  const samples = (name: string, valuesOf: (positions: Floats) => Iterable<string>) => [
    `        ${name}.timeSamples = {\n`,
    ...poses.map((pose) => `            ${codeOf(pose)}: [${[...valuesOf(pose.positions)].join(', ')}],\n`),
    '        }\n',
  ];
  const { particleCount, triangles, lines, coordinates } = mesh;
  const vertices = Array.from({ length: particleCount }, (_, i) => i);
  const pointsOf = (particles: Iterable<number>) => (x: Floats) => Array.from(particles, (i) => tuple(x, 4 * i, 3));
  const prims: string[] = [];
  if (triangles.length > 0) {
    prims.push(
      '    def Mesh "surface"\n    {\n',
      '        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = "none"\n',
      `        int[] faceVertexCounts = [${countsOf(triangles, 3)}]\n`,
      `        int[] faceVertexIndices = [${triangles.join(', ')}]\n`,
      `        texCoord2f[] primvars:st = [${vertices.map((i) => tuple(coordinates, 2 * i, 2)).join(', ')}] (\n`,
      '            interpolation = "vertex"\n        )\n',
      '        normal3f[] normals (\n            interpolation = "vertex"\n        )\n',
      ...samples('normal3f[] normals', (x) => {
        const normals = normalsOf(mesh, x);
        return vertices.map((i) => tuple(normals, 3 * i, 3));
      }),
      ...samples('point3f[] points', pointsOf(vertices)),
      '    }\n',
    );
  }
  if (lines.length > 0) {
    prims.push(
      '    def BasisCurves "springs"\n    {\n        uniform token type = "linear"\n',
      `        int[] curveVertexCounts = [${countsOf(lines, 2)}]\n`,
      ...constantWidth,
      ...samples('point3f[] points', pointsOf(lines)),
      '    }\n',
    );
  }
  if (prims.length === 0) {
    prims.push(
      '    def Points "particles"\n    {\n',
      ...constantWidth,
      ...samples('point3f[] points', pointsOf(vertices)),
      '    }\n',
    );
  }
  return [
    '#usda 1.0\n(\n',
    '    defaultPrim = "Hooke"\n',
    `    doc = ${JSON.stringify(`Hooke: ${scene}`)}\n`,
    '    metersPerUnit = 1\n    upAxis = "Y"\n',
    `    startTimeCode = ${codeOf(poses[0])}\n    endTimeCode = ${codeOf(poses[poses.length - 1])}\n`,
    `    timeCodesPerSecond = ${rate}\n    framesPerSecond = ${rate}\n)\n\n`,
    'def Xform "Hooke"\n{\n',
    ...prims,
    '}\n',
  ];
}

const constantWidth = [`        float[] widths = [${WIDTH}] (\n            interpolation = "constant"\n        )\n`];

/** The number of corners of each polygon. */
const countsOf = ({ length }: Uint32Array, corners: number) =>
  Array(length / corners)
    .fill(corners)
    .join(', ');

const tuple = (values: ArrayLike<number>, at: number, count: number) =>
  `(${Array.from({ length: count }, (_, c) => exact(values[at + c])).join(', ')})`;
