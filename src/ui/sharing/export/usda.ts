/** USD as text: the mesh with its points over time, in metres, y up. Source: Pixar, Universal Scene Description. */
import type { Floats } from '../../../physics';
import type { RecordedPose } from '../../../runtime/recorded-poses';
import { type ExportFormat, RANGE_OPTIONS } from './export-format';
import { type Motion, normalsOf, readMotion } from './mesh';

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
      `        int[] faceVertexCounts = [${Array(triangles.length / 3)
        .fill(3)
        .join(', ')}]\n`,
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
      `        int[] curveVertexCounts = [${Array(lines.length / 2)
        .fill(2)
        .join(', ')}]\n`,
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

/** Nine digits give a number in single precision back to the bit. */
function tuple(values: ArrayLike<number>, at: number, count: number): string {
  return `(${Array.from({ length: count }, (_, c) => Number(values[at + c].toPrecision(9))).join(', ')})`;
}
