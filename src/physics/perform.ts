import type { Command } from './command';
import { applyMaterial } from './material';
import { STRIDE } from './model';
import type { Params } from './params';
import { examine, type Run, restartAccounts, startRun } from './run';
import { massAt, materialParams } from './scenes/load-scene';
import { nearest, regrid, resample, resamplePins } from './scenes/resample';
import { snapshot } from './snapshot';
import { createStage, enter, updateInverseMasses, useIntegrator } from './stage';

type Deeds = { [T in Command['type']]: (run: Run, command: Extract<Command, { type: T }>) => void };

/** What each command does to a run, once it is known to be sound. */
const DEEDS: Deeds = {
  set(run, { key, value }) {
    const params: Params = { ...run.params, [key]: value };
    const isGridSize = key === 'rows' || key === 'columns';
    if (isGridSize && run.stage.model.grid) changeGrid(run, params);
    else changeParams(run, params);
  },
  integrator(run, { id }) {
    if (id === run.integrator) return;
    run.integrator = id;
    useIntegrator(run.stage, id);
  },
  precision(run, { id }) {
    if (id === run.precision) return;
    run.precision = id;
    const { home, material, model } = run.stage;
    const live = snapshot(run.stage);
    run.stage = createStage(home, material.at, run.params, run.control, id, run.integrator);
    enter(run.stage, live);
    run.stage.model.cut.set(model.cut);
    refresh(run);
    restartAccounts(run);
  },
  pin(run, { particle, pinned }) {
    setPin(run, particle, pinned);
    refresh(run);
    restartRing(run);
  },
  pins(run, { particles }) {
    const wanted = new Set(particles);
    for (let i = 0; i < run.stage.model.particleCount; i++) setPin(run, i, wanted.has(i));
    refresh(run);
    restartRing(run);
  },
  grab(run, { particle, target }) {
    letGo(run);
    run.control.held = particle;
    run.control.target.set(target);
    updateInverseMasses(run.stage.world);
  },
  move(run, { target }) {
    if (run.control.held >= 0) run.control.target.set(target);
  },
  release(run) {
    letGo(run);
  },
  cut(run, { spring }) {
    setCuts(run, spring, 1);
  },
  mend(run, { spring }) {
    setCuts(run, spring, 0);
  },
  scene(run, { scene, integrator, params, precision }) {
    Object.assign(run, startRun({ scene, integrator, params, precision: precision ?? run.precision }));
  },
  place(run, { positions, velocities, time }) {
    const { state, model } = run.stage;
    state.positions.set(positions);
    state.velocities.set(velocities);
    for (let i = 0; i < model.particleCount; i++) {
      state.positions[STRIDE * i + 3] = state.velocities[STRIDE * i + 3] = 0;
      if (model.pinned[i] === 1) stop(run, i);
    }
    state.time = time;
    run.origin = { time, step: run.stepCount };
    restartAccounts(run);
  },
  reset(run) {
    letGo(run);
    enter(run.stage, run.stage.home);
    run.stage.model.cut.fill(0);
    run.stepCount = 0;
    run.origin = { time: run.stage.state.time, step: 0 };
    run.blowUp = null;
    refresh(run);
    useIntegrator(run.stage, run.integrator);
    restartAccounts(run);
  },
  resume(run) {
    run.blowUp = null;
    useIntegrator(run.stage, run.integrator);
    restartAccounts(run);
  },
};

/**
 * Does what a sound command says. Its effect on the energy is booked as a jump of the parameters, and it is logged, so
 * that the last steps before a blow-up can be run once more.
 */
export function perform(run: Run, command: Command): void {
  const { stage } = run;
  if (!run.blowUp) stage.keyframes.log(run.stepCount, command);
  stage.watch.beforeJump(stage.state);
  (DEEDS[command.type] as (run: Run, command: Command) => void)(run, command);
  if (run.stage === stage) stage.watch.afterJump(stage.state);
}

function changeParams(run: Run, params: Params): void {
  const { stage } = run;
  if (params.dt !== run.params.dt) run.origin = { time: stage.state.time, step: run.stepCount };
  if (params.hardHold !== run.params.hardHold) stage.hand.release(stage.state);
  run.params = params;
  stage.world.params = params;
  refresh(run);
}

/** Same sheet, same motion, same total mass on another grid; the hand keeps its hold. What was cut is whole again. */
function changeGrid(run: Run, wanted: Params): void {
  const { stage, control } = run;
  const from = stage.model.grid;
  if (!from || (from.rows === wanted.rows && from.columns === wanted.columns)) return;
  const mass = run.definition ? run.params.mass : meanMass(run);
  const params: Params = { ...wanted, mass: massAt(mass, run.params, wanted) };
  const to = { rows: params.rows, columns: params.columns };
  const live = snapshot(stage);
  const home = run.definition ? run.definition.create(params) : regrid(stage.home, from, params);

  if (control.held >= 0) control.held = nearest(control.held, from, to);
  run.params = params;
  run.stage = createStage(home, materialParams(params), params, control, run.precision, run.integrator);
  enter(run.stage, {
    ...home,
    positions: resample(live.positions, from, to),
    velocities: resample(live.velocities, from, to),
    pinned: resamplePins(live.pinned, from, to),
    time: live.time,
  });
  refresh(run);
  restartAccounts(run);
}

function meanMass({ stage }: Run): number {
  const { masses } = stage.model;
  let total = 0;
  for (let i = 0; i < masses.length; i++) total += masses[i];
  return total / masses.length;
}

/** A particle that is pinned stops; one that is freed takes up the velocity that its scene kept for it. */
function setPin(run: Run, particle: number, pinned: boolean): void {
  const { model, state, kept } = run.stage;
  if ((model.pinned[particle] === 1) === pinned) return;
  model.pinned[particle] = pinned ? 1 : 0;
  if (pinned) stop(run, particle);
  else state.velocities.set(kept.get(particle) ?? [0, 0, 0], STRIDE * particle);
  kept.delete(particle);
}

function stop({ stage }: Run, particle: number): void {
  stage.state.velocities.fill(0, STRIDE * particle, STRIDE * (particle + 1));
}

function setCuts(run: Run, spring: number | number[], cut: 0 | 1): void {
  for (const j of Array.isArray(spring) ? spring : [spring]) run.stage.model.cut[j] = cut;
  refresh(run);
  restartRing(run);
}

function letGo({ stage, control }: Run): void {
  if (control.held < 0) return;
  stage.hand.release(stage.state);
  control.held = -1;
  updateInverseMasses(stage.world);
}

/** Brings everything that follows from parameters, pins and cuts up to date. */
function refresh({ stage, params }: Run): void {
  applyMaterial(stage.model, stage.material, params);
  updateInverseMasses(stage.world);
}

/** After a change that a replay could not repeat: the ring begins here. */
function restartRing(run: Run): void {
  if (run.blowUp) return;
  run.stage.keyframes.clear();
  run.checkedAt = -1;
  examine(run);
}
