import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation, SceneError } from '../../../../src/physics';
import { parseSceneFile } from '../../../../src/physics/scenes/file/parse-scene-file';
import { readObj } from '../../../../src/physics/scenes/mesh/obj-file';
import { listOfOmissions, omissionsInWords } from '../../../../src/runtime/jobs/mesh-words';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';
const pairs = (text: string, kind: string) => {
  const { springs } = readObj(text, 'mesh').file;
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
    const masses = readObj(`${SQUARE}f 1 2 3\nf 1 3 4\n`, 'mesh').file.particles.masses as number[];
    expect(masses.reduce((a, b) => a + b)).toBeCloseTo(0.2, 12);
    expect(masses[0]).toBeCloseTo(0.2 / 3, 12);
    expect(masses[1]).toBeCloseTo(0.2 / 6, 12);
  });

  test('is pinned at its two topmost corners, far apart, and runs', () => {
    const { file } = readObj(STRIP, 'strip');
    expect(file.particles.pinned).toEqual([0, 2]);
    const simulation = createSimulation({ scene: file });
    expect(simulation.step(240).ok).toBe(true);
    expect(simulation.particle(4).position[1]).toBeLessThan(0);
  });

  test('omits vertices without a face', () => {
    const { particles, surface } = readObj(`v 9 9 9\n${SQUARE}f 2 3 4\n`, 'mesh').file;
    expect(particles.positions).toHaveLength(3);
    expect(surface).toEqual([[0, 1, 2]]);
  });

  test.each([
    ['relative indices', `${SQUARE}f -4 -3 -2 -1\n`],
    ['corners with texture and normal', `${SQUARE}vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3//1 4/1\n`],
    ['lines that end with CR LF', `${SQUARE}f 1 2 3 4\n`.replaceAll('\n', '\r\n')],
    ['comments, groups and materials', `# a\nmtllib x.mtl\no s\ng a b\nusemtl m\ns off\n${SQUARE}f 1 2 3 4 # face\n`],
    ['a continued line', `${SQUARE}f 1 2 \\\n 3 4\n`],
    ['a byte order mark', `\ufeff${SQUARE}f 1 2 3 4\n`],
    ['a face above its vertices', `f 1 2 3 4\n${SQUARE}`],
    ['corners with empty parts', `${SQUARE}f 1/ 2// 3/1/ 4//1\n`],
    ['exponents, signs and a weight', 'v +0 0 0 1.0\nv 1e0 0 0\nv 1. 1.0E+0 0\nv 0 .1e1 0\nf 1 2 3 4'],
    ['spaces and tabs before and between words', '  v\t0 0 0\n v 1 0  0\n\tv 1 1 0\nv 0 1 0\n\nf 1  2\t3 4  '],
  ])('may have %s', (_, text) => {
    const { file, report } = readObj(text, 'mesh');
    const { particles, surface } = file;
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
    expect(report).toMatchObject({ omitted: { face: 0, line: 0, vertex: 0 }, omissions: [], statements: [] });
  });
});

