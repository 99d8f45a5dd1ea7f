import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, expand } from '../../../src/ui/sharing/compressed-link';
import { withoutRanges, withRanges } from '../../../src/ui/sharing/link-extras';
import { READABLE } from '../../../src/ui/sharing/permalink';

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
