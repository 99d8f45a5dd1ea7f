import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runExperiment } from '../../../src/physics';

const TEACHING = readFileSync('docs/teaching.md', 'utf8');

/** The cells of a row of a table in docs/teaching.md, by its first cell, as numbers. */
function documented(first: string): number[] {
  const line = TEACHING.split('\n').find((one) => one.startsWith(`| ${first} `)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.replace(' mm', '')));
}

/** The values of the last row of each run, by column. */
function lastRows(name: string): Record<string, string>[] {
  const { csv } = runExperiment(JSON.parse(readFileSync(`public/examples/assignments/${name}.json`, 'utf8')));
  const [heads, ...rows] = csv
    .trim()
    .split('\r\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(','));
  const last = new Map(rows.map((row) => [row[0], Object.fromEntries(heads.map((head, i) => [head, row[i]]))]));
  return [...last.values()];
}

function near(values: readonly number[], expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length);
  values.forEach((value, i) => {
    expect(Math.abs(value / expected[i] - 1)).toBeLessThan(0.01);
  });
}

test('the errors of an oscillator after 2 s are as documented, and fall with the order of the method', () => {
  const rows = lastRows('oscillator');
  const orders = { 'symplectic-euler': 1, 'implicit-euler': 1, midpoint: 2, 'tr-bdf2': 2, rk4: 4 };
  for (const id of ['explicit-euler', ...Object.keys(orders)]) {
    const errors = rows
      .filter(({ integrator }) => integrator === id)
      .map((row) => Number(row['error of particle 1 / m']));
    const printed = documented(`\`${id}\``);
    expect(printed).toHaveLength(4);
    near(errors, printed);
  }
  for (const [id, order] of Object.entries(orders)) {
    const [, , coarse, fine] = documented(`\`${id}\``);
    const measured = Math.log2(coarse / fine);
    expect(Math.abs(measured - order)).toBeLessThan(0.25);
  }
});

test('the local and the global step come to implicit Euler as documented', { tags: ['long'] }, () => {
  const rows = lastRows('fast-mass-spring');
  const corner = (row: Record<string, string>) =>
    ['x', 'y', 'z'].map((axis) => Number(row[`${axis} of particle 380 / m`]));
  const newton = rows.find(({ integrator }) => integrator === 'implicit-euler-newton');
  const printed = documented('distance');
  const distances = rows
    .filter(({ integrator }) => integrator === 'projective-dynamics')
    .map((row) => 1000 * Math.hypot(...corner(row).map((x, i) => x - corner(newton as typeof row)[i])));
  near(distances, printed);
  [30, 100, 300].forEach((iterations, i) => {
    const rate = Math.log(distances[i + 3] / distances[i + 4]) / ([100, 300, 1000][i] - iterations);
    expect(rate).toBeGreaterThan(0.002);
    expect(rate).toBeLessThan(0.007);
  });
});
