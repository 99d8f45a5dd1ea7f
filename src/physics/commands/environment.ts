import type { EnvironmentFile } from '../model/environment';
import { type Check, choice, pathOf, unchecked } from '../model/validate';
import { environmentLists, obstacles as OBSTACLES } from '../registry';
import type { PlainCommand } from '../run/recording';
import type { Run } from '../run/run';
import { changeSettings, hasPrescribedMotion, stopParticle } from '../run/scene-instance';
import { parseEnvironment } from '../scenes/file/parse-environment';
import { defineCommand } from './command-definition';

/** Replaces a whole list of the environment, written as in a scene file. */
function listCommand<const L extends string>(list: L, effect?: 'hand') {
  return defineCommand({
    type: list,
    fields: { [list]: unchecked<unknown>() } as { [K in L]: Check<EnvironmentFile[K]> },
    effect,
    prepare: (run, command) => replaceList(run, list, (command as Record<string, unknown>)[list]),
  });
}

export const forces = listCommand('forces');
export const motion = listCommand('motion', 'hand');

/** One command for each kind of obstacle. */
export const obstacles = OBSTACLES.map(({ list }) => listCommand(list as 'planes')) as ObstacleCommand[];
type CommandOf<L extends string> = ReturnType<typeof listCommand<L>>;
type ObstacleCommand = CommandOf<'planes'> | CommandOf<'spheres'> | CommandOf<'bodies'>;

const listName: Check<string> = choice(...environmentLists);

/** The same for a list that is known by its name only. */
export const environment = defineCommand({
  type: 'environment',
  fields: { list: listName, items: unchecked<unknown>() },
  standsFor: ({ list, items }) => ({ type: list, [list]: items }) as PlainCommand,
  prepare: (run, { list, items }) => replaceList(run, list, items),
});

/** @throws RangeError with the path of what is wrong in the list: `planes[0].normal: is missing` */
function replaceList(run: Run, list: string, input: unknown): () => void {
  const { definitions } = run.settings;
  const items = parseEnvironment(list, input, [list], {
    particleCount: run.model.particleCount,
    definitions,
    fail(path, message) {
      throw new RangeError(`${pathOf(path)}: ${message}`);
    },
  });
  return () => {
    const { model, world, velocitiesWhenFreed } = run;
    changeSettings(run, { environment: { ...run.settings.environment, [list]: items } });
    // A pin whose motion has ended stops. One that moves keeps its motion's velocity when it is freed.
    for (let i = 0; i < model.particleCount; i++) {
      if (hasPrescribedMotion(world, i)) velocitiesWhenFreed.delete(i);
      else if (model.pinned[i] === 1) stopParticle(run, i);
    }
    run.equilibrium = null;
  };
}
