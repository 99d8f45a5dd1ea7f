import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { CORRECTIONS } from '../../../src/physics/world/integrator';
import { correctedText } from '../../../src/ui/status-bar/numbers-table';

test.each(CORRECTIONS)('a step that was %s is counted and named', (correction) => {
  expect(correctedText({ allSteps: 1200, [`${correction}Steps`]: 3 })).toBe(`3 ${correction} of 1,200`);
});

test('without corrections the count is 0, and there is none of a method that corrects nothing', () => {
  expect(correctedText({ allSteps: 7, brakedSteps: 0 })).toBe('0 of 7');
  const counts = (integrator: string) => correctedText(createSimulation({ scene: 'chain', integrator }).step());
  expect(counts('trapezoidal')).toBeNull();
  expect(counts('rk4')).toBeNull();
  expect(counts('tr-bdf2')).toMatch(/of 1$/);
});
