/** Texts of Wavefront OBJ files: made of its statements, and good meshes with changes. */
import fc from 'fast-check';
import type { SceneFile } from '../../src/physics';
import type { MeshReport } from '../../src/physics/scenes/mesh/mesh-report';
import { type ReadMesh, readObj } from '../../src/physics/scenes/mesh/obj-file';
import { attackByCases } from './attack';
import { checkFaults, type FaultyMesh, withFaults } from './mesh-faults';
import { equal, rejection } from './rule';
import { checkFile } from './scene-files';

/** A net of quads or triangles, 2 × 2 to 5 × 5 vertices. */
const net = fc
  .tuple(
    fc.integer({ min: 2, max: 5 }),
    fc.integer({ min: 2, max: 5 }),
    fc.boolean(),
    fc.double({ noNaN: true, min: 1e-3, max: 10 }),
  )
  .map(([rows, columns, quads, size]) => {
    const lines: string[] = [];
    for (let i = 0; i < rows * columns; i++)
      lines.push(`v ${size * (i % columns)} ${-size * Math.floor(i / columns)} ${(i * 7) % 3}`);
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const a = row * columns + column + 1;
        if (quads) lines.push(`f ${a} ${a + columns} ${a + columns + 1} ${a + 1}`);
        else lines.push(`f ${a} ${a + columns} ${a + 1}`, `f ${a + 1} ${a + columns} ${a + columns + 1}`);
      }
    }
    return lines;
  });

const number = fc.oneof(
  fc.double().map(String),
  fc.integer({ min: -3, max: 12 }).map(String),
  fc.constantFrom('1e39', '1e-320', '-1e308', '1e999', '0x1', '1,5', '', 'NaN', '.', '+.5', '1.', '1e', '٣', '1_0'),
);
const corner = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -9, max: 9 }).map(String) },
  { weight: 1, arbitrary: fc.array(number, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')) },
);
const words = fc.constantFrom(
  ...'vn vt vp g o s usemtl mtllib l p ny vv stitch adjf curv surf end V F face # \\ {"hooke":1} <html> solid __proto__'.split(
    ' ',
  ),
);
const statement = fc.oneof(
  { weight: 3, arbitrary: fc.array(number, { maxLength: 7 }).map((all) => `v ${all.join(' ')}`) },
  { weight: 4, arbitrary: fc.array(corner, { maxLength: 6 }).map((all) => `f ${all.join(' ')}`) },
  { weight: 1, arbitrary: fc.array(corner, { maxLength: 6 }).map((all) => `l ${all.join(' ')}`) },
  // Many corners in any order: concave, or across itself.
  {
    weight: 1,
    arbitrary: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 2 }).map((all) => `f ${all.join(' ')}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 60, max: 300 })
      .map((n) => `f ${Array.from({ length: n }, (_, i) => i + 1).join(' ')}`),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(words, fc.array(number, { maxLength: 3 })).map(([word, all]) => `${word} ${all.join(' ')}`),
  },
  { weight: 1, arbitrary: fc.string() },
  // What only Hooke writes.
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('masses', 'pinned', 'structural', 'shear', 'bend', 'other'),
        fc.array(number, { maxLength: 6 }),
      )
      .map(([word, all]) => `#hooke ${word} ${all.join(' ')}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\t',
      '\\',
      'f \\',
      'v 0 0 \\',
      '\u2028',
      '\ufeff',
      '\0',
      '\ud800',
      '\u{10ffff}',
      `v ${'9'.repeat(400)} 0 0`,
    ),
  },
);

/** Lines of a mesh with some replaced, left out or added. */
const changed = fc
  .tuple(
    net,
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom('replace', 'insert', 'remove', 'swap'), statement), { maxLength: 4 }),
  )
  .map(([lines, changes]) => {
    const all = [...lines];
    for (const [place, kind, line] of changes) {
      const at = place % Math.max(1, all.length);
      if (kind === 'replace') all[at] = line;
      else if (kind === 'insert') all.splice(at, 0, line);
      else if (kind === 'remove') all.splice(at, 1);
      else [all[at], all[0]] = [all[0], all[at]];
    }
    return all;
  });

const text: fc.Arbitrary<{ text: string } | FaultyMesh> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: fc.array(statement, { maxLength: 20 }) }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([lines, end]) => ({ text: lines.join(end) }));

/** Everything that the file has is read or counted as left out. */
function checkReport({ counts, omitted, omissions, statements }: MeshReport, text: string): void {
  const listed = { face: 0, line: 0, vertex: 0 };
  for (const { what, line } of omissions) {
    listed[what]++;
    if (!(line >= 1 && line <= text.split(/\r\n|\n|\r/).length)) throw new Error(`there is no line ${line}`);
  }
  equal(JSON.stringify(listed), JSON.stringify(omitted), 'the parts that are listed');
  for (const what of ['face', 'line', 'vertex'] as const) {
    if (omitted[what] > counts[what]) throw new Error(`more of ${what} are left out than there are`);
  }
  if (statements.some(([word, count]) => word === '' || !(count > 0))) throw new Error('an empty entry');
}

/** Every particle has a mass, and every spring and triangle has particles. */
function checkParts({ particles, springs, surface = [] }: SceneFile, { mass, pieces }: MeshReport): void {
  const { positions, masses } = particles;
  const n = positions.length;
  const sum = [masses].flat().reduce((total, one) => total + one, 0);
  if (!(Math.abs(sum - mass) <= 1e-9 * Math.abs(mass))) throw new Error(`the masses are ${sum} kg, not ${mass} kg`);
  if (!(pieces >= 1 && pieces <= n)) throw new Error(`${pieces} pieces of ${n} particles`);
  for (const corners of [...(springs?.pairs ?? []), ...surface]) {
    if (corners.some((i) => !(i >= 0 && i < n))) throw new Error(`there is no particle of ${corners.join(', ')}`);
    if (new Set(corners).size < corners.length) throw new Error(`${corners.join(', ')} has a particle twice`);
  }
}

/** Mostly as a file is dropped. */
const options = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({
      unit: fc.constantFrom('m' as const, 'cm' as const, 'mm' as const, 'in' as const),
      weld: fc.constantFrom(null, 0, 1e-3, 0.5, 1e9),
      density: fc.constantFrom(0.06, 0.2),
    }),
  },
);

/** One of so many texts is run by the engine, saved and rewound, which takes a hundred times as long as reading it. */
const RUN_ONE_OF = 12;

export const obj = attackByCases(
  'obj',
  'texts of OBJ files: made of its statements, and good meshes with changes or faults',
  fc.record({
    mesh: fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: withFaults(net) }),
    options,
    runs: fc.nat(RUN_ONE_OF - 1).map((k) => k === 0),
  }),
  ({ mesh, options, runs }, count) => {
    const { text } = mesh;
    const isFaulty = 'good' in mesh;
    let read: ReadMesh | undefined;
    const message = rejection(() => {
      read = readObj(text, 'mesh', isFaulty ? {} : options);
    });
    if (!read) {
      count('rejected');
      // Only a text without any geometry is.
      if (!message?.startsWith('scene file: it has no face and no line')) throw new Error(`rejected with ${message}`);
      return;
    }
    count('read');
    const { file, report } = read;
    checkReport(report, text);
    checkParts(file, report);
    if (isFaulty) checkFaults(mesh, report);
    if (!runs) return;
    // In single precision a mass may be too small.
    if (checkFile(file, 'single')) count('accepted');
    if (!checkFile(file, 'double')) throw new Error('the engine rejects what the reader has read');
  },
);
