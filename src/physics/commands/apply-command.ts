import { setCut, setCuts } from '../model/cuts';
import type { EnvironmentListName } from '../model/environment';
import { STRIDE } from '../model/model';
import type { Params } from '../model/params';
import { pathOf } from '../model/validate';
import { checkKernel, checkPreconditioner, preconditionerFor } from '../registry';
import {
  beginningOf,
  checkForBlowUp,
  type Run,
  restartAccounts,
  type Setup,
  setSceneInstance,
  startRecording,
  startRun,
} from '../run/run';
import { saveCheckpoint } from '../run/save-checkpoint';
import {
  createSceneInstance,
  isMoved,
  loadIntoInstance,
  refreshSceneInstance,
  updateInverseMasses,
  useIntegrator,
} from '../run/scene-instance';
import { snapshot } from '../run/snapshot';
import { checkSingle } from '../scenes/file/check-single';
import { parseEnvironment } from '../scenes/file/parse-environment';
import { findEquilibrium } from '../statics/equilibrium';
import { changeGrid } from './change-grid';
import { changeParticle } from './change-particle';
import type { Command } from './command';

/** All but going back to where the run has been, which is in `rewind.ts`. */
export type ReplayableCommand = Exclude<Command, { type: 'rewind' }>;
type Deeds = {
  [T in ReplayableCommand['type']]: (run: Run, command: Extract<ReplayableCommand, { type: T }>) => () => void;
};

/**
 * What each command does to a run, once it is known to be sound. What may still fail (a file that can't be read, memory
 * that can't be had) comes first and changes nothing; what is returned does the deed.
 */
