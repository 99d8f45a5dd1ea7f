import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSingle } from '../../../../src/physics/scenes/file/load-file';
import { parseSceneFile } from '../../../../src/physics/scenes/file/parse-scene-file';
import { SceneError } from '../../../../src/physics/scenes/file/scene-file';
import { paramsOf, scenes } from '../../../../src/physics/scenes/load-scene';
import type { SceneData } from '../../../../src/physics/scenes/scene';
import { validFile } from '../../../fixtures/malformed-scene-files';

type Values = 'positions' | 'velocities' | 'masses' | 'restLengths' | 'stiffness' | 'damping';

function errorOf(data: SceneData): string {
  try {
    checkSingle(data);
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return (error as Error).message;
  }
  return 'accepted';
}

/** A small valid scene with one value changed. */
function withValue(key: Values, at: number, value: number): SceneData {
  const { data } = parseSceneFile(validFile());
  data[key][at] = value;
  return data;
}

describe('a scene in single precision', () => {
  for (const definition of scenes) {
    test(`is accepted: ${definition.id}`, () => {
      expect(errorOf(definition.create(paramsOf(definition)))).toBe('accepted');
    });
  }

  const rejected: [Values, number, number, string][] = [
    ['positions', 10, 1e39, 'particles.positions[3][1]: 1e+39 is too large for single precision'],
    ['positions', 0, -4e38, 'particles.positions[0][0]: -4e+38 is too large for single precision'],
    ['velocities', 5, 1e300, 'particles.velocities[1][2]: 1e+300 is too large for single precision'],
    ['masses', 2, 1e39, 'particles.masses[2]: 1e+39 is too large for single precision'],
    ['masses', 0, 1e-46, 'particles.masses[0]: 1e-46 is too small for single precision'],
    ['masses', 3, 1e-40, 'particles.masses[3]: 1e-40 is too small for single precision'],
    ['restLengths', 4, 1e39, 'springs.restLengths[4]: 1e+39 is too large for single precision'],
    ['stiffness', 1, 3.5e38, 'springs.stiffness[1]: 3.5e+38 is too large for single precision'],
    ['damping', 0, 1e39, 'springs.damping[0]: 1e+39 is too large for single precision'],
  ];
  for (const [key, at, value, message] of rejected) {
    test(`is rejected: ${message}`, () => expect(errorOf(withValue(key, at, value))).toBe(message));
  }

  test('is rejected without an index if one value is given for all', () => {
    const file = {
      hooke: 1,
      particles: {
        positions: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        masses: 1e-46,
      },
    };
    expect(errorOf(parseSceneFile(file).data)).toBe('particles.masses: 1e-46 is too small for single precision');
  });

  test('is accepted exactly if its values, and the inverses of its masses, are finite', () => {
    const single = (value: number) => Float32Array.of(value)[0];
    const key = fc.constantFrom<Values>('positions', 'velocities', 'masses', 'restLengths', 'stiffness', 'damping');
    const value = fc.oneof(
      fc.double({ min: Number.MIN_VALUE, noDefaultInfinity: true, noNaN: true }),
      fc.double({ min: 3.4028234e38, max: 3.402824e38, noNaN: true }),
      fc.double({ min: 2.9e-39, max: 3e-39, noNaN: true }),
    );
    fc.assert(
      fc.property(key, value, (key, value) => {
        const finite = Number.isFinite(single(value)) && (key !== 'masses' || single(1 / single(value)) < Infinity);
        expect(errorOf(withValue(key, 0, value)) === 'accepted').toBe(finite);
      }),
    );
  });
});
