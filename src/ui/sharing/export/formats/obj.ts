/** Wavefront OBJ: the mesh at one moment as text, in metres, y up. */
import type { Floats } from '../../../../physics';
import type { ExportFormat } from '../export-format';
import { type Mesh, meshOf, normalsOf } from '../mesh/mesh';

export const obj: ExportFormat = {
  id: 'obj',
  label: 'OBJ mesh',
  help: 'The surface with normals and texture coordinates, or the springs as lines; metres, y up',
  options: {},
  async write({ frame }) {
    const { structure, positions, status } = frame;
    const text = objText(meshOf(structure, positions), positions, status);
    return new Blob([text], { type: 'model/obj' });
  },
};

/** @param positions 4n; m @param of the name of the scene, and the time, s */
export function objText(mesh: Mesh, positions: Floats, of: { scene: string; time: number }): string {
  const { particleCount, triangles, lines, coordinates } = mesh;
  const normals = normalsOf(mesh, positions);
  // A name may have any character, but a comment ends with its line.
  const text = [`# Hooke: ${of.scene.replace(/\s+/g, ' ')}, t = ${of.time} s; metres, y up`];
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

/** Nine digits give a number in single precision back to the bit. */
const exact = (value: number) => String(Number(value.toPrecision(9)));
