import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../../src/physics';
import { PARAMS } from '../../../src/physics/registry';
import { isChecked } from '../../../src/physics/scenes/file/checked-scene';
import { parseSceneFile } from '../../../src/physics/scenes/file/parse-scene-file';
import { writeSceneFile } from '../../../src/physics/scenes/file/write-scene-file';
import { pack, unpack } from '../../../src/runtime/jobs/packed-scene';
import { anyScene } from '../../fixtures/any-scene';

const passedOn = (file: SceneFile) => unpack(pack(parseSceneFile(file)));

describe('a packed scene', () => {
  test('has every bit of the scene that was read', async () => {
    const defaults = Object.fromEntries(Object.entries(PARAMS).map(([key, spec]) => [key, spec.default])) as never;
    await fc.assert(
      fc.asyncProperty(anyScene, async (scene) => {
        const file = writeSceneFile(scene, 'rk4', defaults);
        expect(await passedOn(file)).toEqual(parseSceneFile(file));
      }),
    );
  });

  for (const scene of ['membrane-cloth', 'twisted-cloth']) {
    test(`loads and runs to the same bits as its file: ${scene}`, async () => {
      const file = createSimulation({ scene, params: { gravity: 3 } }).save();
      const [one, other] = [createSimulation({ scene: file }), createSimulation({ scene: await passedOn(file) })];
      for (const simulation of [one, other]) simulation.step(4);
      expect(other.hash()).toBe(one.hash());
      expect(other.save()).toEqual(one.save());
    });
  }

  test('keeps the material', async () => {
    const file = createSimulation({ scene: 'cloth', material: 'cotton' }).save();
    expect(createSimulation({ scene: await passedOn(file) }).material).toEqual(
      createSimulation({ scene: file }).material,
    );
  });

  test('is not taken for checked by its looks', async () => {
    const packed = pack(parseSceneFile(createSimulation({ scene: 'chain' }).save()));
    expect(isChecked(packed)).toBe(false);
    expect(isChecked({ ...(await unpack(packed)) })).toBe(false);
    const copy = { ...(await unpack(packed)) };
    expect(() => createSimulation({ scene: copy })).toThrow(/hooke: is missing/);
    for (const value of [null, undefined, 3, 'cloth']) expect(isChecked(value)).toBe(false);
  });
});
