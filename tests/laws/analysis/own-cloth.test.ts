// @module-tag same-on-every-kernel
// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { ownCloth, ownClothFor, type StripReading } from '../../../src/physics/analysis/validation/own-cloth';
import { NETS } from '../../../src/physics/analysis/validation/specimen';
import { createClamped, G, tipOf } from '../../../src/physics/analysis/validation/strip';
import { tipOfElastica } from '../../fixtures/elastica';
import { LONG } from '../../fixtures/run-length';

const DEGREE = Math.PI / 180;
const ERRORS = { ruler: 1e-3, angle: DEGREE, scale: 5e-5 };

/** Readings at a strip of 30 cm × 2.5 cm whose tip is there, over the overhang of 9 cm. */
function readings({ reach, droop }: { reach: number; droop: number }, density: number): StripReading[] {
  const overhang = 0.09;
  const strip = { length: 0.3, breadth: 0.025, weight: density * 0.3 * 0.025, overhang };
  return [
    { ...strip, kind: 'angle', value: Math.atan2(droop, reach) },
    { ...strip, kind: 'droop', value: droop * overhang },
    { ...strip, kind: 'chord', value: Math.sqrt(reach ** 2 + droop ** 2) * overhang },
  ];
}

test.each(LONG ? NETS : NETS.slice(0, 1))('recovers D of a simulated strip within 3 %%: $mesh, $cells cells', (net) => {
  const most = 10;
  const strip = createClamped(net, most);
  for (const load of LONG ? [1, 2, 5, 10] : [2, 10]) {
    for (const _ of strip.settle(load / most));
    const density = 0.2;
    for (const reading of readings(tipOf(strip), density).slice(0, 2)) {
      // The simulated strip is 1 m long and has its own D and weight: by Γ it is a strip of 9 cm with this D.
      const exact = (density * G * reading.overhang ** 3) / load;
      expect(Math.abs(ownCloth(reading, ERRORS).rigidity / exact - 1), `${reading.kind}, Γ = ${load}`).toBeLessThan(
        0.03,
      );
    }
  }
});

describe('the elastica of an independent solver', () => {
  test('gives back its D by every reading, to its rounding', () => {
    for (const load of [2, 8, 20]) {
      for (const reading of readings(tipOfElastica(load, 0), 0.15)) {
        const { rigidity, density, load: found } = ownCloth(reading, ERRORS);
        expect(found / load).toBeCloseTo(1, 4);
        expect(density).toBeCloseTo(0.15, 12);
        expect(rigidity / ((0.15 * 9.81 * 0.09 ** 3) / load)).toBeCloseTo(1, 4);
      }
    }
  });

  test('gives the error of D that the errors of the readings cause', () => {
    const [angle] = readings(tipOfElastica(8, 0), 0.15);
    const none = { ruler: 0, angle: 0, scale: 0 };
    expect(ownCloth(angle, none).error).toBe(0);
    const part = (errors: object) => {
      const { error, rigidity } = ownCloth(angle, { ...none, ...errors });
      return error / rigidity;
    };
    // The weight is in D once; a ruler's error e in length and breadth once, and in the overhang to the third power.
    expect(part({ scale: 0.01 * angle.weight })).toBeCloseTo(0.01, 6);
    const ruler = Math.sqrt((1e-4 / 0.3) ** 2 + (1e-4 / 0.025) ** 2 + (3e-4 / 0.09) ** 2);
    expect(part({ ruler: 1e-4 }) / ruler).toBeCloseTo(1, 1);
    // One degree at 41.5°: from the known slopes of Γ.
    const gamma = (degrees: number) => ownCloth({ ...angle, value: degrees * DEGREE }, none).load;
    const here = angle.value / DEGREE;
    expect(part({ angle: DEGREE }) / (gamma(here + 1) / gamma(here) - 1)).toBeCloseTo(1, 1);
  });
});

test('readings that no strip can give are refused by name', () => {
  const [angle, droop, chord] = readings(tipOfElastica(8, 0), 0.15);
  const measuring = (reading: object) => () => ownCloth({ ...angle, ...reading } as StripReading, ERRORS);
  expect(measuring({ weight: 0 })).toThrow('the weight must be a positive number, got 0');
  expect(measuring({ length: Number.NaN })).toThrow('the length must be a positive number, got NaN');
  expect(measuring({ overhang: 0.31 })).toThrow('the overhang must not be longer than the strip');
  expect(measuring({ value: 90 * DEGREE })).toThrow('the angle must be between 0 and 88°');
  expect(measuring({ ...droop, value: 0.09 })).toThrow('the tip must be less far below the edge');
  expect(measuring({ ...chord, value: 0.05 })).toThrow('is shorter than that of any strip');
  expect(measuring({ ...chord, value: 0.1 })).toThrow('the chord must be shorter than the overhang');
  expect(measuring({ kind: 'none' })).toThrow('there is no reading "none"');
});

test.each(['cloth', 'chain'])('the surface of a scene takes up the rigidity and the mass by area: %s', (scene) => {
  const simulation = createSimulation({ scene, precision: 'double' });
  const [reading] = readings(tipOfElastica(8, 0), 0.15);
  const { params } = ownClothFor(simulation.model, simulation.params, ownCloth(reading, ERRORS));
  if (scene === 'chain') {
    expect(params).toBeNull();
    return;
  }
  if (!params) throw new Error('the cloth has no surface');
  for (const [key, value] of Object.entries(params)) simulation.apply({ type: 'set', key, value });
  const { grid, masses, membrane } = simulation.model;
  const rest = membrane?.rest ?? new Float64Array();
  const corner = (i: number) => rest.subarray(3 * i, 3 * i + 3);
  const [first, last] = [corner(0), corner(masses.length - 1)];
  // A rectangle: its sides are the differences of opposite corners.
  const sides = Array.from(first, (at, axis) => Math.abs(last[axis] - at)).filter((side) => side > 1e-9);
  expect(grid).not.toBeNull();
  expect(sides.length).toBe(2);
  expect(Array.from(masses).reduce((sum, mass) => sum + mass, 0) / (0.15 * sides[0] * sides[1])).toBeCloseTo(1, 9);
  expect(simulation.params.bending).toBeCloseTo((0.15 * 9.81 * 0.09 ** 3) / 8, 9);
  expect(simulation.params.bend).toBe(0);
});
