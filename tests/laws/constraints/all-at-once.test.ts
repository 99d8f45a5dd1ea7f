import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { randomCloth } from '../../fixtures/random';

const PINS = [0, 6];
const [BALL, RADIUS]: [Vec3, number] = [[0.3, 0.35, 0.05], 0.15];
const RATE = 0.4;

/** A cloth with a membrane hung over a floor and a ball in gusts of wind, torn by a pin that is carried off. */
function scene(dt: number): SceneFile {
  const cloth = randomCloth(4, {
    rows: 7,
    columns: 7,
    crumple: 0,
    speed: 0.2,
    damping: 0.2,
    pinned: PINS,
    membrane: true,
    params: { dt, gravity: 9.81, drag: 0.01, tearStrain: 0.3, selfCollision: 1, clothThickness: 0.02 },
  });
  return {
    ...cloth,
    planes: [{ point: [0, 0.3, 0], normal: [0, 1, 0], friction: 0.4, restitution: 0.2 }],
    spheres: [{ center: BALL, radius: RADIUS, friction: 0.3 }],
    forces: [{ type: 'wind', velocity: [0, 0, 3], gust: 1 }],
    motion: [{ particles: [PINS[1]], velocity: [RATE, 0, 0] }],
  };
}

describe('tearing, contact, self-collision, wind and a moving pin at once', () => {
  eachMethodInTurn(6, ({ id, implicit }) => {
    for (const precision of ['single', 'double'] as const) {
      const tags = precision === 'double' ? ['same-on-every-kernel'] : [];
      for (const dt of implicit ? [5e-4, 1 / 120] : [5e-4]) {
        test(`give no NaN and no particle below the floor at ${dt.toFixed(4)} s in ${precision}`, {
          tags,
        }, () => {
          const simulation = createSimulation({ scene: scene(dt), integrator: id, precision });
          const { model, state } = simulation;
          const from = simulation.particle(PINS[1]).position;
          let touched = 0;
          while (simulation.time < 1.2) {
            expect(simulation.step(10).ok, JSON.stringify(simulation.blowUp)).toBe(true);
            let lowest = Number.POSITIVE_INFINITY;
            for (let i = 0; i < model.particleCount; i++) {
              const [x, y, z] = state.positions.subarray(4 * i, 4 * i + 3);
              const height = Math.min(y - 0.3, Math.hypot(x - BALL[0], y - BALL[1], z - BALL[2]) - RADIUS);
              if (height < 1e-5) touched++;
              lowest = Math.min(lowest, height);
            }
            expect(lowest).toBeGreaterThan(-1e-3);
          }
          expect(touched).toBeGreaterThan(10);
          expect(model.cut.some((cut) => cut === 1)).toBe(true);
          const { position } = simulation.particle(PINS[1]);
          expect(position[0] - from[0]).toBeCloseTo(RATE * simulation.time, precision === 'single' ? 4 : 12);
          expect([position[1], position[2]]).toEqual([from[1], from[2]]);
        });
      }
    }
  });
});
