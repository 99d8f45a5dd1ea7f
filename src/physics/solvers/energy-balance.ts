import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { Impacts } from '../world/constraint';
import type { ForceDefinition } from '../world/force';
import type { Correction } from '../world/integrator';
import type { World } from '../world/world';
import type { ImplicitStage } from './implicit-stage';

/** The rise that a method may make, as a fraction of the kinetic and elastic energy: the work that is put in is known to the
 *  method's order only, and a linear solve ends at its tolerance. */
export const TOLERANCE = 1e-2;
/** The rounding error of a step's energy, as a fraction of the energies that make it up. */
export const ROUNDING = 1e-6;
/** Halvings of the interval in which `brake` looks for the longest step. */
export const HALVINGS = 12;

/** Watches that the steps of a method create no energy. Of a step they create E⁺ − E − W, with W the work that was put in. */
export type EnergyBalance = ReturnType<typeof createEnergyBalance>;

/** @param memory 1; E − W above its lowest value so far, J: a run that returns to an earlier step restores it */
export function createEnergyBalance(world: World, memory: Float64Array) {
  const { inverseMasses, particleCount } = world.model;
  const outside = world.arena.floats(4 * particleCount);
  /** Of the state that was measured last, J. */
  const energy = { kinetic: 0, elastic: 0, gravity: 0, total: 0 };
  /** The total energy before the step, and what its rise is compared with, J. */
  let before = 0;
  let tolerance = 0;
  let rounding = 0;
  /** W over the length of the step, W. */
  let power = 0;
  /** E⁺ − E − W, J. */
  let rise = 0;

  const balance = {
    /** True if a particle with a prescribed motion has a velocity. */
    pinsMove({ velocities: v }: State): boolean {
      for (let i = 0; i < particleCount; i++) {
        const o = 4 * i;
        if (inverseMasses[i] === 0 && (v[o] !== 0 || v[o + 1] !== 0 || v[o + 2] !== 0)) return true;
      }
      return false;
    },
    /** Before a step. */
    begin(state: State) {
      const { kinetic, elastic, gravity, total } = world.energy(state, energy);
      before = total;
      tolerance = TOLERANCE * (kinetic + elastic);
      rounding = ROUNDING * (kinetic + elastic + Math.abs(gravity));
      power = rise = 0;
    },
    /**
     * Adds the work over a part of the step at the power in this state, of forces from outside and of what moves particles with a
     * prescribed motion. @param forces all forces in this state, N; 4n; read only if a prescribed motion has a velocity
     */
    addWork(state: State, forces: Floats, part: number) {
      const { velocities: v } = state;
      outside.fill(0);
      for (let i = 0; i < world.forces.length; i++) {
        if (isFromOutside(world.forceDefinitions[i])) world.forces[i].addForce?.(outside, state);
      }
      let now = world.kernel.product(outside, v);
      for (let i = 0; i < particleCount; i++) {
        const o = 4 * i;
        if (inverseMasses[i] !== 0 || (v[o] === 0 && v[o + 1] === 0 && v[o + 2] === 0)) continue;
        now -= forces[o] * v[o] + forces[o + 1] * v[o + 1] + forces[o + 2] * v[o + 2];
      }
      power += part * now;
    },
    /**
     * True if the step from the state of `begin` to this one would create energy: if E − W rises above its lowest value so far by
     * more than the tolerance. NaN counts as rising. @param seconds of the step
     */
    exceeds(end: State, seconds: number): boolean {
      rise = world.energy(end, energy).total - before - seconds * power;
      return !(rise <= rounding || memory[0] + rise <= tolerance);
    },
    /**
     * As `exceeds` for the end of a stage that began at the state of `begin`, with the work of its end over all of its seconds.
     * @param part of its solved motion, 0–1; absent: 1
     */
    stageExceeds({ end, forces }: Pick<ImplicitStage, 'end' | 'forces'>, seconds: number, part = 1): boolean {
      power = 0;
      balance.addWork(end, forces, 1);
      for (let i = 0; i < world.constraints.length; i++)
        power += (world.constraints[i].impacts?.work(end, forces, part) ?? 0) / seconds;
      return balance.exceeds(end, seconds);
    },
    /**
     * Shortens the whole motion of a stage of backward Euler, x⁺ − x and v⁺ alike, until it creates no energy: for a state at rest
     * at x has no more energy than (x, v). A part of a way around an obstacle may end inside: then it is shortened further.
     * @returns 'stopped' if nothing is left of it
     */
    brake(stage: ImplicitStage, seconds: number, impacts?: Impacts): Correction {
      let low = 0;
      let high = 1;
      let scale = 1;
      for (let k = 0; k < HALVINGS; k++) {
        const middle = 0.5 * (low + high);
        stage.scale(middle / scale);
        scale = middle;
        if (balance.stageExceeds(stage, seconds, middle) || impacts?.endsInside(stage.end)) high = middle;
        else low = middle;
      }
      stage.scale(low / scale);
      balance.stageExceeds(stage, seconds, low);
      return low > 0 ? 'braked' : 'stopped';
    },
    /** After a step, with the end that was asked about last. */
    end() {
      memory[0] = Math.max(0, memory[0] + rise);
    },
  };
  return balance;
}

/** No stored energy pays for the work of forces from outside: that of the grab's spring is not part of `energy`. */
function isFromOutside({ account }: ForceDefinition): boolean {
  return account === undefined || account === 'hand';
}
