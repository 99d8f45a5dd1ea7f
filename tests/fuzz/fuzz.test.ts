// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { SCENE } from '../fixtures/random-acts';
import { LONG } from '../fixtures/run-length';
import type { Attack } from './attack';
import { commands } from './commands';
import { links } from './links';
import { obj } from './obj-files';
import { checkRestart, restarts } from './restarts';
import { files } from './scene-files';

/** Cases in the default run and in the long run: a second and ten in all. `npm run fuzz` takes as many as one wants. */
const SHARES: readonly [attack: Attack, cases: number, long: number][] = [
  [files, 30, 500],
  [commands, 8, 100],
  [obj, 30, 300],
  [links, 10, 200],
];

/** The same in every run: a failure is then due to a change. */
const SEED = 20;
/** ms; a failure is made shorter until then. */
const LIMIT = 40_000;

describe('random input', () => {
  for (const [attack, cases, long] of SHARES) {
    test(`${attack.id}: what is accepted can be stepped, saved, loaded and rewound; the rest is rejected and changes nothing`, async () => {
      const options = { seed: LONG ? SEED + 1 : SEED, time: LIMIT, cases: LONG ? long : cases };
      const { counts, failures } = await attack.run(options);
      expect(failures).toEqual([]);
      expect(counts.accepted).toBeGreaterThan(0);
    });
  }
});

describe('a new engine continues where the one before it has stopped', () => {
  test('after random commands', async () => {
    const { failures } = await restarts.run({ seed: LONG ? SEED + 1 : SEED, time: LIMIT, cases: LONG ? 15 : 2 });
    expect(failures).toEqual([]);
  });

  // Found by random commands.
  test.runIf(!LONG)(
    'with the velocity of a pin that moves, and with a preconditioner that does not support the scene',
    async () => {
      const scene = { type: 'scene', scene: 'cloth', params: { rows: 4, columns: 4 }, preconditioner: 'multigrid' };
      const file = { ...SCENE, springs: undefined };
      await checkRestart({ scene: 'file', acts: [{ send: scene }, { send: { type: 'scene', scene: file } }] });
    },
  );

  test.runIf(!LONG)('with a mesh that no body has', async () => {
    const tetrahedron = {
      name: 'tetrahedron',
      vertices: [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2],
      triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    };
    await checkRestart({ scene: 'chain', acts: [{ send: { type: 'meshes', meshes: [tetrahedron] } }] });
  });
});
