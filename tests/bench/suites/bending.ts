import { bendStrip, type StripCase } from '../../fixtures/cantilever';
import { droopOfElastica } from '../../fixtures/elastica';
import type { Suite } from '../report';

/** Strips of 20 cells along; on the bias 20 cells have 28 half diagonals. */
const STRIPS: [string, Omit<StripCase, 'load'>][] = [
  ['net, right diagonals', { mesh: 'right', cells: 20 }],
  ['net, left diagonals', { mesh: 'left', cells: 20 }],
  ['net, alternating diagonals', { mesh: 'alternating', cells: 20 }],
  ['net, right diagonals, 40 cells', { mesh: 'right', cells: 40 }],
  ['net, right diagonals, 80 cells', { mesh: 'right', cells: 80, breadth: 2 }],
  ['the same net, as triangles of any kind', { mesh: 'right', cells: 20, fitted: true }],
  ['alternating, as triangles of any kind', { mesh: 'alternating', cells: 20, fitted: true }],
  ['bias, diagonals across the strip', { mesh: 'bias across', cells: 28 }],
  ['bias, diagonals along the strip', { mesh: 'bias along', cells: 28 }],
  ['bias, alternating diagonals', { mesh: 'bias alternating', cells: 28 }],
  ['random triangles, seed 1', { mesh: 'random 1', cells: 20, breadth: 3 }],
  ['random triangles, seed 2', { mesh: 'random 2', cells: 20, breadth: 3 }],
  ['random triangles, seed 3', { mesh: 'random 3', cells: 20, breadth: 3 }],
];
const LOADS = [1, 10, 100, 1000];

/** The droop of strips under their weight, by net and direction. */
export const bending: Suite = {
  id: 'bending',
  about: 'the droop of strips under their weight, against the elastica',
  run(report) {
    const rows = STRIPS.map(([strip, one]) => {
      const cells = LOADS.map((load) => {
        if (load === 1000 && one.cells !== 80) return [`Γ = ${load}`, ''];
        const deviation = 100 * (bendStrip({ ...one, load }) / droopOfElastica(load) - 1);
        return [`Γ = ${load}`, `${deviation < 0 ? '−' : '+'}${Math.abs(deviation).toFixed(1)} %`];
      });
      return { strip, ...Object.fromEntries(cells) };
    });
    report.tables.push({ title: 'Deviation of H/W of a strip from the elastica', rows });
  },
};
