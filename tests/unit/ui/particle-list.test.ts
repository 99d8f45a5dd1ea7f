import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatParticles, parseParticles } from '../../../src/ui/panel/number-fields';

describe('a list of particles', () => {
  test('is written as ranges and parsed back unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), (particles) => {
        const sorted = [...particles].sort((a, b) => a - b);
        expect(parseParticles(formatParticles(particles), 61)).toEqual(sorted);
      }),
    );
  });

  test('parses common notations', () => {
    expect(parseParticles('0-9, 15', 16)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15]);
    expect(parseParticles(' 3 ; 1 – 2\t2', 4)).toEqual([3, 1, 2]);
    expect(parseParticles('', 4)).toEqual([]);
    expect(formatParticles([15, 0, 1, 2, 4, 5])).toBe('0-2, 4, 5, 15');
  });

  test('quotes what is not a particle', () => {
    expect(() => parseParticles('1, two', 4)).toThrow('"two"');
    expect(() => parseParticles('-1', 4)).toThrow('"-1"');
    expect(() => parseParticles('1.5', 4)).toThrow('"1.5"');
    expect(() => parseParticles('3-1', 4)).toThrow('the range "3-1" is reversed');
    expect(() => parseParticles('2-4', 4)).toThrow('4 is not a particle (0–3)');
  });
});
