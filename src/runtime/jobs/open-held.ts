/** Opens the run that a job is about. */
import { type Command, createSimulation, type SceneFile, type Simulation } from '../../physics';
import type { Precision } from '../../physics/model/arena';

/** What a scene file does not have. */
export interface HeldArgs {
  precision: Precision;
  /** Commands of the grab and of the push. */
  hand: readonly Command[];
}

/** @throws SceneError for a bad scene, RangeError for a bad command */
export function openHeld(scene: SceneFile, { precision, hand }: HeldArgs): Simulation {
  const simulation = createSimulation({ scene, precision });
  for (const command of hand) simulation.apply(command);
  return simulation;
}
