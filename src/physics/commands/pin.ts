import { STRIDE } from '../model/model';
import { flag } from '../model/validate';
import type { Run } from '../run/run';
import { hasPrescribedMotion, refreshInstance, stopParticle } from '../run/scene-instance';
import { always, defineCommand, particle, particles } from './command-definition';

/** Pins or frees one particle. */
export const pin = defineCommand({
  type: 'pin',
  fields: { particle, pinned: flag },
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
