import { describe } from 'vitest';
import { ralston, updraft } from '../fixtures/added-definitions';
import { forceLaws } from '../fixtures/force-laws';
import { testDeterminism, testOrder, testPins } from '../fixtures/integrator-laws';

/** The laws of the registry, for definitions that are not in it. */
describe('an added force', () => forceLaws(updraft));

describe('an added integrator', () => {
  testOrder(ralston);
  testDeterminism(ralston);
});

describe('pins', () => testPins(ralston));
