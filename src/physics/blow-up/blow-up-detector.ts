import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { Params } from '../model/params';
import { diagonal, springLength } from '../model/state';
import { diagonalBound, type Force } from '../world/force';
import type { World } from '../world/world';
import { jitterScale, springJitter } from './jitter';

/** When and how a run blew up. */
export interface BlowUp {
  /** The step at which the detector found it. */
  step: number;
  /** s. */
  time: number;
  /**
   * - 'non-finite': a position or velocity is NaN or infinite.
   * - 'energy': the kinetic + elastic energy is far above its budget.
   * - 'jitter': springs change by their own length in a step.
   */
  cause: 'non-finite' | 'energy' | 'jitter';
  /** The spring with the largest relative change of length; null if the scene has no springs. */
  spring: number | null;
  /** The fastest particle. */
  particle: number;
  /** Its speed, m/s; with the cause 'non-finite' that of the last finite state. */
  speed: number;
  /** Under a method that solves springs: labels of the other forces that limit dt; see `forcesAtStart`. */
  limitedBy: readonly string[];
  /** The method that blew up. That of the run may change while it is stopped. */
  integrator: string;
  /** The parameters that blew up. Those of the run may change while it is stopped. */
  params: Readonly<Params>;
}

/** Steps between two checks. */
export const CHECK_EVERY = 16;
/** Energy over its budget above which a run has blown up: a stable one near its limit reaches 200. */
export const BLOW_UP_RATIO = 1000;
/** Energy over its budget up to which a state is good: a run may return to it after a blow-up. */
const GOOD_RATIO = 10;
/** Root mean square of h·u/L₀ above which springs change by their own length in a step. */
export const JITTER = 1;
/** Number of consecutive checks above JITTER that make a blow-up. */
export const JITTER_CHECKS = 3;

/** The result of one check. */
export type BlowUpCheck = ReturnType<BlowUpDetector['check']>;

/** All that a detector remembers: with a copy of it, another detector of the same scene gives the same results. */
export interface BlowUpDetectorMemory {
  /** Kinetic + elastic energy at the start, J. */
  start: number;
  /** Positive work since then, J. */
  work: number;
  /** The smallest budget, J. */
  floor: number;
  /** Gravitational energy at the last check, J. */
  gravity: number;
  /** Number of consecutive checks above JITTER. */
  jitters: number;
}

/**
 * Tells a blow-up from fast motion by its energy. Without an integration error, kinetic + elastic energy comes from the
 * energy at the start and from the work since then: of gravity and other fields, of the grab, of jumps of the parameters.
 * The budget is the larger of the two, but at least the work of 9.81 m/s² over a millionth of the scene's size.
 *
 * A method that solves springs by few iterations leaves them longer than their stiffness allows: their energy may then be far above
 * the budget while nothing moves. For such a method the kinetic energy alone is compared with the budget.
 */
export type BlowUpDetector = ReturnType<typeof createBlowUpDetector>;

export function createBlowUpDetector(world: World) {
  const { model, kernel } = world;
  const external = createExternalWork(world);
  const result = {
    cause: null as BlowUp['cause'] | null,
    /** True if a run may return to this state after a blow-up. */
    isGood: true,
    /** Kinetic + elastic energy over its budget; kinetic alone for a method that solves springs. */
    energyRatio: 0,
  };
  const memory: BlowUpDetectorMemory = { start: 0, work: 0, floor: 0, gravity: 0, jitters: 0 };
  let beforeCommand = 0;
  let scale = 0;

  /**
   * An upper bound of the springs' jitter, which is cheap to compute: with at most d springs at a particle,
   * Σ u² ≤ 2 Σ (v_a² + v_b²) ≤ 2d Σ v², and Σ v² ≤ 2T/m of the lightest. Hence h/L₀ · √(4d T / (m · springs)).
   */
  const jitterBound = (kinetic: number, h: number) => h * scale * Math.sqrt(kinetic);

  /** Kinetic + elastic energy without an integration error, J. */
  const budget = () => Math.max(memory.start, memory.work, memory.floor);

  function addWork(joules: number): void {
    if (joules > 0) memory.work += joules;
  }

  return {
    memory,
    /** Starts a new budget at this state, or continues with what another detector of the scene remembers. */
    restart(state: State, remembered?: BlowUpDetectorMemory) {
      const energy = world.energy(state);
      external.startAt(state);
      memory.start = energy.kinetic + energy.elastic;
      memory.gravity = energy.gravity;
      memory.work = 0;
      memory.jitters = 0;
      scale = jitterScale(world);
      let mass = 0;
      for (let i = 0; i < model.particleCount; i++) mass += model.masses[i];
      memory.floor = mass * 9.81 * 1e-6 * diagonal(state, model.particleCount);
      if (remembered) Object.assign(memory, remembered);
    },
    /** Adds work to the budget if it is positive, J. */
    addWork,
    /** Call both around a command: it changes the budget by the energy that it adds, or by its part of an energy above the budget. */
    beforeCommand(state: State) {
      const { kinetic, elastic } = world.energy(state);
      beforeCommand = kinetic + elastic;
    },
    afterCommand(state: State) {
      external.startAt(state);
      const energy = world.energy(state);
      scale = jitterScale(world);
      const added = energy.kinetic + energy.elastic - beforeCommand;
      // What the method has made is no work: stiffer springs multiply it, and the budget, by the same factor.
      const excess = Math.max(1, beforeCommand / budget());
      if (added > 0) memory.work += added / excess;
      memory.gravity = energy.gravity;
    },
    /** Call after a command that only moves the targets of grabs: at the same energy they pull in another direction. */
    afterMove: external.startAt,
    /**
     * Checks a state. Returns the same object each time.
     * @param h s; of a step, or of a substep
     * @param solvesSprings as in the definition of the method
     */
    check(state: State, h: number, solvesSprings: boolean) {
      const energy = world.energy(state);
      addWork(memory.gravity - energy.gravity);
      memory.gravity = energy.gravity;
      addWork(external.to(state));
      const jitter = jitterBound(energy.kinetic, h) > JITTER ? springJitter(world, state, h) : 0;
      memory.jitters = jitter > JITTER ? memory.jitters + 1 : 0;
      const { jitters } = memory;
      result.energyRatio = (energy.kinetic + (solvesSprings ? 0 : energy.elastic)) / budget();
      result.cause = null;
      // Masses are positive: a velocity that is not finite makes the kinetic energy infinite or NaN.
      if (!kernel.areFinite(state.positions) || !Number.isFinite(energy.kinetic)) result.cause = 'non-finite';
      else if (result.energyRatio > BLOW_UP_RATIO) result.cause = 'energy';
      else if (jitters >= JITTER_CHECKS) result.cause = 'jitter';
      result.isGood = result.cause === null && result.energyRatio <= GOOD_RATIO && jitters === 0;
      return result;
    },
  };
}

