import { describe, expect, test } from 'vitest';
import { SCENES } from '../../../src/physics';
import { LOOKS } from '../../../src/render/cloth/looks';

describe('looks of the cloth', () => {
  test.each(LOOKS.map((look) => [look.id, look] as const))(
    '%s tiles without a seam',
    (_, { weave, yarns, finish: { tiles } }) => {
      for (const sett of [weave.warp, weave.weft ?? weave.warp]) {
        expect(sett.reduce((sum, [, threads]) => sum + threads, 0)).toBe(128);
        for (const [yarn] of sett) expect(yarns[yarn]).toBeDefined();
      }
      expect(128 % (weave.over + weave.under)).toBe(0);
      expect(tiles).toBeGreaterThan(0);
    },
  );

  test('have different ids and names', () => {
    for (const key of ['id', 'label'] as const) expect(new Set(LOOKS.map((look) => look[key])).size).toBe(LOOKS.length);
  });

  test('that scenes ask for exist', () => {
    const wanted = SCENES.flatMap(({ look }) => look ?? []);
    expect(wanted.length).toBeGreaterThan(0);
    for (const look of wanted) expect(LOOKS.map(({ id }) => id)).toContain(look);
  });

  test('the first picture has the first look, which needs no second painting', () => {
    expect(SCENES.find(({ id }) => id === 'cloth')?.look ?? LOOKS[0].id).toBe(LOOKS[0].id);
  });
});
