import { beforeAll, describe, expect, test } from 'vitest';
import { areas, flatSheet, largestGap, randomStrokes, total, totalByKind } from '../../fixtures/slits';

describe('300 random cuts', () => {
  const whole = flatSheet(13);
  const simulation = flatSheet(13);
  beforeAll(() => randomStrokes(simulation, 7, 300), 120_000);

  test('lose no triangle, no mass and no area, and divide the springs', () => {
    const { model } = simulation;
    expect(model.origins.length).toBeGreaterThan(300);
    expect(simulation.surface().length).toBe(whole.surface().length);
    expect(total(areas(simulation))).toBeCloseTo(total(areas(whole)), 12);
    expect(model.membrane?.areas).toEqual(whole.model.membrane?.areas);
    expect(Math.abs(total(model.masses) / total(whole.model.masses) - 1)).toBeLessThan(1e-13);
    expect(model.masses.every((mass) => mass > 0)).toBe(true);
    // Structural springs lie along edges: none is lost.
    const [structural, , bend] = totalByKind(simulation, model.stiffness);
    const before = totalByKind(whole, whole.model.stiffness);
    expect(structural).toBeCloseTo(before[0], 6);
    expect(bend).toBeLessThan(before[2]);
    const moved = simulation.fork();
    moved.step(20);
    expect(largestGap(moved)).toBeLessThan(0.01 / 12);
  });

  test('leave every corner of a triangle at a particle of its own part', () => {
    const surface = simulation.surface();
    const used = new Set(surface);
    expect(used.size).toBe(simulation.particleCount);
    // Triangles at one particle hang together by edges.
    for (const particle of used) {
      const fan = Array.from({ length: surface.length / 3 }, (_, t) => [...surface.slice(3 * t, 3 * t + 3)]).filter(
        (t) => t.includes(particle),
      );
      const reached = [fan[0]];
      for (const t of reached)
        for (const other of fan)
          if (!reached.includes(other) && other.filter((corner) => t.includes(corner)).length === 2)
            reached.push(other);
      expect(reached.length).toBe(fan.length);
    }
  });

  test('are closed one by one', () => {
    const simulation = flatSheet(9);
    const hashes = [simulation.hash()];
    for (let k = 0; k < 12; k++) {
      randomStrokes(simulation, 50 + k, 1, k + 1);
      if (simulation.hash() !== hashes.at(-1)) hashes.push(simulation.hash());
    }
    expect(hashes.length).toBeGreaterThan(8);
    for (const hash of hashes.reverse().slice(1)) {
      simulation.apply({ type: 'undo' });
      expect(simulation.hash()).toBe(hash);
    }
    expect(simulation.particleCount).toBe(81);
  });
});
