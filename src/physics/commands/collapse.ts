import { setCuts } from '../model/cuts';
import { moveHands } from '../model/model';
import { type Check, mustBe } from '../model/validate';
import type { Run } from '../run/run';
import { createSceneInstance } from '../run/scene-instance';
import { rangeErrors } from '../run/setup';
import { snapshot } from '../run/snapshot';
import { replaceInstance } from '../run/start-run';
import { withMaterialAgain } from '../scenes/materials/sheet-material';
import { mergeError, mergeParticles } from '../scenes/merge-particles';
import { mapParticles } from '../scenes/open-edges';
import { always, type CommandContext, defineCommand, particles as some } from './command-definition';

const pair: Check<[number, number], CommandContext> = (value, path, context) => {
  const [a, b, ...more] = some(value, path, context);
  return b === undefined || more.length > 0 ? context.fail(path, mustBe('two particles', value)) : [a, b];
};

/**
 * Collapses an edge: its two particles become one, and the triangles beside it vanish. The motion continues, with its pins and cuts. It is
 * another scene, with a new number and a new recording; `reset` restores its start.
 */
export const collapse = defineCommand({
  type: 'collapse',
  fields: { particles: pair },
  undo: 'state',
  changesStructure: always,
  prepare(run, { particles }) {
    const { initial, source, control, settings, model } = run;
    const expected = mergeError({ ...run.present, environment: settings.environment }, particles);
    if (expected) rangeErrors.fail(['collapse', 'particles'], mustBe(expected, particles));
    const { scene, springs, become } = mergeParticles(initial, particles);
    const { data, at, params } = madeAgain(run, scene);
    const environment = mapParticles(settings.environment, (all) => [...new Set(all.map(become))]);
    const instance = createSceneInstance(data, at, { settings: { ...settings, params, environment }, control });
    return () => {
      const state = mergeParticles(snapshot(run), particles).scene;
      if (!data.material) instance.coefficients.masses = state.masses;
      setCuts(
        instance.model,
        springs.map((j) => model.cut[j]),
      );
      moveHands(control, become);
      const whole = { ...source, data: mergeParticles(source.data, particles).scene };
      const count = run.loadCount + 1;
      Object.assign(run, { name: data.name, definition: null, source: whole, equilibrium: null });
      Object.assign(run, { loadNumber: count, loadCount: count });
      replaceInstance(run, instance, state);
    };
  },
});

/** A surface of a material has its masses and springs from the new triangles. */
function madeAgain({ initial: { material }, coefficients: { at }, settings: { params } }: Run, data: Run['initial']) {
  const made = { data, at, params };
  return material ? withMaterialAgain(material, made) : made;
}
