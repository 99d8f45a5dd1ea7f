import { setCuts } from '../model/cuts';
import { type Control, moveHands } from '../model/model';
import type { Edge } from '../model/surface-mesh';
import { type Check, mustBe, rangeErrors } from '../model/validate';
import { buildSceneInstance, type Run, type SceneInstance } from '../run/run';
import { snapshot } from '../run/snapshot';
import { replaceInstance } from '../run/start-run';
import { withMaterialAgain } from '../scenes/materials/sheet-material';
import { createMerger, type Merger } from '../scenes/merge-particles';
import { mapParticles } from '../scenes/open-edges';
import type { SceneData } from '../scenes/scene';
import { runToEnd } from '../slices';
import { always, type CommandContext, defineCommand, particles as some } from './command-definition';

const pairs: Check<number[], CommandContext> = (value, path, context) => {
  const all = some(value, path, context);
  return all.length === 0 || all.length % 2 > 0 ? context.fail(path, mustBe('two particles of each edge', value)) : all;
};

/**
 * Collapses edges, one after the other: two particles become one, and the triangles beside them vanish. The motion continues, with its
 * pins and cuts. It is another scene, with a new number and a new recording; `reset` restores its start.
 */
export const collapse = defineCommand({
  type: 'collapse',
  fields: { particles: pairs },
  undo: 'state',
  changesStructure: always,
  prepare(run, { particles }) {
    const merger = mergerOf(run);
    for (let k = 0; k < particles.length; k += 2) {
      const ends: Edge = [particles[k], particles[k + 1]];
      const expected = merger.error(ends);
      if (expected) rangeErrors.fail(['collapse', 'particles'], mustBe(expected, ends));
      merger.merge(ends);
    }
    const { instance, state, become } = runToEnd(mergedInstance(presentOf(run), merger, run.control));
    return () => {
      moveHands(run.control, become);
      const { source } = run;
      const whole = { ...source, data: merger.merged(source.data).scene };
      const count = run.loadCount + 1;
      Object.assign(run, { name: instance.initial.name, definition: null, source: whole, equilibrium: null });
      Object.assign(run, { loadNumber: count, loadCount: count });
      replaceInstance(run, instance, state);
    };
  },
});

/** Merges particles of the present scene. */
export const mergerOf = ({ present, settings: { environment } }: Run) => createMerger({ ...present, environment });

/** What of a run stays when particles are merged. A copy: the run may go on. */
export function presentOf(run: Run) {
  const { initial, settings, coefficients, model } = run;
  return { initial, settings, at: coefficients.at, cut: model.cut.slice(), now: snapshot(run) };
}

/** The particles with the merged ones, in the state that they have then. In slices. @param control its hands are still to be moved */
export function* mergedInstance(
  { initial, settings, at: before, cut, now }: ReturnType<typeof presentOf>,
  merger: Merger,
  control: Control,
): Generator<number, { instance: SceneInstance; state: SceneData; become: (particle: number) => number }, void> {
  const { scene, springs, become } = merger.merged(initial);
  yield 0;
  const made = { data: scene, at: before, params: settings.params };
  // A surface of a material has its masses and springs from the new triangles.
  const { data, at, params } = initial.material ? withMaterialAgain(initial.material, made) : made;
  const environment = mapParticles(settings.environment, (all) => [...new Set(all.map(become))]);
  const instance = yield* buildSceneInstance(data, at, { settings: { ...settings, params, environment }, control });
  yield 1;
  const { scene: state } = merger.merged(now);
  if (!data.material) instance.coefficients.masses = state.masses;
  setCuts(
    instance.model,
    springs.map((j) => cut[j]),
  );
  return { instance, state, become };
}
