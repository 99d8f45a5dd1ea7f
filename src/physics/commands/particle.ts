import { STRIDE, type Vec3 } from '../model/model';
import { type Check, flag, number, optional, vector } from '../model/validate';
import { checkCoefficients, hasPrescribedMotion, type Run, refreshInstance, stopParticle } from '../run/run';
import { always, type CommandContext, defineCommand, particle as index, particles } from './command-definition';

const velocity: Check<Vec3, CommandContext> = (value, path, context) => {
  const given = vector(value, path, context);
  const axis = context.precision === 'double' ? -1 : given.findIndex((v) => !Number.isFinite(Math.fround(v)));
  if (axis >= 0) context.fail([...path, axis], `${given[axis]} is too large for single precision`);
  return given;
};

/**
 * Sets the mass of one particle, kg, its velocity, m/s, or both. The mass is one of the loaded coefficients: the parameter `mass`
 * scales it, a file contains it, `reset` keeps it, and another resolution drops it. A pinned particle gets the velocity
 * when it is freed.
 */
export const particle = defineCommand({
  type: 'particle',
  fields: { particle: index, mass: optional(number('positive')), velocity: optional(velocity) },
  effect: 'edit',
  changesStructure: always,
  prepare(run, { particle, mass, velocity }) {
    const set = mass !== undefined && prepareMass(run, particle, mass);
    return () => {
      if (set) set();
      if (velocity === undefined) return;
      const { model, state, velocitiesWhenFreed, world } = run;
      if (model.pinned[particle] === 1 && !hasPrescribedMotion(world, particle))
        velocitiesWhenFreed.set(particle, [...velocity]);
      else state.velocities.set(velocity, STRIDE * particle);
    };
  },
});

function prepareMass(run: Run, particle: number, mass: number): () => void {
  const { coefficients, model, settings } = run;
  const masses = coefficients.masses.slice();
  const scale = settings.params.mass;
  // The same bits if there is nothing to scale.
  masses[particle] = scale === coefficients.at.mass ? mass : (mass / scale) * coefficients.at.mass;
  const values = checkCoefficients(
    { model, coefficients: { ...coefficients, masses }, settings },
    `particle.mass ${mass}`,
  );
  return () => {
    coefficients.masses = masses;
    refreshInstance(run, values);
  };
}

/** Pins or frees one particle. */
export const pin = defineCommand({
  type: 'pin',
  fields: { particle: index, pinned: flag },
  effect: 'edit',
  changesStructure: always,
  prepare:
    (run, { particle, pinned }) =>
    () => {
      setPin(run, particle, pinned);
      refreshInstance(run);
    },
});

/** Pins exactly these particles. */
export const pins = defineCommand({
  type: 'pins',
  fields: { particles },
  effect: 'edit',
  // A pin holds a particle where it is: on a cloth that has fallen, the same pins would be elsewhere.
  undo: 'state',
  changesStructure: always,
  prepare(run, { particles }) {
    const requested = new Set(particles);
    return () => {
      for (let i = 0; i < run.model.particleCount; i++) setPin(run, i, requested.has(i));
      refreshInstance(run);
    };
  },
});

/** A pinned particle stops; a freed one gets the velocity that its scene has for it. */
function setPin(run: Run, particle: number, pinned: boolean): void {
  const { model, state, velocitiesWhenFreed, world } = run;
  if ((model.pinned[particle] === 1) === pinned) return;
  model.pinned[particle] = pinned ? 1 : 0;
  if (pinned) stopParticle(run, particle);
  else if (!hasPrescribedMotion(world, particle)) {
    state.velocities.set(velocitiesWhenFreed.get(particle) ?? [0, 0, 0], STRIDE * particle);
  }
  velocitiesWhenFreed.delete(particle);
}
