import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../../src/physics';
import { readObj } from '../../../../src/physics/scenes/mesh/obj-file';
import { dividePolygon, triangleArea } from '../../../../src/physics/scenes/mesh/surface';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('lines of a mesh', () => {
  test('become springs, with the mass of a rope', () => {
    const { file, report } = readObj(`${SQUARE}l 1 2 3 4 1\n`, 'rope');
    expect(file.springs).toMatchObject({ kinds: Array(4).fill('structural') });
    expect(file.particles.masses).toEqual(Array(4).fill(0.05));
    expect(file.surface).toEqual([]);
    expect([report.counts.line, report.omitted.line]).toEqual([1, 0]);
    const simulation = createSimulation({ scene: file });
    expect(simulation.step(20).ok).toBe(true);
  });

  test('are the faces of two corners too, and add nothing to an edge', () => {
    const { file } = readObj(`${SQUARE}v 0 2 0\nf 1 2 3 4\nf 4 5\nl 1 2\n`, 'mesh');
    expect(file.springs?.pairs.slice(4, 5)).toEqual([[3, 4]]);
    expect(file.springs?.pairs).toHaveLength(7);
    const masses = file.particles.masses as number[];
    expect(masses[4]).toBeCloseTo(0.025, 12);
    expect(masses.reduce((a, b) => a + b)).toBeCloseTo(0.2 + 0.05, 12);
  });
});

describe('a polygon', () => {
  const massOf = (text: string) => (readObj(text, 'mesh').file.particles.masses as number[]).reduce((a, b) => a + b);

  test('that is concave has its own area, and no spring outside of it', () => {
    // An L of three unit squares.
    const points = ['1 1 0', '2 1 0', '2 0 0', '0 0 0', '0 2 0', '1 2 0'];
    const text = `${points.map((point) => `v ${point}\n`).join('')}f 3 2 1 6 5 4\n`;
    expect(massOf(text)).toBeCloseTo(0.6, 12);
    const { springs, surface } = readObj(text, 'L').file;
    expect(surface).toHaveLength(4);
    // What joins two corners across the notch resists bending alone.
    expect(springs?.kinds).not.toContain('shear');
    expect(springs?.pairs.filter((_, j) => springs.kinds?.[j] === 'structural')).toHaveLength(9);
  });

  test('with a corner on the line between two others keeps it, and its whole area', () => {
    for (const order of ['1 2 3 4 5', '2 3 4 5 1', '3 4 5 1 2', '5 4 3 2 1']) {
      const text = `v 0 0 0\nv 0.5 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf ${order}\n`;
      expect(massOf(text)).toBeCloseTo(0.2, 12);
      expect(new Set(readObj(text, 'mesh').file.surface?.flat()).size).toBe(5);
    }
  });

  test('of any shape has triangles of the same area that turn as it does', () => {
    const star = fc.tuple(
      fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 5, maxLength: 100 }),
      fc.nat(2),
      fc.boolean(),
    );
    fc.assert(
      fc.property(star, ([radii, axis, turned]) => {
        const n = radii.length;
        const flat = radii.map((r, i) => [r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n)]);
        const area = flat.reduce(
          (sum, [x, y], i) => sum + (x * flat[(i + 1) % n][1] - y * flat[(i + 1) % n][0]) / 2,
          0,
        );
        const corners = flat.map(
          ([x, y]) => [x, y, 0.5 * x].map((_, k, all) => all[(k + axis) % 3]) as [number, number, number],
        );
        if (turned) corners.reverse();
        const divided = dividePolygon(corners);
        if (typeof divided === 'string') throw new Error(divided);
        const sum = divided.triangles.reduce(
          (all, [a, b, c]) => all + triangleArea(corners[a], corners[b], corners[c]),
          0,
        );
        expect(sum / (area * Math.sqrt(1.25))).toBeCloseTo(1, 9);
        expect(divided.triangles).toHaveLength(n - 2);
        expect(new Set(divided.triangles.flat()).size).toBe(n);
      }),
    );
  });

  test('of more than 64 corners becomes triangles', () => {
    const n = 100;
    const circle = Array.from(
      { length: n },
      (_, i) => `v ${Math.cos((2 * Math.PI * i) / n)} ${Math.sin((2 * Math.PI * i) / n)} 0`,
    );
    const text = `${circle.join('\n')}\nf ${circle.map((_, i) => i + 1).join(' ')}\n`;
    const { file, report } = readObj(text, 'disk');
    expect(report.omitted.face).toBe(0);
    expect(file.surface).toHaveLength(n - 2);
    expect(massOf(text)).toBeCloseTo(0.2 * (n / 2) * Math.sin((2 * Math.PI) / n), 12);
    expect(file.springs?.pairs.length).toBeLessThan(4 * n);
  });
});
