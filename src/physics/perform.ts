import { changeParticle } from './change-particle';
import type { Command } from './command';
import { setCut, setCuts } from './cuts';
import { keepCopy } from './keep-copy';
import { lateParts } from './late-parts';
import { STRIDE } from './model';
import type { Params } from './params';
import { checkKernel, checkPreconditioner, preconditionerFor } from './registry';
import { beginningOf, beginRecord, examine, type Run, restartAccounts, type Setup, startRun } from './run';
import type { SceneryList } from './scenery';
import { checkSingle } from './scenes/check-single';
import type { SceneData } from './scenes/scene';
import { pathOf } from './scenes/scene-error';
import { snapshot } from './snapshot';
import { createStage, enter, isMoved, refreshStage, type Stage, updateInverseMasses, useIntegrator } from './stage';

/** All but going back to where the run has been, which is in `rewind.ts`. */
export type Deed = Exclude<Command, { type: 'rewind' }>;
type Deeds = { [T in Deed['type']]: (run: Run, command: Extract<Deed, { type: T }>) => () => void };

/**
 * What each command does to a run, once it is known to be sound. What may still fail (a file that can't be read, memory
 * that can't be had) comes first and changes nothing; what is returned does the deed.
 */
const DEEDS: Deeds = {
  set(run, { key, value }) {
    const params: Params = { ...run.params, [key]: value };
    const isGridSize = key === 'rows' || key === 'columns';
    if (isGridSize && run.stage.model.grid) return lateParts().changeGrid(run, run.stage.model.grid, params);
    return () => changeParams(run, params);
  },
  integrator(run, { id }) {
    return () => {
      if (id === run.integrator) return;
      run.integrator = id;
      useIntegrator(run.stage, run);
    };
  },
  preconditioner(run, { id }) {
    checkPreconditioner(id, run.stage.world);
    return () => usePreconditioner(run, id);
  },
  precision(run, { id }) {
    const { home, material } = run.stage;
    if (id === 'single') checkSingle(snapshot(run.stage));
    checkKernel(run.kernel, id);
    const stage = createStage(home, material.at, { ...run, precision: id }, run.stage.world.scenery);
    return () => {
      const live = snapshot(run.stage);
      setCuts(stage.model, run.stage.model.cut);
      stage.material.masses = run.stage.material.masses;
      run.precision = id;
      setStage(run, stage, live);
    };
  },
  pin(run, { particle, pinned }) {
    return () => {
      setPin(run, particle, pinned);
      refreshStage(run.stage);
    };
  },
  pins(run, { particles }) {
    const wanted = new Set(particles);
    return () => {
      for (let i = 0; i < run.stage.model.particleCount; i++) setPin(run, i, wanted.has(i));
      refreshStage(run.stage);
    };
  },
  particle: changeParticle,
  grab(run, { particle, target }) {
    return () => {
      letGo(run);
      run.control.held = particle;
      run.control.target.set(target);
      updateInverseMasses(run.stage.world);
    };
  },
  move(run, { target }) {
    return () => {
      if (run.control.held >= 0) run.control.target.set(target);
    };
  },
  push(run, { force }) {
    return () => run.control.push.set(force);
  },
  planes: (run, { planes }) => furnish(run, 'planes', planes),
  spheres: (run, { spheres }) => furnish(run, 'spheres', spheres),
  forces: (run, { forces }) => furnish(run, 'forces', forces),
  motion: (run, { motion }) => furnish(run, 'motion', motion),
  equilibrium(run, { type: _, ...options }) {
    const { findEquilibrium } = lateParts();
    return () => {
      run.equilibrium = findEquilibrium(run.stage.world, run.stage.state, options);
      useIntegrator(run.stage, run);
      restartAccounts(run);
    };
  },
  release(run) {
    return () => letGo(run);
  },
  cut(run, { spring }) {
    return () => cutOrMend(run, spring, 1);
  },
  mend(run, { spring }) {
    return () => cutOrMend(run, spring, 0);
  },
  scene(run, { type: _, ...setup }) {
    const { precision, preconditioner } = run;
    const next = startRun({ precision, ...setup, kernel: run.kernel as Setup['kernel'] });
    if (setup.preconditioner === undefined) usePreconditioner(next, preconditioner);
    else checkPreconditioner(setup.preconditioner, next.stage.world);
    return () => {
      Object.assign(run, next, { ledger: run.ledger });
      run.ledger?.restart();
    };
  },
  place(run, { positions, velocities, time }) {
    return () => {
      const { state, model } = run.stage;
      state.positions.set(positions);
      state.velocities.set(velocities);
      for (let i = 0; i < model.particleCount; i++) {
        state.positions[STRIDE * i + 3] = state.velocities[STRIDE * i + 3] = 0;
        if (model.pinned[i] === 1) stop(run, i);
      }
      state.time = time;
      run.origin = { time, step: run.stepCount };
      useIntegrator(run.stage, run);
      restartAccounts(run);
    };
  },
  reset(run) {
    return () => {
      letGo(run);
      enter(run.stage, run.stage.home);
      setCuts(run.stage.model, []);
      run.control.push.fill(0);
      run.equilibrium = null;
      run.stepCount = 0;
      run.origin = beginningOf(run.stage.state.time, run.params.dt);
      run.blowUp = null;
      refreshStage(run.stage);
      useIntegrator(run.stage, run);
      beginRecord(run);
      run.ledger?.restart();
    };
  },
  resume(run) {
    return () => {
      // What led to the burst is forgotten.
      if (run.blowUp) run.stage.recording.endAt(run.stepCount);
      run.blowUp = null;
      useIntegrator(run.stage, run);
      restartAccounts(run);
    };
  },
};

