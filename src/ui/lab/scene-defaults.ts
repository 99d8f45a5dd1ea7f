import type { Command, SceneFile } from '../../physics';
import type { Status } from '../../runtime/frame/frame';
import type { Catalog, SceneDefaults } from '../../runtime/host/catalog';
import { setCommand } from './engine-client';

/** Commands that restore every parameter, the integrator and the preconditioner to what the scene starts with. */
export function restoreCommands(status: Status, { integrator, params }: SceneDefaults): Command[] {
  const made = status.material?.numbers;
  const differs = (key: string) => params[key] !== status.params[key] || made?.[key] !== undefined;
  // A new resolution changes the particles' mass: restore the resolution first, then the mass.
  const sizes = ['rows', 'columns'].filter(differs);
  const others = Object.keys(params).filter(
    (key) => !sizes.includes(key) && (differs(key) || (sizes[0] && key === 'mass')),
  );
  const commands = [...sizes, ...others].map((key) => setCommand(key, params[key]));
  if (made) commands.unshift({ type: 'material', id: null });
  if (status.integrator !== integrator) commands.push(setCommand('integrator', integrator));
  if (status.requestedPreconditioner !== 'auto') commands.push(setCommand('preconditioner', 'auto'));
  return commands;
}

interface Start {
  file: SceneFile | null;
  /** Of a file. */
  defaults: SceneDefaults | null;
  /** Each list as JSON. */
  environment: Record<string, string>;
}

/** Scenes whose start is kept; a file may be large. */
const MAX_STARTS = 20;

/** What each scene started with. Undo returns to an earlier scene: its status has the number of that scene. */
export function createSceneStart(status: Status) {
  const starts = new Map<number, Start>();
  /** The built-in scene that `defaults` was asked for last: the panel asks with every frame. */
  let builtIn: Catalog['scenes'][number] | null = null;

  function load(scene: string | SceneFile, { loadNumber, integrator, params, environment }: Status): void {
    const file = typeof scene === 'string' ? null : scene;
    const defaults = file && { integrator, params };
    starts.set(loadNumber, { file, defaults, environment: listsOf(environment) });
    if (starts.size > MAX_STARTS) starts.delete(starts.keys().next().value as number);
  }

  load(status.scene, status);
  return {
    /** The loaded scene file; null for a built-in scene. */
    file: ({ loadNumber }: Status) => starts.get(loadNumber)?.file ?? null,
    defaults({ scenes }: Catalog, { scene, loadNumber }: Status) {
      const { defaults } = starts.get(loadNumber) ?? {};
      if (defaults) return defaults;
      if (builtIn?.id !== scene) builtIn = scenes.find(({ id }) => id === scene) ?? scenes[0];
      return builtIn.defaults;
    },
    /** The lists of the environment that differ from the scene's own: planes, spheres, forces, motion. */
    changedLists({ environment, loadNumber }: Status) {
      const own = starts.get(loadNumber)?.environment ?? {};
      return Object.entries(listsOf(environment)).flatMap(([list, items]) =>
        items === (own[list] ?? '[]') ? [] : list,
      );
    },
    /** Call when a scene has been loaded. @param scene id of a built-in scene, or a scene file */
    load,
  };
}

/** Each list as JSON. A mesh is long, and the address asks several times a second. */
const texts = new WeakMap<readonly object[], string>();

function textOf(items: readonly object[] = []): string {
  const text = texts.get(items) ?? JSON.stringify(items);
  texts.set(items, text);
  return text;
}

const listsOf = (environment: Status['environment']): Record<string, string> =>
  Object.fromEntries(Object.entries(environment ?? {}).map(([list, items]) => [list, textOf(items)]));
