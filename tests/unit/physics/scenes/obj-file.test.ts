import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation, SceneError } from '../../../../src/physics';
import { readObj } from '../../../../src/physics/scenes/file/obj-file';
import { parseSceneFile } from '../../../../src/physics/scenes/file/parse-scene-file';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const pairs = (text: string, kind: string) => {
  const { springs } = readObj(text, 'mesh');
  return springs?.pairs.filter((_, j) => (springs.kinds as string[])[j] === kind);
};

/** Two adjacent quads: vertices 1 2 3 above 4 5 6. */
const STRIP = 'v 0 1 0\nv 1 1 0\nv 2 1 0\nv 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 4 5 2\nf 2 5 6 3\n';

describe('a mesh as cloth', () => {
  test('has one structural spring along every edge', () => {
    expect(pairs(`${SQUARE}f 1 2 3\nf 1 3 4\n`, 'structural')).toHaveLength(5);
    expect(pairs(STRIP, 'structural')).toHaveLength(7);
  });

  test('has shear springs along the diagonals of its quads', () => {
    expect(pairs(STRIP, 'shear')).toEqual([
      [0, 4],
      [1, 3],
      [1, 5],
      [2, 4],
    ]);
  });

  test('has bend springs between opposite corners of triangles, and along a strip of quads', () => {
    expect(pairs(`${SQUARE}f 1 2 3\nf 1 3 4\n`, 'bend')).toEqual([[1, 3]]);
    expect(pairs(`${SQUARE}f 1 2 3\nf 3 1 4\n`, 'bend')).toEqual([[1, 3]]);
    expect(pairs(STRIP, 'bend')?.sort()).toEqual([
      [0, 2],
      [3, 5],
    ]);
    const flipped = STRIP.replace('f 2 5 6 3', 'f 3 6 5 2');
    expect(pairs(flipped, 'bend')?.sort()).toEqual([
      [0, 2],
      [3, 5],
    ]);
  });

  test('has a mass of 0.2 kg per square metre, lumped by area', () => {
    const masses = readObj(`${SQUARE}f 1 2 3\nf 1 3 4\n`, 'mesh').particles.masses as number[];
    expect(masses.reduce((a, b) => a + b)).toBeCloseTo(0.2, 12);
    expect(masses[0]).toBeCloseTo(0.2 / 3, 12);
    expect(masses[1]).toBeCloseTo(0.2 / 6, 12);
  });

  test('is pinned at its two topmost corners, far apart, and runs', () => {
    const file = readObj(STRIP, 'strip');
    expect(file.particles.pinned).toEqual([0, 2]);
    const simulation = createSimulation({ scene: file });
    expect(simulation.step(240).ok).toBe(true);
    expect(simulation.particle(4).position[1]).toBeLessThan(0);
  });

  test('omits vertices without a face', () => {
    const { particles, surface } = readObj(`v 9 9 9\n${SQUARE}f 2 3 4\n`, 'mesh');
    expect(particles.positions).toHaveLength(3);
    expect(surface).toEqual([[0, 1, 2]]);
  });

  test.each([
    ['relative indices', `${SQUARE}f -4 -3 -2 -1\n`],
    ['corners with texture and normal', `${SQUARE}vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3//1 4/1\n`],
    ['lines that end with CR LF', `${SQUARE}f 1 2 3 4\n`.replaceAll('\n', '\r\n')],
    ['comments, groups and materials', `# a\nmtllib x.mtl\no s\ng a b\nusemtl m\ns off\n${SQUARE}f 1 2 3 4 # face\n`],
    ['a continued line', `${SQUARE}f 1 2 \\\n 3 4\n`],
    ['exponents, signs and a weight', 'v +0 0 0 1.0\nv 1e0 0 0\nv 1. 1.0E+0 0\nv 0 .1e1 0\nf 1 2 3 4'],
    ['spaces and tabs before and between words', '  v\t0 0 0\n v 1 0  0\n\tv 1 1 0\nv 0 1 0\n\nf 1  2\t3 4  '],
  ])('may have %s', (_, text) => {
    const { particles, surface } = readObj(text, 'mesh');
    expect(particles.positions).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
    ]);
    expect(surface).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
  });
});

