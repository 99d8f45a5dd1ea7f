import { expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../../../src/physics';
import { fields } from '../../../../src/physics/fields';
import { randomCloth } from '../../../fixtures/random';

const scene: SceneFile = randomCloth(1, { membrane: true });
const OTHERS = { membraneLambda: 3000, membraneMu: 5000, membranePhi: 0.5, membranePsi: 0.7, membraneThickness: 0.002 };

test('a membrane whose parameters change during a run behaves as if it had them from the start', () => {
  const late = createSimulation({ scene, params: { membraneMu: 100, membraneThickness: 0.001 } });
  const soon = createSimulation({ scene, params: OTHERS });
  const colors = ({ model, state }: typeof late, paint: ReturnType<(typeof fields)[number]['create']>) => {
    const out = new Float32Array(model.particleCount);
    paint(state, out);
    return out;
  };
  const paints = fields
    .filter(({ membrane }) => membrane)
    .map(({ create }) => [create(late.world), create(soon.world)]);
  expect(paints.length).toBeGreaterThan(0);
  for (const [key, value] of Object.entries(OTHERS)) late.apply({ type: 'set', key, value });
  late.step(10);
  soon.step(10);
  expect(late.hash()).toBe(soon.hash());
  expect(late.energy()).toEqual(soon.energy());
  for (const [before, after] of paints) expect(colors(late, before)).toEqual(colors(soon, after));
});
