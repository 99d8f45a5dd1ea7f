import type { Grid } from '../model/model';
import type { Params } from '../model/params';
import { type Run, setSceneInstance } from '../run/run';
import { createSceneInstance } from '../run/scene-instance';
import { snapshot } from '../run/snapshot';
import { carryEnvironment, nearest, regrid, resample, resamplePins } from '../scenes/builders/resample';
import { materialParams, mean, resizedParticleMass } from '../scenes/load-scene';

/** Same sheet, same motion, same total mass on another grid; the hand keeps its hold. What was cut is whole again. */
export function changeGrid(run: Run, from: Grid, wanted: Params): () => void {
  if (from.rows === wanted.rows && from.columns === wanted.columns) return () => {};
  const { source, definition, control } = run;
  const mass = definition ? run.params.mass : mean(run.instance.model.masses);
  const params: Params = { ...wanted, mass: resizedParticleMass(mass, run.params, wanted) };
  const home = definition ? definition.create(params) : regrid(source.data, source.data.grid ?? from, params);
  const at = home === source.data ? source.at : materialParams(params);
  const environment = carryEnvironment(run.instance.world.environment, run.instance.home, home);
  const stage = createSceneInstance(home, at, { ...run, params }, environment);

  return () => {
    const to = { rows: params.rows, columns: params.columns };
    // A pinned particle counts as at rest, whatever velocity is kept for it.
    const live = snapshot({ ...run.instance, kept: new Map() });
    if (control.held >= 0) control.held = nearest(control.held, from, to);
    run.params = params;
    setSceneInstance(run, stage, {
      ...home,
      positions: resample(live.positions, from, to),
      velocities: resample(live.velocities, from, to),
      pinned: resamplePins(live.pinned, from, to, { before: run.instance.home.pinned, after: home.pinned }),
      time: live.time,
    });
  };
}