/** Fault, text, and part of the error message. */
const MALFORMED: [string, string, string][] = [
  ['no text', '', 'no face'],
  ['vertices only', SQUARE, 'no face'],
  ['loose lines only', `${SQUARE}l 1 2\n`, 'no face'],
  ['a face before its vertices', 'f 1 2 3\nv 0 0 0\n', 'line 1: there is no vertex 1'],
  ['a vertex 0', `${SQUARE}f 0 1 2\n`, 'line 5: there is no vertex 0'],
  ['a missing vertex', `${SQUARE}f 1 2 5\n`, 'line 5: there is no vertex 5'],
  ['a relative index of a missing vertex', `${SQUARE}f -5 1 2\n`, 'line 5: there is no vertex -5'],
  ['two corners', `${SQUARE}f 1 2\n`, 'line 5: a face needs at least three corners, got 2'],
  [
    '65 corners',
    `${'v 0 0 0\n'.repeat(65)}f ${Array.from({ length: 65 }, (_, i) => i + 1).join(' ')}\n`,
    'line 66: a face has at most 64 corners, got 65',
  ],
  ['no corner', `${SQUARE}f\n`, 'line 5: a face needs at least three corners, got 0'],
  ['a corner twice', `${SQUARE}f 1 2 2\n`, 'line 5: vertex 2 occurs twice'],
  ['a corner twice, once relative', `${SQUARE}f 1 2 -4\n`, 'line 5: vertex 1 occurs twice'],
  ['a corner that is a word', `${SQUARE}f 1 2 three\n`, 'line 5: "three" is not a corner'],
  ['a corner with a fraction', `${SQUARE}f 1 2 3.5\n`, 'line 5: "3.5" is not a corner'],
  ['a corner with four parts', `${SQUARE}f 1/1/1/1 2 3\n`, 'line 5: "1/1/1/1" is not a corner'],
  ['a corner with a slash too many', `${SQUARE}f 1/ 2 3\n`, 'line 5: "1/" is not a corner'],
  ['a corner with two slashes too many', `${SQUARE}f 1// 2 3\n`, 'line 5: "1//" is not a corner'],
  ['a face twice', `${SQUARE}f 1 2 3\nf 3 1 2\n`, 'line 6: the face has the same corners as the face in line 5'],
  ['a corner without vertex', `${SQUARE}f /1 2 3\n`, 'line 5: "/1" is not a corner'],
  ['two coordinates', 'v 0 0\n', 'line 1: a vertex needs three coordinates, got 2'],
  ['no coordinate', 'v\n', 'line 1: a vertex needs three coordinates, got 0'],
  ['a coordinate that is a word', 'v 0 up 0\n', 'line 1: "up" is not a coordinate'],
  ['a coordinate NaN', 'v 0 NaN 0\n', 'line 1: "NaN" is not a coordinate'],
  ['a coordinate Infinity', 'v 0 0 Infinity\n', 'line 1: "Infinity" is not a coordinate'],
  ['a coordinate too large', 'v 0 0 1e999\n', 'line 1: "1e999" is not a coordinate'],
  // The square of a distance to it overflows, though the area of its face does not.
  ['a coordinate too far away', 'v -1.4e154 0 0\n', 'line 1: the coordinate "-1.4e154" is beyond ±1e+150 m'],
  ['a hexadecimal coordinate', 'v 0 0x10 0\n', 'line 1: "0x10" is not a coordinate'],
  ['a coordinate with a comma', 'v 0,5 0 0\n', 'line 1: "0,5" is not a coordinate'],
  ['a word after the coordinates', 'v 0 0 0 red\n', 'line 1: "red" is not a coordinate'],
  ['an unknown statement', `${SQUARE}face 1 2 3\n`, 'line 5: there is no statement "face"'],
  ['a statement in capitals', 'V 0 0 0\n', 'line 1: there is no statement "V"'],
  ['a free-form surface', `${SQUARE}cstype bspline\n`, 'line 5: "cstype" is part of a free-form surface'],
  ['JSON', '{"hooke": 1}', 'line 1: there is no statement'],
  ['a page', '<!doctype html>\n', 'line 1: there is no statement'],
  ['an STL file', 'solid cube\n', 'line 1: there is no statement "solid"'],
  ['a third face at an edge', `${SQUARE}v 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n`, 'line 8: the edge from vertex 1 to 2'],
  ['a face on a line', 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n', 'line 4: the face has no area'],
  ['two vertices at the same position', 'v 0 0 0\nv 0 0 0\nv 2 0 0\nf 1 2 3\n', 'line 4: the face has no area'],
  ['a face too large', 'v 0 0 0\nv 1e140 0 0\nv 0 1e140 0\nf 1 2 3\n', 'line 4: the face is too large'],
  ['an error after CR LF', `${SQUARE}f 1 2 9\n`.replaceAll('\n', '\r\n'), 'line 5: there is no vertex 9'],
  ['an error after a continued line', `${SQUARE}f 1 2 \\\n3\nf 1 2 9\n`, 'line 7: there is no vertex 9'],
];

describe('a mesh that can’t become cloth', () => {
  test.each(MALFORMED)('is rejected for %s', (_, text, says) => {
    expect(() => readObj(text, 'mesh')).toThrow(SceneError);
    expect(() => readObj(text, 'mesh')).toThrow(says);
  });

  test('throws nothing but a SceneError', () => {
    const word = fc.constantFrom(
      'v',
      'f',
      '1',
      '-1',
      '2',
      '3',
      '1/2/3',
      '0.5',
      '1e9',
      '\\',
      '#',
      'x',
      '\r\n',
      '\n',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        try {
          parseSceneFile(readObj(SQUARE + words.join(' '), 'any'));
        } catch (error) {
          expect(error).toBeInstanceOf(SceneError);
        }
      }),
    );
  });
});