/** A part that is wrong, the text after `SQUARE`, what is left out of it, and why. */
const OMITTED: [string, string, string, string][] = [
  ['a vertex 0', 'f 0 1 2', 'face', 'there is no vertex 0; the first vertex is 1'],
  ['a missing vertex', 'f 1 2 5', 'face', 'there is no vertex 5; there are 4'],
  ['a relative index of a missing vertex', 'f -5 1 2', 'face', 'there is no vertex -5; there are 4 above this line'],
  ['no corner', 'f', 'face', 'a face needs at least three corners, got 0'],
  ['a corner twice', 'f 1 2 2', 'face', 'vertex 2 occurs twice in the face'],
  ['a corner twice, once relative', 'f 1 2 -4', 'face', 'vertex 1 occurs twice in the face'],
  ['a corner that is a word', 'f 1 2 three', 'face', '"three" is not a corner'],
  ['a corner with a fraction', 'f 1 2 3.5', 'face', '"3.5" is not a corner'],
  ['a corner with four parts', 'f 1/1/1/1 2 3', 'face', '"1/1/1/1" is not a corner'],
  ['a corner without vertex', 'f /1 2 3', 'face', '"/1" is not a corner'],
  ['a line of one vertex', 'l 1', 'line', 'a line needs at least two vertices, got 1'],
  ['a line with a missing vertex', 'l 1 9', 'line', 'there is no vertex 9; there are 4'],
  ['a line from a vertex to itself', 'l 3 3', 'line', 'vertex 3 is at both ends of a line'],
  ['a face of two corners, one of them missing', 'f 1 9', 'line', 'there is no vertex 9; there are 4'],
  ['two coordinates', 'v 0 0', 'vertex', 'a vertex needs three coordinates, got 2'],
  ['no coordinate', 'v', 'vertex', 'a vertex needs three coordinates, got 0'],
  ['a coordinate that is a word', 'v 0 up 0', 'vertex', '"up" is not a coordinate'],
  ['a coordinate NaN', 'v 0 NaN 0', 'vertex', '"NaN" is not a coordinate'],
  ['a coordinate Infinity', 'v 0 0 Infinity', 'vertex', '"Infinity" is not a coordinate'],
  // The square of a distance to it overflows in single precision.
  ['a coordinate too far away', 'v -1.4e19 0 0', 'vertex', 'the coordinate "-1.4e19" is beyond ±1000000000000000'],
  ['a hexadecimal coordinate', 'v 0 0x10 0', 'vertex', '"0x10" is not a coordinate'],
  ['a coordinate with a comma', 'v 0,5 0 0', 'vertex', '"0,5" is not a coordinate'],
  ['a word after the coordinates', 'v 0 0 0 red', 'vertex', '"red" is not a coordinate'],
  ['a face on a line', 'v 2 0 0\nf 1 2 5', 'face', 'the face has no area'],
  ['two vertices at the same position', 'v 0 0 0\nf 1 2 5', 'face', 'the face has no area'],
  ['a face that crosses itself', 'v 3 -1 0\nv 3 1 0\nv 4 0 0\nf 5 6 1 7 2', 'face', 'the face crosses itself'],
];

