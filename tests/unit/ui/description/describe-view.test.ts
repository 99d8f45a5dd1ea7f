import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SCENES, type Vec3 } from '../../../../src/physics';
import { describeView } from '../../../../src/ui/description/describe-view';
import { type LabInNode, openLabInNode } from '../../../fixtures/lab-in-node';
import { optionsOfScene } from '../../../fixtures/scenes-in-turn';

let lab: LabInNode;
beforeEach(() => {
  lab = openLabInNode();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The sentences by their heading. */
function said(rests = false): Record<string, string[]> {
  const { frame, catalog, paused, messages } = lab;
  const texts = messages.list.flatMap(({ text, reason = '' }) => [text, reason]).filter(Boolean);
  const page = { paused, rests, followsLimit: false, messages: texts, instruments: [] };
  return Object.fromEntries(describeView(frame, catalog, page).map(({ heading, sentences }) => [heading, sentences]));
}

/** m; of the free particles, by their masses. */
function centerOfMass(): Vec3 {
  const { positions, structure } = lab.frame;
  const sum: Vec3 = [0, 0, 0];
  let mass = 0;
  structure.masses.forEach((m, i) => {
    if (structure.pinned[i]) return;
    mass += m;
    for (let axis = 0; axis < 3; axis++) sum[axis] += m * positions[4 * i + axis];
  });
  return sum.map((x) => x / mass) as Vec3;
}

test('the default cloth', async () => {
  await lab.send({ type: 'scene', scene: 'cloth' });
  lab.pause();
  for (let i = 0; i < 200 && lab.frame.status.stability.sought; i++) await lab.frames(1);
  const { Scene, Motion, Method, Result } = said();
  expect(Scene).toEqual([
    'Scene: Cloth.',
    '32 rows × 32 columns of particles, 5,826 springs.',
    'Material: particle mass 0.000195 kg, stiffness 200 N/m.',
    'Pinned: top left corner, top right corner.',
    'Obstacles: floor.',
    'Forces: gravity 9.81 m/s².',
  ]);
  expect(Motion.slice(0, 2)).toEqual(['Paused. 0.000 s, step 0', 'Nothing has moved yet.']);
  expect(Method[0]).toBe('Method: Symplectic Euler.');
  expect(Method[1]).toMatch(
    /^dt = 0\.3 ms is \d\d % of its limit with Symplectic Euler, [\d.]+ ms: small motion stays small\.$/,
  );
  expect(Result).toEqual([
    expect.stringMatching(/^Energy: kinetic energy 0 J, elastic energy .*, gravitational energy 1\.4\d J\.$/),
  ]);
});

describe.each(SCENES.map((scene) => [scene.id, scene] as const))('%s', (id, scene) => {
  test('is described as it is, and as it moves', optionsOfScene(scene, 3), async () => {
    await lab.send({ type: 'scene', scene: id });
    await lab.step(10);
    const before = centerOfMass();
    const first = said();
    const { structure, status } = lab.frame;
    await lab.step(1);
    const after = centerOfMass();
    const sentences = Object.values(first).flat();
    for (const sentence of sentences) expect(sentence).not.toMatch(/NaN|Infinity|undefined|null|\[object| {2}/);
    expect(first.Scene[1]).toContain(
      structure.grid
        ? `${status.params.rows} rows × ${status.params.columns} columns`
        : `Particles: ${status.particleCount}`,
    );
    const isPinned = first.Scene.some((sentence) => sentence.startsWith('Pinned: '));
    expect(isPinned).toBe(status.pinned.length > 0);
    // What the particles do in the next step agrees with what was said before it.
    const way = after.map((x, axis) => x - before[axis]);
    const motion = first.Motion.join(' ');
    if (motion.includes('Motion: falls')) expect(way[1]).toBeLessThan(0);
    if (motion.includes('Motion: rises')) expect(way[1]).toBeGreaterThan(0);
    if (/swings|sideways/.test(motion)) expect(Math.hypot(way[0], way[2])).toBeGreaterThan(Math.abs(way[1]));
    expect(motion).not.toContain('At rest');
  });
});

test('a free frame falls at the speed of free fall', async () => {
  await lab.send({ type: 'scene', scene: 'body-plain' });
  const { dt, gravity } = lab.frame.status.params;
  await lab.step(40);
  expect(said().Motion[1]).toContain(`Motion: falls; ${Number((40 * dt * gravity).toPrecision(2))} m/s on average`);
  expect(said().Scene).toContain('Nothing is pinned.');
});

test.each([
  [[0, 31, 992, 1023], 'the four corners'],
  [Array.from({ length: 32 }, (_, i) => i), 'the top row'],
  [Array.from({ length: 32 }, (_, i) => 32 * i), 'the left column'],
  [[0, 31], 'top left corner, top right corner'],
  [[992, 33], 'bottom left corner, row 2, column 2'],
  [[1023, 100, 101, 102, 103, 104], 'bottom right corner, + 5 particles'],
  [[100, 101, 102, 103, 104], '5 particles'],
])('pins %#', async (pins, places) => {
  await lab.send({ type: 'scene', scene: 'cloth' });
  await lab.pinOnly(pins);
  expect(said().Scene).toContain(`Pinned: ${places}.`);
});

test('particles that a slit has split off are at the place of the others', async () => {
  await lab.send({ type: 'scene', scene: 'cloth' });
  await lab.cut(2000);
  const { particleCount } = lab.frame.structure;
  expect(particleCount).toBeGreaterThan(1024);
  await lab.pinOnly([particleCount - 1]);
  const [, row, column] = /Pinned: row (\d+), column (\d+)\./.exec(said().Scene.join(' ')) ?? [];
  const { origins } = lab.frame.structure;
  expect((Number(row) - 1) * 32 + Number(column) - 1).toBe(origins[origins.length - 1]);
});

test('obstacles, forces, a held particle and a material are named, with their places', async () => {
  await lab.send({ type: 'scene', scene: 'cloth-on-sphere' });
  await lab.set('material', 'silk');
  await lab.send({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 3] }] });
  await lab.send({ type: 'grab', particle: 70, target: [0, 0, 0] });
  const { spheres } = lab.frame.status.environment;
  const [x, y, z] = spheres[0].center;
  const { Scene, Motion } = said();
  const sentences = Scene.join(' ');
  expect(sentences).toContain(`radius ${spheres[0].radius} m (x ${x} m, y ${y} m, z ${z} m)`);
  expect(sentences).toContain('Material: Silk');
  expect(sentences).toContain('Forces: gravity 9.81 m/s², Wind.');
  expect(Motion).toContain('Held: row 3, column 7.');
});

test('a blow-up is told with its cause', async () => {
  await lab.set('rows', 6);
  await lab.set('columns', 6);
  await lab.set('dt', 0.01);
  lab.play();
  for (let i = 0; i < 150 && !lab.frame.status.blowUp; i++) await lab.frames(1);
  await lab.frames(3);
  const { Motion, Result } = said();
  expect(Result[0]).toMatch(/^The simulation blew up at t = [\d.]+ s, in step \d+\. /);
  expect(Result[1]).toMatch(/ × its limit with Symplectic Euler/);
  expect(Motion.join(' ')).not.toMatch(/Motion: |At rest/);
});

test('at rest: in equilibrium, and after the page has seen no motion for a while', async () => {
  await lab.send({ type: 'scene', scene: 'three-springs' });
  await lab.send({ type: 'equilibrium' });
  expect(said().Motion[1]).toBe('Nothing has moved yet.');
  await lab.step(1);
  await lab.send({ type: 'equilibrium' });
  expect(said().Motion[1]).toBe('At rest.');
  await lab.step(1);
  expect(said(false).Motion[1]).toBe('Hardly moves at this moment.');
  expect(said(true).Motion[1]).toBe('At rest.');
});
