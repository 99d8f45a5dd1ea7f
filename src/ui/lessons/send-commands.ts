import type { Command } from '../../physics';
import { STRIDE } from '../../physics/model/model';
import { findEquilibrium, toggleWind } from '../actions/lazy-actions';
import type { Lab } from '../lab/lab';
import type { Deed } from './lesson';

/** Does one deed after the other, each when the one before can be seen; rejects at the first that is refused. */
export async function sendCommands(lab: Lab, deeds: readonly Deed[]): Promise<void> {
  for (const deed of deeds) await performDeed(lab, deed);
}

async function performDeed(lab: Lab, deed: Deed): Promise<void> {
  if (deed.type === 'play') lab.play();
  else if (deed.type === 'pause') lab.pause();
  else if (deed.type === 'steps') await lab.step(deed.count);
  else if (deed.type === 'restore') await lab.restore();
  else if (deed.type === 'colour') lab.colourBy(deed.field);
  else if (deed.type === 'wind') await toggleWind(lab);
  else if (deed.type === 'equilibrium') await findEquilibrium(lab);
  else if (deed.type === 'edit') await lab.send(edited(lab, deed));
  else if (deed.type === 'noise') await lab.send(noise(lab, deed.speed));
  else if (deed.type === 'reset') await lab.reset();
  else await lab.send(deed);
}

function edited(lab: Lab, { list, path, value }: Extract<Deed, { type: 'edit' }>): Command {
  const things = structuredClone(lab.frame.status.environment[list] ?? []) as Record<string, unknown>[];
  const last = path[path.length - 1];
  for (const thing of things) {
    const holder = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown>)?.[key], thing);
    if (typeof holder === 'object' && holder !== null && last in holder) Object.assign(holder, { [last]: value });
  }
  // The list was read from the engine's own.
  return { type: list, [list]: things } as unknown as Command;
}

/** The same numbers each time: a linear congruential generator (Numerical Recipes). */
function noise(lab: Lab, speed: number): Command {
  const { positions, velocities, structure, status } = lab.frame;
  const noisy = Array.from(velocities);
  let seed = 1;
  for (let i = 0; i < structure.particleCount; i++) {
    if (structure.pinned[i]) continue;
    for (let axis = 0; axis < 2; axis++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      noisy[STRIDE * i + axis] += speed * (seed / 2 ** 31 - 1);
    }
  }
  return { type: 'place', positions: Array.from(positions), velocities: noisy, time: status.time };
}