const DEEDS: Deeds = {
  set(run, { key, value }) {
    const params: Params = { ...run.params, [key]: value };
    const isGridSize = key === 'rows' || key === 'columns';
    if (isGridSize && run.instance.model.grid) return changeGrid(run, run.instance.model.grid, params);
    return () => changeParams(run, params);
  },
  integrator(run, { id }) {
    return () => {
      if (id === run.integrator) return;
      run.integrator = id;
      useIntegrator(run.instance, run);
    };
  },
  preconditioner(run, { id }) {
    checkPreconditioner(id, run.instance.world);
    return () => usePreconditioner(run, id);
  },
  precision(run, { id }) {
    const { home, material } = run.instance;
    if (id === 'single') checkSingle(snapshot(run.instance));
    checkKernel(run.kernel, id);
    const stage = createSceneInstance(home, material.at, { ...run, precision: id }, run.instance.world.environment);
    return () => {
      const live = snapshot(run.instance);
      setCuts(stage.model, run.instance.model.cut);
      stage.material.masses = run.instance.material.masses;
      run.precision = id;
      setSceneInstance(run, stage, live);
    };
  },
  pin(run, { particle, pinned }) {
    return () => {
      setPin(run, particle, pinned);
      refreshSceneInstance(run.instance);
    };
  },
  pins(run, { particles }) {
    const wanted = new Set(particles);
    return () => {
      for (let i = 0; i < run.instance.model.particleCount; i++) setPin(run, i, wanted.has(i));
      refreshSceneInstance(run.instance);
    };
  },
  particle: changeParticle,
  grab(run, { particle, target }) {
    return () => {
      letGo(run);
      run.control.held = particle;
      run.control.target.set(target);
      updateInverseMasses(run.instance.world);
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
    return () => {
      run.equilibrium = findEquilibrium(run.instance.world, run.instance.state, options);
      useIntegrator(run.instance, run);
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
    else checkPreconditioner(setup.preconditioner, next.instance.world);
    return () => {
      Object.assign(run, next, { ledger: run.ledger });
      run.ledger?.restart();
    };
  },
  place(run, { positions, velocities, time }) {
    return () => {
      const { state, model } = run.instance;
      state.positions.set(positions);
      state.velocities.set(velocities);
      for (let i = 0; i < model.particleCount; i++) {
        state.positions[STRIDE * i + 3] = state.velocities[STRIDE * i + 3] = 0;
        if (model.pinned[i] === 1) stop(run, i);
      }
      state.time = time;
      run.origin = { time, step: run.stepCount };
      useIntegrator(run.instance, run);
      restartAccounts(run);
    };
  },
  reset(run) {
    return () => {
      letGo(run);
      loadIntoInstance(run.instance, run.instance.home);
      setCuts(run.instance.model, []);
      run.control.push.fill(0);
      run.equilibrium = null;
      run.stepCount = 0;
      run.origin = beginningOf(run.instance.state.time, run.params.dt);
      run.blowUp = null;
      refreshSceneInstance(run.instance);
      useIntegrator(run.instance, run);
      startRecording(run);
      run.ledger?.restart();
    };
  },
  resume(run) {
    return () => {
      // What led to the burst is forgotten.
      if (run.blowUp) run.instance.recording.endAt(run.stepCount);
      run.blowUp = null;
      useIntegrator(run.instance, run);
      restartAccounts(run);
    };
  },
};

/** Commands that can't be done again, or not at once: a replay takes up the copy of where they led. */
const NOT_REPLAYED: readonly Command['type'][] = ['place', 'equilibrium', 'resume'];
/** Commands that no state is taken back over: after a blow-up the run rests at no earlier one. */
const EDITS: readonly Command['type'][] = [...NOT_REPLAYED, 'pin', 'pins', 'particle', 'cut', 'mend'];

/** Commands by which the hand itself gives or takes energy, as where it throws what it held hard. */
const GRAB_COMMANDS: readonly Command['type'][] = ['grab', 'move', 'push', 'release', 'motion'];

/**
 * Looks at the state, keeps a copy to go back to, and does what a sound command says. Its effect on the energy is booked
 * as a jump of the parameters, or as the hand's work. It is recorded, and ends what was recorded beyond the present step.
 * @throws where the command can't be done: nothing has changed then
 */
export function applyCommand(run: Run, command: ReplayableCommand): void {
  const act = prepare(run, command);
  if (command.type === 'set' && command.key === 'speed') {
    // It is the watcher's, and alters no bit.
    act();
    return;
  }
  const { instance } = run;
  const { recording } = instance;
  if (!run.blowUp && recording.future) truncateFuture(run);
  carryOut(run, command, act);
  if (run.instance !== instance || command.type === 'reset' || run.blowUp) return;
  const last = recording.copies[recording.copies.length - 1];
  const isLeap = NOT_REPLAYED.includes(command.type);
  recording.note(run.stepCount, instance.state.time, command);
  if (isLeap) recording.lead(saveCheckpoint(run, true, 0, true));
  else if (EDITS.includes(command.type)) saveCheckpoint(run, last.calm, last.strain);
}

/** What was recorded beyond this step is no more. */
function truncateFuture(run: Run): void {
  const { recording } = run.instance;
  recording.endAt(run.stepCount);
  const { stepCount, calm, strain } = recording.copies[recording.copies.length - 1];
  if (stepCount < run.stepCount && run.checkedAt === run.stepCount) saveCheckpoint(run, calm, strain);
}

/** Does a recorded command once more. */
export function reapplyCommand(run: Run, command: ReplayableCommand): void {
  run.repeats++;
  carryOut(run, command, prepare(run, command));
}

function prepare(run: Run, command: ReplayableCommand): () => void {
  return (DEEDS[command.type] as (run: Run, command: ReplayableCommand) => () => void)(run, command);
}

function carryOut(run: Run, command: ReplayableCommand, act: () => void): void {
  checkForBlowUp(run);
  const { instance } = run;
  instance.watch.beforeJump(instance.state);
  act();
  run.ledger?.note(GRAB_COMMANDS.includes(command.type) ? 'hand' : 'parameters');
  if (run.instance !== instance) return;
  instance.watch.afterJump(instance.state);
  if (EDITS.includes(command.type)) run.edits++;
}

/** From the next solve on, and where this one can't serve, the best that can. */
export function usePreconditioner(run: Run, id: string): void {
  run.preconditioner = id;
  useIntegrator(run.instance, run);
}

function changeParams(run: Run, params: Params): void {
  const { instance } = run;
  if (params.dt !== run.params.dt) run.origin = { time: instance.state.time, step: run.stepCount };
  if (params.hardHold !== run.params.hardHold) instance.hand.release(instance.state);
  run.params = params;
  instance.world.params = params;
  refreshSceneInstance(run.instance);
  // The membrane comes and goes by its parameters.
  if (preconditionerFor(instance.world, run.preconditioner) !== instance.world.preconditioner)
    useIntegrator(instance, run);
}

/** A particle that is pinned stops; one that is freed takes up the velocity that its scene kept for it. */
function setPin(run: Run, particle: number, pinned: boolean): void {
  const { model, state, kept } = run.instance;
  if ((model.pinned[particle] === 1) === pinned) return;
  model.pinned[particle] = pinned ? 1 : 0;
  if (pinned) stop(run, particle);
  else if (!isMoved(run.instance.world, particle))
    state.velocities.set(kept.get(particle) ?? [0, 0, 0], STRIDE * particle);
  kept.delete(particle);
}

function stop({ instance }: Run, particle: number): void {
  instance.state.velocities.fill(0, STRIDE * particle, STRIDE * (particle + 1));
}

function cutOrMend(run: Run, spring: number | number[], cut: 0 | 1): void {
  for (const j of Array.isArray(spring) ? spring : [spring]) setCut(run.instance.model, j, cut === 1);
  refreshSceneInstance(run.instance);
}

/** Replaces one list of what stands around. */
function furnish(run: Run, list: EnvironmentListName, input: unknown): () => void {
  const { world, model } = run.instance;
  const things = parseEnvironment(list, input, [list], model.particleCount, (path, message) => {
    throw new RangeError(`${pathOf(path)}: ${message}`);
  });
  return () => {
    world.furnish({ ...world.environment, [list]: things });
    // A pin that no longer moves rests.
    for (let i = 0; i < model.particleCount; i++) if (model.pinned[i] === 1 && !isMoved(world, i)) stop(run, i);
    run.equilibrium = null;
  };
}

function letGo({ instance, control }: Run): void {
  if (control.held < 0) return;
  instance.hand.release(instance.state);
  control.held = -1;
  updateInverseMasses(instance.world);
}
