import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command } from '../../../src/physics';
import { findEquilibrium } from '../../../src/ui/actions/equilibrium';
import { findMechanisms } from '../../../src/ui/actions/mechanisms';
import { type LabInNode, openLabInNode } from '../../fixtures/lab-in-node';
import { LONG } from '../../fixtures/run-length';

let lab: LabInNode;
beforeEach(async () => {
  lab = openLabInNode();
  // With a real clock.
  vi.restoreAllMocks();
  vi.stubGlobal('location', { search: '?host=page' });
  // Too many particles for a search in the engine, which cannot be cancelled.
  await lab.send({ type: 'scene', scene: 'cloth-four-corners', params: { rows: 21, columns: 21 } });
});
afterEach(() => vi.unstubAllGlobals());

const CENTER = 220;
const GRAB: Command = { type: 'grab', particle: CENTER, target: [0.1, 0.6, 0.3] };
const PUSH: Command = { type: 'push', force: [0, 0, 0.002] };

const said = (kind: string) => lab.messages.list.find((message) => message.kind === kind);
const cancel = () => vi.waitUntil(() => said('solver')?.actions?.find(({ label }) => label === 'Cancel'));

test.runIf(LONG)(
  'a cloth that is held and pushed is at rest where the search beside the run has ended',
  { tags: ['sampled'] },
  async () => {
    await lab.send(GRAB);
    await lab.send(PUSH);
    await findEquilibrium(lab);
    const { equilibrium, held, push } = lab.frame.status;
    // The engine finds no force left, and has nothing to search.
    expect(equilibrium).toMatchObject({ ok: true, iterations: 0 });
    expect([held, ...push]).toEqual([CENTER, 0, 0, 0.002]);
    expect(lab.frame.positions[4 * CENTER + 2]).toBeGreaterThan(0.1);
  },
);

test.each([
  ['equilibrium', findEquilibrium],
  ['mechanisms', findMechanisms],
])('a search for %s while the cloth is held can be cancelled: nothing has moved then', async (_, search) => {
  await lab.send(GRAB);
  const before = await lab.host.session.hash();
  const found = search(lab);
  (await cancel())?.act?.();
  await found;
  expect(said('notice')?.text).toMatch(/^Search cancelled/);
  expect(await lab.host.session.hash()).toBe(before);
});

test.runIf(LONG)('the result is not shown if the cloth was changed meanwhile', { tags: ['sampled'] }, async () => {
  await lab.send(GRAB);
  const before = await lab.host.session.hash();
  const found = findEquilibrium(lab);
  await cancel();
  await lab.set('stiffness', 321);
  await found;
  expect(said('notice')?.text).toBe('The scene has changed during the search: its result is not shown.');
  expect(await lab.host.session.hash()).toBe(before);
});
