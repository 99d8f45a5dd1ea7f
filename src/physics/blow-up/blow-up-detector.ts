import type { State } from '../model/model';
import { diagonal } from '../model/state';
import type { Force } from '../world/force';
import type { World } from '../world/world';
import { jitterScale, springJitter } from './jitter';

/** When and how a run blew up. */
export interface BlowUp {
  /** The step at which it was seen. */
  step: number;
  /** s. */
  time: number;
  cause: 'non-finite' | 'energy' | 'jitter';
  /** The spring that is farthest from its rest length, in parts of it; null where there is none. */
  spring: number | null;
  /** The fastest particle. */
  particle: number;
}

/** Steps between two looks. */
export const CHECK_EVERY = 16;
/** Energy, in budgets, above which a run has blown up: a sound one near its limit swings by 200. */
const BURST = 1000;
/** Energy, in budgets, up to which a state is worth going back to. */
const CALM = 10;
/** Root mean square of h·u/L₀ above which springs change by their own length in a step. */
export const JITTER = 1;
/** Looks running at which they must do so. */
const JITTER_CHECKS = 3;

/** What one look found. */
export interface BlowUpCheck {
  cause: BlowUp['cause'] | null;
  /** Whether it is a state to go back to. */
  calm: boolean;
  /** Kinetic and elastic energy over their budget. */
  strain: number;
}

/** What a watch goes by: with a copy of it another watch of the same scene goes on alike. */
export interface BlowUpDetectorMemory {
  /** Kinetic and elastic energy at the start, J. */
  start: number;
  /** Positive work since then, J. */
  work: number;
  /** The least budget, J. */
  floor: number;
  /** Gravitational energy at the last look, J, and when that was, s. */
  gravity: number;
  time: number;
  /** Looks running at which springs jittered. */
  jitters: number;
}

/**
 * Tells a blow-up from lively motion by its energy. Without an error of integration, kinetic + elastic energy comes from
 * what was there at the start and from the work done since: by gravity and other fields, by the hand, by jumps of the
 * parameters. Its budget is the larger of the two, or what M·9.81 m/s² would do on a millionth of the scene's size.
 */
export interface BlowUpDetector {
  readonly memory: BlowUpDetectorMemory;
  /** Opens the accounts anew at this state. */
  restart(state: State): void;
  /** Books positive work, J. */
  addWork(joules: number): void;
  /** Books what changes between the two as a jump of the parameters. */
  beforeJump(state: State): void;
  afterJump(state: State): void;
  /** One look at the state; h in s. The verdict is the same object each time. */
  inspect(state: State, h: number): BlowUpCheck;
}

export function createBlowUpDetector(world: World): BlowUpDetector {
  const { model, forces, forceDefinitions, kernel } = world;
  /** Forces that do work and have no energy of their own to take it from. */
  let pushes: Force[] = [];
  const push = world.arena.floats(4 * model.particleCount);
  const verdict: BlowUpCheck = { cause: null, calm: true, strain: 0 };
  const memory: BlowUpDetectorMemory = { start: 0, work: 0, floor: 0, gravity: 0, time: 0, jitters: 0 };
  let jump = 0;
  let scale = 0;

  /**
   * An upper bound on the springs' jitter, so that they need not be looked at while all is calm: with at most d springs at a
   * particle, Σ u² ≤ 2 Σ (v_a² + v_b²) ≤ 2d Σ v², and Σ v² ≤ 2T/m of the lightest. Hence h/L₀ · √(4d T / (m · springs)).
   */
  const jitterBound = (kinetic: number, h: number) => h * scale * Math.sqrt(kinetic);

  function findPushes(): void {
    pushes = forces.filter((force, i) => force.addForce && forceDefinitions[i].account === undefined);
  }

  function bookFields(state: State, now: number): void {
    if (memory.gravity > now) memory.work += memory.gravity - now;
    memory.gravity = now;
    const elapsed = state.time - memory.time;
    memory.time = state.time;
    if (pushes.length === 0 || !(elapsed > 0)) return;
    push.fill(0);
    for (const force of pushes) force.addForce?.(push, state);
    const power = kernel.product(push, state.velocities);
    if (power > 0) memory.work += power * elapsed;
  }

  return {
    memory,
    restart(state) {
      const energy = world.energy(state);
      findPushes();
      memory.start = energy.kinetic + energy.elastic;
      memory.gravity = energy.gravity;
      memory.time = state.time;
      memory.work = 0;
      memory.jitters = 0;
      scale = jitterScale(world);
      let mass = 0;
      for (let i = 0; i < model.particleCount; i++) mass += model.masses[i];
      memory.floor = mass * 9.81 * 1e-6 * diagonal(state, model.particleCount);
    },
    addWork(joules) {
      if (joules > 0) memory.work += joules;
    },
    beforeJump(state) {
      const { kinetic, elastic } = world.energy(state);
      jump = kinetic + elastic;
    },
    afterJump(state) {
      findPushes();
      const energy = world.energy(state);
      scale = jitterScale(world);
      memory.work += Math.max(0, energy.kinetic + energy.elastic - jump);
      memory.gravity = energy.gravity;
    },
    inspect(state, h) {
      const energy = world.energy(state);
      bookFields(state, energy.gravity);
      const jitter = jitterBound(energy.kinetic, h) > JITTER ? springJitter(world, state, h) : 0;
      memory.jitters = jitter > JITTER ? memory.jitters + 1 : 0;
      const { start, work, floor, jitters } = memory;
      const budget = Math.max(start, work, floor);
      verdict.strain = (energy.kinetic + energy.elastic) / budget;
      verdict.cause = null;
      // Every mass is positive: a velocity that is no number leaves no kinetic energy either.
      if (!kernel.areFinite(state.positions) || !Number.isFinite(energy.kinetic)) verdict.cause = 'non-finite';
      else if (verdict.strain > BURST) verdict.cause = 'energy';
      else if (jitters >= JITTER_CHECKS) verdict.cause = 'jitter';
      verdict.calm = verdict.cause === null && verdict.strain <= CALM && jitters === 0;
      return verdict;
    },
  };
}
