import { expect, test } from 'vitest';
import type { Status } from '../../../src/runtime/frame/frame';
import { describeLimit } from '../../../src/ui/lab/limit';
import { catalog } from '../../fixtures/catalog-for-tests';

const text = (integrator: string, params: Record<string, number>) => {
  const stability = { dt: Number.POSITIVE_INFINITY, fraction: 0, sought: false, isBound: false };
  return describeLimit(catalog, { params, integrator, stability } as unknown as Status);
};

test.each([
  ['symplectic-euler', {}, 'no limit'],
  ['implicit-euler', { clamp: 1, lineSearch: 1 }, 'no limit'],
  ['implicit-euler', { clamp: 1, lineSearch: 0 }, 'no limit for small motion'],
  ['trapezoidal', { clamp: 1, lineSearch: 1 }, 'no limit for small motion'],
  ['trapezoidal', { clamp: 0, lineSearch: 1 }, 'no limit while stretched'],
  ['tr-bdf2', { clamp: 1, lineSearch: 1 }, 'no limit'],
  ['xpbd', { clamp: 0, lineSearch: 1 }, 'no limit for small motion'],
  ['tr-bdf2', { clamp: 1, lineSearch: 0 }, 'no limit for small motion'],
])('the meter says of %s with %o only what holds for nonlinear springs', (integrator, params, expected) => {
  expect(text(integrator, params)).toBe(expected);
});
