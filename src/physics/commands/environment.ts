import type { EnvironmentFile, EnvironmentListName } from '../model/environment';
import { pathOf, unchecked } from '../model/validate';
import type { Run } from '../run/run';
import { applySettings, hasPrescribedMotion, stopParticle } from '../run/scene-instance';
import { parseEnvironment } from '../scenes/file/parse-environment';
import { defineCommand } from './command-definition';

/** Each command replaces a whole list of the environment, written as in a scene file. */

export const planes = defineCommand({
  type: 'planes',
  fields: { planes: unchecked<EnvironmentFile['planes']>() },
  prepare: (run, { planes }) => replaceList(run, 'planes', planes),
});

export const spheres = defineCommand({
  type: 'spheres',
  fields: { spheres: unchecked<EnvironmentFile['spheres']>() },
  prepare: (run, { spheres }) => replaceList(run, 'spheres', spheres),
});

export const forces = defineCommand({
  type: 'forces',
  fields: { forces: unchecked<EnvironmentFile['forces']>() },
  prepare: (run, { forces }) => replaceList(run, 'forces', forces),
});

export const motion = defineCommand({
  type: 'motion',
  fields: { motion: unchecked<EnvironmentFile['motion']>() },
  effect: 'hand',
  prepare: (run, { motion }) => replaceList(run, 'motion', motion),
});

/** @throws RangeError with the path of what is wrong in the list: `planes[0].normal: is missing` */
function replaceList(run: Run, list: EnvironmentListName, input: unknown): () => void {
  const items = parseEnvironment(list, input, [list], run.model.particleCount, (path, message) => {
    throw new RangeError(`${pathOf(path)}: ${message}`);
  });
  return () => {
    const { model, world } = run;
    applySettings(run, { environment: { ...run.settings.environment, [list]: items } });
    // A pin whose motion has ended stops.
    for (let i = 0; i < model.particleCount; i++) {
      if (model.pinned[i] === 1 && !hasPrescribedMotion(world, i)) stopParticle(run, i);
    }
    run.equilibrium = null;
  };
}
