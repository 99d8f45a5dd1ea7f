// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation, energyLedger, SCENES, type Simulation, type Vec3 } from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';
import { everyNth, LONG } from '../../fixtures/run-length';
import { GARMENTS } from '../../fixtures/scenes-in-turn';

/** Scenes whose layers collide from the start, but for one whose table puts in far more work than a pull; see moving-obstacles. */
const LAYERED = SCENES.map(({ id }) => id).filter(
  (scene) => scene !== 'table-pulled-away' && createSimulation({ scene }).params.selfCollision === 1,
);
/** The most by which the energy may rise, as a part of what it is when the target comes to rest. */
const MOST: Record<string, number> = { 'implicit-euler': 0.02, 'implicit-euler-newton': 0.02, 'tr-bdf2': 0.02 };
const METHODS = Object.keys(MOST);
const PULLS = LONG ? 8 : 1;
/** Coarser than the scenes are, where a step takes long. */
const COARSE = { rows: 16, columns: 16 };
/** s. */
const REST = 0.25;

/** Garments take minutes under methods that solve more than once a step: they have a pull under their own method alone. */
const CASES = LAYERED.flatMap((scene) =>
  METHODS.slice(0, GARMENTS.includes(scene) ? 1 : undefined).map((method) => ({ scene, method })),
);

/** True where pins or obstacles move: they put work in too, and the ledger counts theirs and that of the grab together. */
function isDriven({ environment }: Simulation): boolean {
  const { motion, planes, spheres, bodies } = environment;
  return motion.length > 0 || [...planes, ...spheres, ...bodies].some((obstacle) => 'start' in obstacle);
}

/** Of the spring between a particle and the target, J. */
function energyOfGrab(simulation: Simulation, particle: number, target: Vec3): number {
  const { position } = simulation.particle(particle);
  const off = Math.hypot(...target.map((x, axis) => x - position[axis]));
  return 0.5 * simulation.params.grabStiffness * off * off;
}

/** J; with the energy of that spring, or without all work from outside. */
function energyWithGrab(simulation: Simulation, particle: number, target: Vec3): number {
  const { total } = simulation.energy();
  if (isDriven(simulation)) return total - energyLedger(simulation).hand;
  return total + energyOfGrab(simulation, particle, target);
}

describe('a pull of 0.2 to 2 m in 0.05 to 0.3 s', () => {
  test.each(everyNth(32, CASES, 16))(
    'makes no energy, and books none under accounts that nobody caused: $scene, $method',
    { tags: ['sampled'] },
    ({ scene, method }) => {
      const random = randomNumbers(CASES.findIndex((one) => one.scene === scene && one.method === method) + 1);
      for (let k = 0; k < PULLS; k++) {
        const about = `pull ${k}`;
        const dt = 1 / (60 + 180 * random());
        const simulation = createSimulation({
          scene,
          integrator: method,
          params: { ...(method !== 'implicit-euler' && COARSE), dt },
        });
        simulation.step(Math.round((0.3 + 0.7 * random()) / dt));
        energyLedger(simulation);
        const particle = Math.floor(random() * simulation.particleCount);
        const start = simulation.particle(particle).position;
        const angle = 2 * Math.PI * random();
        const way: Vec3 = [Math.cos(angle), random() - 0.3, Math.sin(angle)];
        const length = 0.2 + 1.8 * random();
        const steps = Math.max(1, Math.round((0.05 + 0.25 * random()) / dt));
        const targetAt = (part: number): Vec3 =>
          [0, 1, 2].map((axis) => start[axis] + (part * length * way[axis]) / Math.hypot(...way)) as unknown as Vec3;
        simulation.apply({ type: 'grab', particle, target: start });
        for (let step = 1; step <= steps; step++) {
          simulation.apply({ type: 'move', target: targetAt(step / steps) });
          simulation.step();
        }
        const target = targetAt(1);
        const { hand } = energyLedger(simulation);
        const pull = energyOfGrab(simulation, particle, target);
        const scale = simulation.energy().total + pull;
        let least = energyWithGrab(simulation, particle, target);
        let worst = 0;
        for (let step = 0; step < REST / dt; step++) {
          simulation.step();
          const energy = energyWithGrab(simulation, particle, target);
          least = Math.min(least, energy);
          worst = Math.max(worst, (energy - least) / scale);
        }
        expect(worst, about).toBeLessThan(MOST[method]);
        const after = energyLedger(simulation);
        expect(Math.abs(after.parameters), about).toBeLessThan(1e-3 * scale);
        // What a spring gives is what it has less, also where layers hold back what it pulls.
        if (!isDriven(simulation))
          expect(after.hand - hand, about).toBeLessThan(
            pull - energyOfGrab(simulation, particle, target) + MOST[method] * scale,
          );
      }
    },
  );
});
