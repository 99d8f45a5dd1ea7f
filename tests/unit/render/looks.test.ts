import { describe, expect, test } from 'vitest';
import { SCENES } from '../../../src/physics';
import { LOOKS } from '../../../src/render/cloth/looks';
import { SCENE_LOOKS } from '../../../src/render/cloth/looks/scene-looks';

describe('looks of the cloth', () => {
  test.each(LOOKS.map((look) => [look.id, look] as const))('%s tiles without a seam', (_, { weave, yarns, tiles }) => {
    for (const sett of [weave.warp, weave.weft ?? weave.warp]) {
      expect(sett.reduce((sum, [, threads]) => sum + threads, 0)).toBe(128);
      for (const [yarn] of sett) expect(yarns[yarn]).toBeDefined();
    }
    expect(128 % (weave.over + weave.under)).toBe(0);
    expect(tiles).toBeGreaterThan(0);
  });

  test('have different ids and names', () => {
    for (const key of ['id', 'label'] as const) expect(new Set(LOOKS.map((look) => look[key])).size).toBe(LOOKS.length);
  });

  test('are given to scenes that exist', () => {
    for (const [scene, look] of Object.entries(SCENE_LOOKS)) {
      expect(SCENES.map(({ id }) => id)).toContain(scene);
      expect(LOOKS.map(({ id }) => id)).toContain(look);
    }
  });

  test('the first picture has the first look, which needs no second painting', () => {
    expect(SCENE_LOOKS.cloth ?? LOOKS[0].id).toBe(LOOKS[0].id);
  });
});
