// @module-tag long
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSimulation, largestStrain, readClothsim } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';

const SCENE = JSON.parse(readFileSync('public/examples/assignments/clothsim-pinned4.json', 'utf8'));
const TEACHING = readFileSync('docs/teaching.md', 'utf8');
/** ks, density, and twice sag and strain, of the table in docs/teaching.md. */
const ROW = /^\| (\d+) +\| (\d+) +\| ([\d.]+) m +\| (\d+) % +\| ([\d.]+) m +\| (\d+) % +\|$/gm;
const rows = Array.from(TEACHING.matchAll(ROW), ([, ...cells]) => cells.map(Number));

test('the documentation has figures', () => expect(rows).toHaveLength(4));

test.each(LONG ? rows : rows.slice(0, 1))(
  'Berkeley’s cloth with ks = %i N/m and %i kg/m² sags as documented',
  { tags: ['sampled'] },
  (ks, density, ...expected) => {
    const cloth = { ...SCENE.cloth, ks, density };
    // On the JavaScript kernel the first half of the first row.
    const measured = (LONG ? [0, 0.1] : [0]).flatMap((strainLimit) => {
      const simulation = createSimulation({
        scene: readClothsim({ cloth }),
        precision: 'double',
        params: { strainLimit },
      });
      simulation.step(13_500);
      return [1 - simulation.particle(210).position[1], 100 * largestStrain(simulation.model, simulation.state)];
    });
    measured.forEach((value, i) => {
      expect(Math.abs(value - expected[i])).toBeLessThan(i % 2 === 0 ? 0.002 : 0.6);
    });
  },
);
