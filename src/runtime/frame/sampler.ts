/** Takes samples of a run, in the engine. */
import { largestStrain, type Simulation } from '../../physics';
import { SAMPLE_CAPACITY, SAMPLED_PARTICLES, type Sample } from './samples';

/** s of simulated time between two samples, about; a longer dt is sampled at every step. */
const INTERVAL = 1 / 240;

export function createSampler(simulation: Simulation) {
  let watched: readonly number[] = [];
  let particles: readonly number[] = [];
  let count = -1;
  let samples: Sample[] = [];

  function choose(): void {
    count = simulation.particleCount;
    const all = count <= SAMPLED_PARTICLES ? Array.from({ length: count }, (_, i) => i) : watched;
    particles = all.filter((i) => i < count);
  }

  /** 3 for each sampled particle, of an array with 4. */
  function valuesOf(array: ArrayLike<number>): Float64Array {
    const values = new Float64Array(3 * particles.length);
    for (const [at, i] of particles.entries())
      for (let axis = 0; axis < 3; axis++) values[3 * at + axis] = array[4 * i + axis];
    return values;
  }

  return {
    /** True if there is something to sample: then `record` is to be called after each step. */
    get active() {
      if (simulation.particleCount !== count) choose();
      return particles.length > 0;
    },
    /** Particles to sample besides those of a small scene; with any, the energies are sampled too. */
    watch(next: readonly number[]) {
      watched = next;
      choose();
    },
    record() {
      const { stepCount, params, state, model, time } = simulation;
      if (stepCount % Math.max(1, Math.round(INTERVAL / params.dt)) !== 0) return;
      if (samples.length >= SAMPLE_CAPACITY) samples = samples.slice(SAMPLE_CAPACITY / 2);
      samples.push({
        step: stepCount,
        time,
        particles,
        positions: valuesOf(state.positions),
        velocities: valuesOf(state.velocities),
        run:
          watched.length === 0
            ? null
            : {
                energy: simulation.energy(),
                strain: largestStrain(model, state),
                iterations: simulation.report.iterations,
              },
      });
    },
    /** The samples since the last call. */
    take(): Sample[] {
      const taken = samples;
      samples = [];
      return taken;
    },
  };
}