/** Commands that can't be done again, or not at once: a replay takes up the copy of where they led. */
const LEAPS: readonly Command['type'][] = ['place', 'equilibrium', 'resume'];
/** Commands that no state is taken back over: after a blow-up the run rests at no earlier one. */
const EDITS: readonly Command['type'][] = [...LEAPS, 'pin', 'pins', 'particle', 'cut', 'mend'];

/** Commands by which the hand itself gives or takes energy, as where it throws what it held hard. */
const BY_HAND: readonly Command['type'][] = ['grab', 'move', 'push', 'release', 'motion'];

/**
 * Looks at the state, keeps a copy to go back to, and does what a sound command says. Its effect on the energy is booked
 * as a jump of the parameters, or as the hand's work. It is recorded, and ends what was recorded beyond the present step.
 * @throws where the command can't be done: nothing has changed then
 */
export function perform(run: Run, command: Deed): void {
  const act = prepare(run, command);
  if (command.type === 'set' && command.key === 'speed') {
    // It is the watcher's, and alters no bit.
    act();
    return;
  }
  const { stage } = run;
  const { recording } = stage;
  if (!run.blowUp && recording.future) takeOver(run);
  carryOut(run, command, act);
  if (run.stage !== stage || command.type === 'reset' || run.blowUp) return;
  const last = recording.copies[recording.copies.length - 1];
  const isLeap = LEAPS.includes(command.type);
  recording.note(run.stepCount, stage.state.time, command);
  if (isLeap) recording.lead(keepCopy(run, true, 0, true));
  else if (EDITS.includes(command.type)) keepCopy(run, last.calm, last.strain);
}

/** What was recorded beyond this step is no more. */
function takeOver(run: Run): void {
  const { recording } = run.stage;
  recording.endAt(run.stepCount);
  const { stepCount, calm, strain } = recording.copies[recording.copies.length - 1];
  if (stepCount < run.stepCount && run.checkedAt === run.stepCount) keepCopy(run, calm, strain);
}

/** Does a recorded command once more. */
export function repeat(run: Run, command: Deed): void {
  run.repeats++;
  carryOut(run, command, prepare(run, command));
}

function prepare(run: Run, command: Deed): () => void {
  return (DEEDS[command.type] as (run: Run, command: Deed) => () => void)(run, command);
}

function carryOut(run: Run, command: Deed, act: () => void): void {
  examine(run);
  const { stage } = run;
  stage.watch.beforeJump(stage.state);
  act();
  run.ledger?.note(BY_HAND.includes(command.type) ? 'hand' : 'parameters');
  if (run.stage !== stage) return;
  stage.watch.afterJump(stage.state);
  if (EDITS.includes(command.type)) run.edits++;
}

/** From the next solve on, and where this one can't serve, the best that can. */
export function usePreconditioner(run: Run, id: string): void {
  run.preconditioner = id;
  useIntegrator(run.stage, run);
}

function changeParams(run: Run, params: Params): void {
  const { stage } = run;
  if (params.dt !== run.params.dt) run.origin = { time: stage.state.time, step: run.stepCount };
  if (params.hardHold !== run.params.hardHold) stage.hand.release(stage.state);
  run.params = params;
  stage.world.params = params;
  refreshStage(run.stage);
  // The membrane comes and goes by its parameters.
  if (preconditionerFor(stage.world, run.preconditioner) !== stage.world.preconditioner) useIntegrator(stage, run);
}

/** Puts another stage with the same particles, or as many others, in the place of the present one. */
export function setStage(run: Run, stage: Stage, live: SceneData): void {
  run.stage = stage;
  enter(stage, live);
  refreshStage(stage);
  beginRecord(run);
}

/** A particle that is pinned stops; one that is freed takes up the velocity that its scene kept for it. */
function setPin(run: Run, particle: number, pinned: boolean): void {
  const { model, state, kept } = run.stage;
  if ((model.pinned[particle] === 1) === pinned) return;
  model.pinned[particle] = pinned ? 1 : 0;
  if (pinned) stop(run, particle);
  else if (!isMoved(run.stage.world, particle))
    state.velocities.set(kept.get(particle) ?? [0, 0, 0], STRIDE * particle);
  kept.delete(particle);
}

function stop({ stage }: Run, particle: number): void {
  stage.state.velocities.fill(0, STRIDE * particle, STRIDE * (particle + 1));
}

function cutOrMend(run: Run, spring: number | number[], cut: 0 | 1): void {
  for (const j of Array.isArray(spring) ? spring : [spring]) setCut(run.stage.model, j, cut === 1);
  refreshStage(run.stage);
}

/** Replaces one list of what stands around. */
function furnish(run: Run, list: SceneryList, input: unknown): () => void {
  const { world, model } = run.stage;
  const things = lateParts().readThings(list, input, [list], model.particleCount, (path, message) => {
    throw new RangeError(`${pathOf(path)}: ${message}`);
  });
  return () => {
    world.furnish({ ...world.scenery, [list]: things });
    // A pin that no longer moves rests.
    for (let i = 0; i < model.particleCount; i++) if (model.pinned[i] === 1 && !isMoved(world, i)) stop(run, i);
    run.equilibrium = null;
  };
}

function letGo({ stage, control }: Run): void {
  if (control.held < 0) return;
  stage.hand.release(stage.state);
  control.held = -1;
  updateInverseMasses(stage.world);
}
