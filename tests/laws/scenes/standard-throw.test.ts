// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { createSimulation, SCENES } from '../../../src/physics';
import { diagonal } from '../../../src/physics/model/state';
import { LONG } from '../../fixtures/run-length';
import { GARMENTS } from '../../fixtures/scenes-in-turn';

/** Steps before the throw; after it, until its motion is measured, and until the end. */
const BEFORE = 40;
const SOON = 4;
const AFTER = LONG ? 60 : 16;

const largestDifference = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

/** By default every fourth scene, and no garment, whose steps take long. */
const THROWN = SCENES.map(({ id }) => id).filter((id, i) => LONG || (i % 4 === 0 && !GARMENTS.includes(id)));

describe.each(THROWN)('the standard throw of %s', (scene) => {
  const simulation = createSimulation({ scene });
  simulation.step(BEFORE);
  const unthrown = simulation.fork();
  const before = simulation.hash();
  simulation.apply({ type: 'throw' }, 0);
  const places = ({ state }: typeof simulation) => Float64Array.from(state.positions);

  test('moves the free particles, and no pin', () => {
    const { pinned } = simulation.model;
    const moved = Array.from(pinned.keys()).map(
      (i) => String(simulation.particle(i).velocity) !== String(unthrown.particle(i).velocity),
    );
    expect(moved.every((isMoved, i) => !isMoved || pinned[i] === 0)).toBe(true);
    const free = pinned.filter((pin) => pin === 0).length;
    expect(moved.filter((isMoved) => isMoved).length).toBeGreaterThanOrEqual(0.9 * free);
  });

  test('is seen, and does not blow the scene up', () => {
    const thrown = simulation.fork();
    const other = unthrown.fork();
    thrown.step(SOON);
    other.step(SOON);
    const size = diagonal(thrown.state, thrown.particleCount) || 1;
    expect(largestDifference(places(thrown), places(other))).toBeGreaterThan(1e-4 * size);
    expect(thrown.step(AFTER).ok).toBe(true);
  });

  test('is undone to the bit, also after steps', () => {
    simulation.step(SOON);
    simulation.apply({ type: 'undo' });
    expect(simulation.hash()).toBe(before);
    expect(simulation.stepCount).toBe(BEFORE);
  });
});
