import { FORCES, MOTIONS, OBSTACLES, type Simulation } from '../../physics/core';
import type { Kinds } from '../host/protocol';

/** What can be added to a scene, with the tables of its fields. */
export function kinds(_simulation: Simulation, _args: object): Kinds {
  return {
    obstacles: OBSTACLES.map(({ list, label, summary, fields }) => ({ list, label, summary, fields })),
    forces: FORCES.flatMap(({ id, label, summary, listed }) => {
      if (!listed) return [];
      const { create: _, ...about } = listed;
      return { type: id, label, summary, ...about };
    }),
    motions: MOTIONS.map(({ displacement: _, velocity: __, ...about }) => about),
  };
}