describe('a mesh with a part that can’t become cloth', () => {
  test.each(OMITTED)('is read without it: %s', (_, lines, what, reason) => {
    const text = `${SQUARE}${lines}\nf 1 2 3 4\n`;
    const { file, report } = readObj(text, 'mesh');
    const line = 4 + lines.split('\n').length;
    expect(report.omissions).toEqual([{ what, line, reason }]);
    expect(report.omitted).toEqual({ face: 0, line: 0, vertex: 0, [what]: 1 });
    expect(file.surface).toHaveLength(2);
    expect(file.springs?.pairs).toHaveLength(6);
    // The same after CR LF, and after a continued line.
    expect(readObj(text.replaceAll('\n', '\r\n'), 'mesh').report).toEqual(report);
    expect(readObj(`# a\nvn 0 \\\n0 1\n${text}`, 'mesh').report.omissions[0].line).toBe(line + 3);
  });

  test.each(OMITTED)('is rejected if it has nothing else, with the first reason: %s', (_, lines, __, reason) => {
    const read = () => readObj(`${SQUARE}${lines}\n`, 'mesh');
    expect(read).toThrow(SceneError);
    expect(read).toThrow(
      `it has no face and no line that can become cloth; line ${4 + lines.split('\n').length}: ${reason}`,
    );
  });

  test.each([
    ['no text', ''],
    ['vertices only', SQUARE],
    ['JSON', '{"hooke": 1}'],
    ['a page', '<!doctype html>\n'],
    ['an STL file', 'solid cube\nfacet normal 0 0 1\nvertex 0 0 0\n'],
    ['a free-form surface', `${SQUARE}cstype bspline\nsurf 0 1 0 1 1 2 3 4\nend\n`],
  ])('is rejected for %s', (_, text) => {
    expect(() => readObj(text, 'mesh')).toThrow(SceneError);
    expect(() => readObj(text, 'mesh')).toThrow('it has no face and no line that can become cloth');
  });

  test('keeps the first two faces of an edge, and the first of two with the same corners', () => {
    const three = readObj(`${SQUARE}v 0 0 1\nf 1 2 3\nf 2 1 4\nf 1 2 5\nf 1 3 5\n`, 'mesh');
    expect(three.file.surface).toHaveLength(3);
    expect(three.report.omissions).toEqual([
      { what: 'face', line: 8, reason: 'the edge from vertex 1 to 2 has two faces already' },
    ]);
    const twice = readObj(`${SQUARE}f 1 2 3\nf 3 1 2\n`, 'mesh');
    expect(twice.file.surface).toEqual([[0, 1, 2]]);
    expect(twice.report.omissions).toEqual([
      { what: 'face', line: 6, reason: 'the face has the same corners as the face in line 5' },
    ]);
  });

  test('keeps the number of a vertex that can’t be read, and leaves out the faces that have it', () => {
    const { file, report } = readObj(`v 0 x 0\n${SQUARE}f 1 2 3\nf 2 3 4 5\n`, 'mesh');
    expect(file.particles.positions).toHaveLength(4);
    expect(report.omitted).toEqual({ face: 1, line: 0, vertex: 1 });
    expect(report.omissions[1].reason).toBe('the position of vertex 1 can’t be read');
  });

  test('counts the statements of other programs, and comments that are wrapped', () => {
    const words = 'ny nv nl vv e pe vl adjf stitch seam t vw cstype curv V face'.split(' ');
    const lines = words.map((word) => `${word} 1 2 3`).join('\n');
    const { file, report } = readObj(`# a comment that\ngoes on\n${SQUARE}${lines}\nny 3\nf 1 2 3 4\n`, 'mesh');
    expect(file.surface).toHaveLength(2);
    expect(report.omissions).toEqual([]);
    expect(report.statements.slice(0, 3)).toEqual([
      ['goes', 1],
      ['ny', 2],
      ['nv', 1],
    ]);
    expect(report.statements.reduce((sum, [, count]) => sum + count, 0)).toBe(words.length + 2);
    expect(report.statements).toHaveLength(9);
    expect(omissionsInWords(report)).toEqual([
      '18 statements that Hooke does not read are left out: goes, ny (2 times), nv, nl, vv, e, pe, vl, … (9 times).',
    ]);
  });

  test('is told in words', () => {
    const lines = ['f 1 2 2', 'l 1 1', 'v x', 'f 1 2 3 4', 'f 1 2'];
    const { report } = readObj(`${SQUARE}${lines.join('\n')}`, 'mesh');
    expect(omissionsInWords(report)).toEqual(['1 of 2 faces, 1 of 2 lines and 1 of 5 vertices are left out.']);
    expect(listOfOmissions(report, 2)).toEqual([
      'Line 5: vertex 2 occurs twice in the face.',
      'Line 6: vertex 1 is at both ends of a line.',
    ]);
    const one = readObj(`${SQUARE}f 1 2 2\nf 1 2 3`, 'mesh').report;
    expect(omissionsInWords(one)).toEqual(['1 of 2 faces is left out.']);
  });

  test('lists at most 1,000 parts, and counts all', () => {
    const { report } = readObj(`${SQUARE}${'f 1 2 2\n'.repeat(1500)}f 1 2 3 4\n`, 'mesh');
    expect([report.omissions.length, report.omitted.face, report.counts.face]).toEqual([1000, 1500, 1501]);
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
          parseSceneFile(readObj(SQUARE + words.join(' '), 'any').file);
        } catch (error) {
          expect(error).toBeInstanceOf(SceneError);
        }
      }),
    );
  });
});