/** Labels of the forces between particles that a method which solves springs takes at the start of a step: they limit its dt. */
export function forcesAtStart({ forces, forceDefinitions }: World): string[] {
  const labels = forces.map((force, i) => {
    const isOfSprings = force.derivatives?.of === 'springs';
    const isSolved = !force.addDerivative || force.implicitOnly || isOfSprings || diagonalBound(force) > 0;
    const { label, listed } = forceDefinitions[i];
    return isSolved ? '' : (listed?.label ?? label);
  });
  return [...new Set(labels)].filter((label) => label !== '');
}

/** The work of forces that have no energy, such as wind, from one check to the next. */
function createExternalWork({ forces, forceDefinitions, model, arena }: World) {
  const size = 4 * model.particleCount;
  let external: Force[] = [];
  // 4n; f₀ in N and x₀ in m, while a force acts. In most runs none does.
  let [f0, x0]: Floats[] = [];
  let acts = false;
  // In the world's own precision, so that loops over forces see one array type.
  const create = () => (arena.precision === 'double' ? new Float64Array(size) : new Float32Array(size));

  /** Sets `acts` and, where it is true, f₀. */
  function sumForces(state: State): void {
    acts = false;
    for (const force of external) acts ||= force.acts?.() ?? true;
    if (!acts) return;
    f0 ??= create();
    f0.fill(0);
    for (const force of external) force.addForce?.(f0, state);
  }

  /** f₀·(x − x₀), J. */
  function workUntil({ positions: x }: State): number {
    let work = 0;
    for (let i = 0; i < size; i++) work += f0[i] * (x[i] - x0[i]);
    return work;
  }

  function measureFrom({ positions: x }: State): void {
    if (!acts) return;
    x0 ??= create();
    x0.set(x);
  }

  return {
    /** Takes the forces of the present, and measures from this state on. */
    startAt(state: State) {
      external = forces.filter((force, i) => force.addForce && forceDefinitions[i].account === undefined);
      sumForces(state);
      measureFrom(state);
    },
    /** Work since the last state, J: ½(f₀ + f₁)·(x₁ − x₀). Its power would miss a blow of wind that ends between two checks. */
    to(state: State) {
      const before = acts ? workUntil(state) : 0;
      const acted = acts;
      sumForces(state);
      const after = acted && acts ? workUntil(state) : 0;
      measureFrom(state);
      return 0.5 * (before + after);
    },
  };
}

/** The spring with the largest relative change of length, and the fastest particle. A non-finite value counts as the largest. */
export function findWorstOffender({ model }: World, { positions: x, velocities: v }: State) {
  const speedOf = (i: number) => {
    const o = 4 * i;
    const speed = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
    return Number.isFinite(speed + x[o] + x[o + 1] + x[o + 2]) ? speed : Number.POSITIVE_INFINITY;
  };
  let particle = 0;
  for (let i = 1; i < model.particleCount; i++) if (speedOf(i) > speedOf(particle)) particle = i;

  let spring: number | null = null;
  let largest = -1;
  for (let j = 0; j < model.springCount; j++) {
    if (model.cut[j] === 1) continue;
    const stretch = Math.abs(springLength(model, x, j) - model.restLengths[j]) / (model.restLengths[j] || 1);
    const value = Number.isFinite(stretch) ? stretch : Number.POSITIVE_INFINITY;
    if (value > largest) {
      largest = value;
      spring = j;
    }
  }
  return { spring, particle, speed: Math.sqrt(speedOf(particle)) };
}
