/** Experiments that many lessons end with. */
import type { Experiment } from './lesson';

export const RESTART: Experiment = {
  label: 'Restart',
  description: 'From the start, with the current parameters.',
  commands: [{ type: 'reset' }, { type: 'play' }],
};

export const RESTORE: Experiment = {
  label: 'Restore the parameters',
  description: 'From the start, with the scene’s own parameters.',
  commands: [{ type: 'restore' }, { type: 'reset' }, { type: 'play' }],
};

/** Unlike RESTORE, this also restores obstacles, forces and motions. */
export function reload(scene: string): Experiment {
  return {
    label: 'Reload the scene',
    description: 'Everything as it was at first.',
    commands: [{ type: 'scene', scene }, { type: 'play' }],
  };
}

/** The scene made of a material, from the start. */
export function madeOf(id: string, label: string, description: string): Experiment {
  return { label, description, commands: [{ type: 'material', id }, { type: 'reset' }, { type: 'play' }] };
}
