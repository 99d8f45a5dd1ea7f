import type { Environment, EnvironmentFile, EnvironmentItem, MeshItem } from '../model/environment';
import { type Check, choice, pathOf, unchecked } from '../model/validate';
import { environmentLists, obstacles as OBSTACLES } from '../registry';
import type { PlainCommand } from '../run/recording';
import { changeSettings, hasPrescribedMotion, type Run, stopParticle } from '../run/run';
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

/** Meshes that bodies have stay, unless others have their names. */
export const meshes = listCommand('meshes');
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
  const { definitions, environment } = run.settings;
  const items = parseEnvironment(list, input, [list], {
    particleCount: run.model.particleCount,
    meshes: environment.meshes ?? [],
    definitions,
    fail(path, message) {
      throw new RangeError(`${pathOf(path)}: ${message}`);
    },
  });
  return () => {
    const { model, world, velocitiesWhenFreed } = run;
    changeSettings(run, { environment: withMeshes({ ...environment, [list]: items }, environment, list) });
    // A pin whose motion has ended stops. One that moves keeps its motion's velocity when it is freed.
    for (let i = 0; i < model.particleCount; i++) {
      if (hasPrescribedMotion(world, i)) velocitiesWhenFreed.delete(i);
      else if (model.pinned[i] === 1) stopParticle(run, i);
    }
    run.equilibrium = null;
  };
}

/**
 * Bodies and their meshes are two lists, and always fit: a new list of bodies leaves out the meshes that none has, and a new list of
 * meshes keeps those that a body has.
 */
function withMeshes(next: Environment, { meshes = [] }: Environment, list: string): Environment {
  if (meshes.length === 0) return next;
  const { bodies = [] } = next;
  const isUsed = ({ name }: MeshItem) => bodies.some(({ shape }: EnvironmentItem) => shape === name);
  if (list === 'bodies') return { ...next, meshes: meshes.filter(isUsed) };
  if (list !== 'meshes') return next;
  const given = next.meshes ?? [];
  return {
    ...next,
    meshes: [...meshes.filter((one) => isUsed(one) && !given.some(({ name }) => name === one.name)), ...given],
  };
}
