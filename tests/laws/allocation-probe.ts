/**
 * Run by Node by itself: prints what a step of each method allocates, bytes, as JSON by id. The young generation must be
 * larger than all of it together, so that nothing is collected in between.
 */
import { createSimulation, INTEGRATORS } from '../../src/physics';
import { implicitEuler } from '../../src/physics/integrators/implicit-euler';

const WARM_UP = 60;
const STEPS = 200;

function allocated(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function perStep(step: () => void): number {
  for (let i = 0; i < WARM_UP; i++) step();
  // Rounds: the compiler, which works beside the run, allocates in one or the other, but not in all.
  return Math.min(
    ...[1, 2, 3].map(() => {
      globalThis.gc?.();
      const before = allocated();
      for (let i = 0; i < STEPS; i++) step();
      return (allocated() - before) / STEPS;
    }),
  );
}

/** A careless method: one short-lived array of 250 numbers in each step, 2 kB. */
function careless(): number {
  const simulation = createSimulation({ params: { rows: 8, columns: 8 } });
  let kept: number[] = [];
  return perStep(() => {
    simulation.step();
    kept = new Array<number>(250).fill(kept.length + 0.5);
  });
}

const found: Record<string, number> = { careless: careless() };
for (const { id } of INTEGRATORS) {
  const dt = id === implicitEuler.id ? 3e-4 : 1e-5;
  const simulation = createSimulation({ params: { rows: 64, columns: 64, dt }, integrator: id });
  simulation.apply({ type: 'grab', particle: 2000, target: [0, 1, 0.2] });
  found[id] = perStep(() => simulation.step());
  if (simulation.blowUp) found[id] = Number.NaN;
}
process.stdout.write(JSON.stringify(found));
