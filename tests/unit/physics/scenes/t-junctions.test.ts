import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readObj } from '../../../../src/physics/scenes/mesh/obj-file';
import { meshInWords } from '../../../../src/runtime/jobs/mesh-words';

describe('a mesh whose faces lie beside each other without a common edge', () => {
  /** One column of squares of 1 m, turned in space, and one of squares of 1/k m to its right: k − 1 vertices are on each common side. */
  const sheet = (rows: number, k: number, scale: number) => {
    const lines: string[] = [];
    const square = (x: number, y: number, side: number) => {
      for (const [u, v] of [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ]) {
        lines.push(`v ${scale * 0.6 * u} ${scale * v} ${scale * 0.8 * u}`);
      }
      lines.push('f -4 -3 -2 -1');
    };
    for (let row = 0; row < rows; row++) square(0, row, 1);
    for (let row = 0; row < rows * k; row++) square(1, row / k, 1 / k);
    return `${lines.join('\n')}\n`;
  };

  test('has so many T-junctions, whatever its size', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: -3, max: 3 }),
        (rows, k, power) => {
          const { report } = readObj(sheet(rows, k, 10 ** power), 'sheet', { weld: 1e-6 * 10 ** power, unit: 'm' });
          expect(report.tJunctions).toBe(rows * (k - 1));
        },
      ),
    );
  });

  test('is said to open there', () => {
    expect(meshInWords(readObj(sheet(1, 2, 1), 'sheet').report)).toContain(
      '1 T-junction: a vertex is on an edge of a face that it is no corner of. The cloth opens there.',
    );
    expect(meshInWords(readObj(sheet(1, 1, 1), 'sheet').report).join()).not.toContain('T-junction');
  });
});
