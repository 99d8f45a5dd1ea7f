import type { Grid } from './model';
import type { Params } from './params';
import { setStage } from './perform';
import type { Run } from './run';
import { massAt, materialParams, meanOf } from './scenes/load-scene';
import { carryScenery, nearest, regrid, resample, resamplePins } from './scenes/resample';
import { snapshot } from './snapshot';
import { createStage } from './stage';

/** Same sheet, same motion, same total mass on another grid; the hand keeps its hold. What was cut is whole again. */
export function changeGrid(run: Run, from: Grid, wanted: Params): () => void {
  if (from.rows === wanted.rows && from.columns === wanted.columns) return () => {};
  const { source, definition, control } = run;
  const mass = definition ? run.params.mass : meanOf(run.stage.model.masses);
  const params: Params = { ...wanted, mass: massAt(mass, run.params, wanted) };
  const home = definition ? definition.create(params) : regrid(source.data, source.data.grid ?? from, params);
  const at = home === source.data ? source.at : materialParams(params);
  const scenery = carryScenery(run.stage.world.scenery, run.stage.home, home);
  const stage = createStage(home, at, { ...run, params }, scenery);

  return () => {
    const to = { rows: params.rows, columns: params.columns };
    // A pinned particle counts as at rest, whatever velocity is kept for it.
    const live = snapshot({ ...run.stage, kept: new Map() });
    if (control.held >= 0) control.held = nearest(control.held, from, to);
    run.params = params;
    setStage(run, stage, {
      ...home,
      positions: resample(live.positions, from, to),
      velocities: resample(live.velocities, from, to),
      pinned: resamplePins(live.pinned, from, to, { before: run.stage.home.pinned, after: home.pinned }),
      time: live.time,
    });
  };
}
