import type { CoefficientValues } from '../model/coefficients';
import { type Grid, HANDS, moveHands } from '../model/model';
import type { Params } from '../model/params';
import { text, unchecked } from '../model/validate';
import { PARAMS, preconditionerFor } from '../registry';
import type { Run } from '../run/run';
import { changeSettings, checkCoefficients, createSceneInstance, refreshInstance, resetIntegrator } from '../run/run';
import { checkParam } from '../run/setup';
import { snapshot } from '../run/snapshot';
import { replaceInstance } from '../run/start-run';
import { wholeParticle } from '../scenes/builders/grid';
import { carryEnvironment, nearest, resample, resamplePins } from '../scenes/builders/resample';
import { environmentWithout } from '../scenes/open-edges';
import { defineCommand } from './command-definition';
import { sceneOnGrid } from './material';

/** Sets a parameter. The table of parameters has the values that each key accepts. */
export const set = defineCommand({
  type: 'set',
  fields: { key: text, value: unchecked<number>() },
  changesStructure: ({ key }) => PARAMS[key]?.changesStructure ?? false,
  // The playback speed changes no bit of the state.
  isRecorded: ({ key }) => key !== 'speed',
  prepare(run, { key, value }) {
    checkParam(run.settings.definitions.params, key, value);
    // A file has no −0.
    const params: Params = { ...run.settings.params, [key]: value + 0 };
    const { grid } = run.model;
    if (grid && (key === 'rows' || key === 'columns')) return resizeGrid(run, grid, params, `${key} ${value}`);
    const values = checkCoefficients(run, `${key} ${value}`, params);
    return () => changeParams(run, params, values);
  },
});

function changeParams(run: Run, params: Params, values: CoefficientValues): void {
  const before = run.settings.params;
  if (params.dt !== before.dt) run.timeOrigin = { time: run.state.time, step: run.stepCount };
  if (params.hardHold !== before.hardHold) for (let hand = 0; hand < HANDS; hand++) run.grab.release(run.state, hand);
  changeSettings(run, { params });
  refreshInstance(run, values);
  // Parameters can switch the membrane on, and so decide which preconditioners are supported.
  const { world } = run;
  if (preconditionerFor(world, run.settings.preconditioner) !== world.preconditioner) resetIntegrator(run);
}

/** The same sheet on another grid: same motion, same total mass, and the grab continues. Cut springs are whole again, and slits are closed. */
function resizeGrid(run: Run, from: Grid, requested: Params, name: string): () => void {
  if (from.rows === requested.rows && from.columns === requested.columns) return () => {};
  const { control, initial, settings } = run;
  const { data: resized, at, params } = sceneOnGrid(run, from, requested);
  const whole =
    run.model.origins.length === 0
      ? settings.environment
      : environmentWithout(settings.environment, from.rows * from.columns);
  const environment = carryEnvironment(whole, initial, resized);
  const instance = createSceneInstance(resized, at, { settings: { ...settings, params, environment }, control, name });

  return () => {
    const to = { rows: params.rows, columns: params.columns };
    // A pinned particle is at rest here, whatever velocity it gets when it is freed.
    const present = snapshot({ ...run, velocitiesWhenFreed: new Map() });
    moveHands(control, (i) => nearest(wholeParticle(from, i, run.model.origins), from, to));
    replaceInstance(run, instance, {
      ...resized,
      positions: resample(present.positions, from, to),
      velocities: resample(present.velocities, from, to),
      pinned: resamplePins(present.pinned, from, to, { before: initial.pinned, after: resized.pinned }),
      time: present.time,
    });
  };
}
