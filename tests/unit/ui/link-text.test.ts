import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeSetup, withoutRanges, withRanges } from '../../../src/ui/sharing/link-extras';
import { loadSetup } from '../../../src/ui/sharing/load-setup';
import { compress, expand, READABLE } from '../../../src/ui/sharing/permalink';
import { openLabInNode } from '../../fixtures/lab-in-node';

test('a short text stays readable, and every long one comes back from its compressed form', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 3000 }), async (text) => {
      const link = await compress(text);
      if (text.length <= READABLE) expect(link).toBe(text);
      expect(link.length).toBeLessThanOrEqual(text.length);
      expect(link.startsWith('z=') ? await expand(link) : link).toBe(text);
    }),
  );
});

test('lists of particles are written as ranges, and come back in the same order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40)), (particles) => {
      const items = [{ type: 'push', particles }];
      const text = JSON.stringify(items, (key, value) => withRanges(key, value));
      expect(JSON.parse(text, withoutRanges)).toEqual(items);
      expect(text.length).toBeLessThanOrEqual(JSON.stringify(items).length);
    }),
  );
  expect(withRanges('particles', [7, 0, 1, 2, 5])).toBe('7,0-2,5');
  expect(withRanges('particles', [7, 0, 1, 2, 5], 5)).toBe('0-2');
  for (const text of ['a', '1-', '0-999999999', '1,,2'])
    expect(() => withoutRanges('particles', text)).toThrow('is no range of particles');
});

test.each(['z=', 'z=AAAA', 'z=a b', 'z=%41', 'z=w5w', 'z==='])('a damaged link, %s, is an error', async (link) => {
  await expect(expand(link)).rejects.toThrow('damaged');
});

test('a link whose text would fill the memory is an error', async () => {
  const bomb = await compress('0'.repeat(2 ** 23));
  expect(bomb.length).toBeLessThan(20_000);
  await expect(expand(bomb)).rejects.toThrow('too long');
});

// Cotton and a membrane are refused together, so that the values are applied one by one.
test('values that are applied one by one give the same bits, whatever was loaded before', async () => {
  try {
    const lab = openLabInNode();
    const link = '#rows=2&columns=2&material=cotton&precision=double&membraneMu=0.5';
    const bitsAfter = async (scene: string) => {
      await lab.engine.submit({ type: 'scene', scene });
      expect(await loadSetup(lab, link, { isAct: false })).toEqual([]);
      return lab.host.session.hash();
    };
    await lab.engine.submit({ type: 'precision', id: 'double' });
    const inDouble = await bitsAfter('cloth');
    await lab.engine.submit({ type: 'precision', id: 'single' });
    expect(await bitsAfter('cloth')).toBe(inDouble);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
});

test('a link is not applied value by value to an engine that has stopped', async () => {
  try {
    const lab = openLabInNode();
    const stops = vi.spyOn(lab.engine, 'submit').mockRejectedValue(new Error('the engine has stopped'));
    await expect(loadSetup(lab, '#stiffness=100', { isAct: false })).rejects.toThrow('stopped');
    expect(stops).toHaveBeenCalledTimes(1);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
});

test('the link of a file with changes, loaded, is the same link again', async () => {
  try {
    const lab = openLabInNode();
    const file = '{"hooke":1,"particles":{"positions":[[0,1,0]],"masses":0.25}}';
    const link = `file=${encodeURIComponent(file)}&integrator=rk4&mass=0.5&gravity=2`;
    expect(await loadSetup(lab, `#${link}`, { isAct: false })).toEqual([]);
    expect(lab.frame.status.params.gravity).toBe(2);
    expect(encodeSetup(lab).map(decodeURIComponent).sort()).toEqual(link.split('&').map(decodeURIComponent).sort());
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
});
