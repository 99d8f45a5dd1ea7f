import type { Command, Precision, SceneFile } from '../../physics';
import type { Status } from '../../runtime/frame/frame';
import type { Catalog, SceneDefaults } from '../../runtime/host/catalog-types';

/** The command that `set` sends. @param key of PARAMS, or 'scene', 'integrator', 'precision' or 'preconditioner' */
export function setCommand(key: string, value: number | string): Command {
  if (key === 'scene') return { type: 'scene', scene: value as string };
  if (key === 'integrator') return { type: 'integrator', id: value as string };
  if (key === 'precision') return { type: 'precision', id: value as Precision };
  if (key === 'preconditioner') return { type: 'preconditioner', id: value as string };
  return { type: 'set', key, value: value as number };
}

/** Commands that restore every parameter, the integrator and the preconditioner to what the scene starts with. */
export function restoreCommands(status: Status, { integrator, params }: SceneDefaults): Command[] {
  const differs = (key: string) => params[key] !== status.params[key];
  // A new resolution changes the particles' mass: restore the resolution first, then the mass.
  const sizes = ['rows', 'columns'].filter(differs);
  const others = Object.keys(params).filter(
    (key) => !sizes.includes(key) && (differs(key) || (sizes[0] && key === 'mass')),
  );
  const commands = [...sizes, ...others].map((key) => setCommand(key, params[key]));
  if (status.integrator !== integrator) commands.push(setCommand('integrator', integrator));
  if (status.requestedPreconditioner !== 'auto') commands.push(setCommand('preconditioner', 'auto'));
  return commands;
}

/** What the present scene started with. */
export interface SceneStart {
  /** The loaded scene file; null for a built-in scene. */
  readonly file: SceneFile | null;
  defaults(catalog: Catalog, scene: string): SceneDefaults;
  /** True if planes, spheres, forces or moving pins differ from the scene's own: no link holds them. */
  environmentChanged(status: Status): boolean;
  /** Call when a scene has been loaded. @param scene id of a built-in scene, or a scene file */
  load(scene: string | SceneFile, status: Status): void;
}

export function createSceneStart(status: Status): SceneStart {
  let file: SceneFile | null = null;
  let fileDefaults: SceneDefaults | null = null;
  let environment = JSON.stringify(status.environment);
  /** The built-in scene that `defaults` was asked for last: the panel asks with every frame. */
  let builtIn: Catalog['scenes'][number] | null = null;
  return {
    get file() {
      return file;
    },
    defaults({ scenes }, scene) {
      if (fileDefaults) return fileDefaults;
      if (builtIn?.id !== scene) builtIn = scenes.find(({ id }) => id === scene) ?? scenes[0];
      return builtIn.defaults;
    },
    environmentChanged: (now) => JSON.stringify(now.environment) !== environment,
    load(scene, { integrator, params, environment: own }) {
      file = typeof scene === 'string' ? null : scene;
      fileDefaults = file && { integrator, params };
      environment = JSON.stringify(own);
    },
  };
}
