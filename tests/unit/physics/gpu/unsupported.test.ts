import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSimulation, type Setup } from '../../../../src/physics';
import { UNSUPPORTED, unsupportedReason } from '../../../../src/physics/gpu/unsupported';
import type { Run } from '../../../../src/physics/run/run';
import { RUNS } from '../../../../src/physics/simulation';
import { catalog } from '../../../../src/runtime/host/catalog';
import { decode } from '../../../../src/ui/sharing/load-setup';

const SMALL = { rows: 6, columns: 6 };
const reasonOf = (setup: Setup) => unsupportedReason(RUNS.get(createSimulation(setup)) as Run);

test('the documentation lists what the GPU does not have', () => {
  const [, section] = readFileSync('docs/gpu.md', 'utf8').split('## What it has not');
  const items = Array.from(section.matchAll(/^- (.*)$/gm), ([, item]) => item.replace(/[;.]$/, ''));
  expect(items).toEqual(UNSUPPORTED.map(({ what }) => what));
});

test.each<[string, Setup]>([
  ['double precision', { precision: 'double', params: SMALL }],
  ['networks', { scene: 'chain' }],
  ['the membrane', { params: { ...SMALL, membraneMu: 100 } }],
  ['self-collision', { params: { ...SMALL, selfCollision: 1 } }],
  ['the strain limit', { params: { ...SMALL, strainLimit: 0.1 } }],
  ['tearing', { params: { ...SMALL, tearStrain: 0.3 } }],
])('a run that needs it stays on the CPU, with a sentence: %s', (what, setup) => {
  expect(reasonOf({ integrator: 'rk4', ...setup })).toMatch(new RegExp(`^The GPU .*${what}.*\\.$`));
});

test('the sentence names all that is lacking, and nothing else', () => {
  const params = { ...SMALL, selfCollision: 1, tearStrain: 0.3 };
  expect(reasonOf({ precision: 'double', params })).toBe(
    'The GPU does not have double precision, self-collision and tearing.',
  );
});

test.each(['symplectic-euler', 'implicit-euler'])(
  'cloth with wind, bending and a floor runs on the GPU: %s',
  (integrator) => {
    const simulation = createSimulation({ integrator, params: { ...SMALL, bending: 1e-5 } });
    simulation.apply({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 2] }] });
    simulation.apply({ type: 'planes', planes: [{ point: [0, 0, 0], normal: [0, 1, 0] }] });
    expect(unsupportedReason(RUNS.get(simulation) as Run)).toBeNull();
  },
);

test('the links to large scenes are valid, and what they open runs on the GPU', () => {
  const links = Array.from(readFileSync('docs/gpu.md', 'utf8').matchAll(/`#(scene=.*?)`/g), ([, hash]) => hash);
  expect(links.length).toBeGreaterThan(2);
  for (const hash of links) {
    const { setup, bad } = decode(hash, catalog());
    expect(bad, hash).toEqual([]);
    const { rows, columns } = setup.params;
    expect(rows * columns, hash).toBeGreaterThan(128 * 128);
    // A small net of the same scene, which lacks the same.
    const { scene, material, integrator, params } = setup;
    expect(reasonOf({ scene, material, integrator, params: { ...params, ...SMALL } }), hash).toBeNull();
  }
});

test('the default cloth runs on the GPU', () => {
  expect(reasonOf({ integrator: 'symplectic-euler' })).toBeNull();
});
