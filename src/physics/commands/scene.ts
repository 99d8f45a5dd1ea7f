import { checkPreconditioner } from '../registry';
import type { Run } from '../run/run';
import { type Setup, START_FIELDS, sceneOrFile } from '../run/setup';
import { buildRun, startRun } from '../run/start-run';
import { always, defineCommand } from './command-definition';

type SceneCommand = { scene?: Setup['scene'] } & Pick<
  Setup,
  'material' | 'integrator' | 'params' | 'precision' | 'preconditioner'
>;

function setupOf({ settings }: Run, command: SceneCommand): Setup {
  const { scene, material, integrator, params } = command;
  return {
    scene,
    material,
    integrator,
    params,
    precision: command.precision ?? settings.precision,
    kernel: settings.kernel as Setup['kernel'],
    preconditioner: command.preconditioner ?? settings.preconditioner,
  };
}

/** What was built last for each run: it is used once, by the very command for which it was built. */
const built = new WeakMap<Run, { next: Run; setup: Setup }>();

/** Builds the scene of a command in slices; applying the command is a short step then. Yields what is done, 0 … 1. */
export function* buildScene(run: Run, command: SceneCommand): Generator<number, void, void> {
  built.delete(run);
  const setup = setupOf(run, command);
  const next = yield* buildRun(setup, run.settings.definitions, run.reapply);
  built.set(run, { next, setup });
}

/** Null if none was built for this setup. */
function takeBuilt(run: Run, setup: Setup): Run | null {
  const { next, setup: of } = built.get(run) ?? {};
  built.delete(run);
  const isSame = of && (Object.keys(setup) as (keyof Setup)[]).every((key) => setup[key] === of[key]);
  return next && isSame && next.settings.definitions === run.settings.definitions ? next : null;
}

/** Loads a scene by its id, or a scene file. Precision and preconditioner stay unless they are given. */
export const scene = defineCommand({
  type: 'scene',
  fields: { scene: sceneOrFile, ...START_FIELDS },
  undo: 'state',
  changesStructure: always,
  prepare(run, command) {
    const { settings, ledger, loadCount } = run;
    const { preconditioner } = command;
    const setup = setupOf(run, command);
    const next = takeBuilt(run, setup) ?? startRun(setup, settings.definitions, run.reapply);
    if (preconditioner !== undefined) checkPreconditioner(preconditioner, next.world);
    return () => {
      const count = loadCount + 1;
      Object.assign(run, next, { ledger, loadNumber: count, loadCount: count });
      ledger?.clear();
    };
  },
});
