/**
 * Run by Node by itself: prints what a step under the method whose name is given allocates, bytes. The young generation must
 * be larger than all of it together, so that nothing is collected in between.
 */
import { createSimulation } from '../../src/physics';
import { implicitEuler } from '../../src/physics/integrators/implicit-euler';
import { nameOf, WATCHED, type Watched } from './allocation-setups';

/** Steps that are measured together: some things are done at each sixteenth only. */
const STRIDE = 32;
/** Strides running whose median counts: what the compiler, at work beside the run, allocates now and then does not. */
const RUNNING = 5;
/** Strides at most. */
const MOST = 60;
/** Bytes a step, below which there is nothing left to wait for. */
const ENOUGH = 900;

function allocated(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The least that it comes down to: code that is not compiled yet makes an object of every number. */
function perStep(step: () => void): number {
  const found: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  while (found.length < MOST && least > ENOUGH) {
    const before = allocated();
    for (let i = 0; i < STRIDE; i++) step();
    found.push((allocated() - before) / STRIDE);
    const last = found.slice(-RUNNING).sort((a, b) => a - b);
    if (last.length === RUNNING) least = Math.min(least, last[Math.floor(RUNNING / 2)]);
  }
  return least;
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

/** A cloth in the hand: with a membrane, so that every force acts, but under multigrid, which allows none. */
function watch({ kernel, integrator, preconditioner }: Watched): number {
  const dt = integrator === implicitEuler.id ? 3e-4 : 1e-5;
  const membrane = { membraneLambda: 1e5, membraneMu: 1e5, membranePhi: 1, membranePsi: 1 };
  const params = { rows: 32, columns: 32, dt, ...(preconditioner !== 'multigrid' && membrane) };
  const simulation = createSimulation({ params, integrator, kernel, preconditioner });
  simulation.apply({ type: 'grab', particle: Math.floor(simulation.particleCount / 2), target: [0, 1, 0.2] });
  const bytes = perStep(() => simulation.step());
  return simulation.blowUp ? Number.NaN : bytes;
}

const [name] = process.argv.slice(2);
const watched = WATCHED.find((one) => nameOf(one) === name);
process.stdout.write(JSON.stringify(watched ? watch(watched) : careless()));
