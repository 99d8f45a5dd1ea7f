import { expect, test } from 'vitest';
import type { LeagueEntry, LeagueReport } from '../../../../src/physics/analysis/studies/league-study';
import {
  aboutText,
  adviceText,
  bestRun,
  bestRuns,
  conclusionText,
  costText,
  energyText,
  errorText,
  settingsText,
  tableOf,
} from '../../../../src/ui/instruments/league-text';

const run = (cost: number, error: number | null, more: Partial<LeagueEntry> = {}): LeagueEntry => ({
  method: 'xpbd',
  dt: 1 / 60,
  iterations: 20,
  error,
  cost,
  energy: -0.125,
  stretch: 0.1,
  outcome: error === null ? 'blew up' : 'finished',
  ...more,
});
const report: LeagueReport = {
  duration: 0.5,
  size: 1.4,
  visible: 0.014,
  moved: 0.3,
  doubt: null,
  reference: { method: 'rk4', dt: 1e-4, error: 2e-6 },
  winner: null,
  front: [],
  entries: [run(9, 0.01), run(3, 0.03), run(5, 0.05), run(20, 0.002), run(2, null), run(7, 0.012, { method: 'pbd' })],
};

test('of a method’s runs only those count that no other one beats', () => {
  expect(bestRuns(report.entries, 'xpbd').map(({ cost }) => cost)).toEqual([3, 9, 20]);
});

test('a method is represented by its cheapest run whose error is not seen, or else by the most accurate', () => {
  expect(bestRun(report, 'xpbd')?.cost).toBe(9);
  expect(bestRun({ ...report, visible: 1e-9 }, 'xpbd')?.cost).toBe(20);
  expect(bestRun(report, 'rk4')).toBe(null);
});

test('the winner represents its method, also where a cheaper run of it makes energy', () => {
  const winner = run(9, 0.01);
  const entries = [run(4, 0.009, { energy: 0.2 }), winner];
  expect(bestRun({ ...report, entries, winner }, 'xpbd')).toBe(winner);
});

test('values have their units', () => {
  expect(settingsText(report.entries[0])).toBe('dt = 16.7 ms, 20 iterations');
  expect(settingsText({ dt: 1e-3, iterations: null })).toBe('dt = 1 ms');
  expect(errorText(report.entries[0])).toBe('10 mm');
  expect(errorText(report.entries[4])).toBe('blew up');
  expect(costText(report.entries[0])).toBe('9 ms/s');
  expect(energyText(report.entries[0])).toBe('−12.5 %');
  expect(aboutText(report, true, (id) => id.toUpperCase())).toBe(
    '500 ms of motion after a standard throw from the current state, nothing grabbed. Reference: RK4 at dt = 100 µs, itself 2 µm from the limit of short steps. An error of 14 mm, 1 % of the scene’s size, is not seen. A run that ends with more than 1 % of the largest kinetic energy above the reference makes energy.',
  );
});

test('the conclusion says for what the winner is one, and why there is none', () => {
  const says = (more: Partial<LeagueReport>, throws = true) =>
    conclusionText({ ...report, ...more }, throws, (id) => id);
  const [winner] = report.entries;
  expect(says({ winner })).toBe(
    'In 500 ms of a throw, xpbd at dt = 16.7 ms, 20 iterations is the cheapest of 2 methods within 14 mm of the exact motion that makes no energy: 9 ms/s of computing, error 10 mm.',
  );
  expect(says({ winner, entries: [winner] })).toContain('is the only method within 14 mm');
  expect(says({})).toContain('no run stays within 14 mm of the exact motion without making energy');
  expect(says({ doubt: 'still', moved: 1e-5 }, false)).toBe(
    'Nothing to compare: in 500 ms of the present motion the scene moves by 10 µm, less than the 14 mm that are seen.',
  );
  expect(says({ doubt: 'reference' })).toContain('its own error is 2 µm');
});

test('the table has every run, and nothing for one that did not finish', () => {
  const rows = tableOf(report);
  expect(rows).toHaveLength(7);
  expect(rows[1]).toEqual(['xpbd', 1 / 60, 20, 0.01, 9, -0.125, 0.1, 'finished']);
  expect(rows[5].slice(3)).toEqual([null, 2, null, null, 'blew up']);
});

test('the advice is the most accurate run within the budget, with its error and cost, or says what is too dear', () => {
  const front = [run(30, 0.05), run(90, 0.01, { method: 'tr-bdf2', iterations: null }), run(600, 0.002)];
  const says = (budget: number, more: Partial<LeagueReport> = {}) =>
    adviceText({ ...report, front, ...more }, budget, (id) => id.toUpperCase());
  expect(says(1.5)).toBe(
    'At 60 pictures a second: TR-BDF2 at dt = 16.7 ms. It takes 1.5 ms for a picture here, and its error in this motion is at most 10 mm, 0.7 % of the scene’s size.',
  );
  expect(says(1.49)).toContain('XPBD at dt = 16.7 ms, 20 iterations. It takes 500 µs for a picture');
  expect(says(0.1)).toBe(
    'No run fits: the cheapest without made energy, XPBD at dt = 16.7 ms, 20 iterations, takes 500 µs for a picture.',
  );
  expect(says(Number.NaN)).toContain('Enter a time');
  expect(says(1, { front: [] })).toBe('No run can be advised: see above.');
});
