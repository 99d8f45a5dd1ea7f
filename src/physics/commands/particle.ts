import { toSingle } from '../model/arena';
import { STRIDE, type Vec3 } from '../model/model';
import { type Check, number, optional, vector } from '../model/validate';
import { refreshInstance } from '../run/scene-instance';
import { always, type CommandContext, defineCommand, particle as index } from './command-definition';

const positive = number('positive');

/** A mass whose inverse is finite too. */
const mass: Check<number, CommandContext> = (value, path, context) => {
  const { precision, fail } = context;
  const given = positive(value, path, context);
  const rounded = (x: number) => (precision === 'single' ? toSingle(x) : x);
  if (!Number.isFinite(rounded(given))) fail(path, `${value} is too large for single precision`);
  if (!Number.isFinite(rounded(1 / rounded(given)))) fail(path, `${value} is too small for ${precision} precision`);
  return given;
};

const velocity: Check<Vec3, CommandContext> = (value, path, context) => {
  const given = vector(value, path, context);
  const axis = context.precision === 'double' ? -1 : given.findIndex((v) => !Number.isFinite(toSingle(v)));
  if (axis >= 0) context.fail([...path, axis], `${given[axis]} is too large for single precision`);
  return given;
};

/**
 * Sets the mass of one particle, kg, its velocity, m/s, or both. The mass belongs to the material: the parameter `mass`
 * scales it, a file contains it, `reset` keeps it, and another resolution drops it. A pinned particle gets the velocity
 * when it is freed.
 */
export const particle = defineCommand({
  type: 'particle',
  fields: { particle: index, mass: optional(mass), velocity: optional(velocity) },
  effect: 'edit',
  changesStructure: always,
  prepare:
    (run, { particle, mass, velocity }) =>
    () => {
      const { material, model, state, settings, velocitiesWhenFreed } = run;
      if (mass !== undefined) {
        const masses = material.masses.slice();
        const scale = settings.params.mass;
        // The same bits if there is nothing to scale.
        masses[particle] = scale === material.at.mass ? mass : (mass / scale) * material.at.mass;
        material.masses = masses;
        refreshInstance(run);
      }
      if (velocity === undefined) return;
      if (model.pinned[particle] === 1) velocitiesWhenFreed.set(particle, [...velocity]);
      else state.velocities.set(velocity, STRIDE * particle);
    },
});
