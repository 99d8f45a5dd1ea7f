import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { ConstraintDefinition } from '../../world/constraint';
import type { WorldContext } from '../../world/world-context';
import type { Obstacle } from '../obstacles/obstacle';
import { frictionHeat } from './friction-heat';
import { bounce, createImpacts, type Impacts } from './impact';
import { projectToSurface } from './project-to-surface';
import { createPushOut, type PushOut, pushOut } from './push-out';
import { react } from './reaction';
import { createResting, endOfGroup, filterResting, findResting, type Resting } from './resting';
import { createSurfaces, FINE, obstaclesOf, reach, type Surfaces, TOUCH } from './surfaces';

/** Layers of touch below which a particle has not sunk in, but was overtaken by an obstacle that moved. */
const DEEP = 10;
/** m; nothing rests on a surface from so far, unless it is 10 km away from the origin. */
const FAR = 1e4 * TOUCH;

interface Contact {
  readonly world: WorldContext;
  readonly surfaces: Surfaces;
  readonly resting: Resting;
  readonly impacts: Impacts;
  readonly out: PushOut;
  /** 4n; of the step's start, m. */
  readonly starts: Floats;
  /** n; φ of one obstacle, m. */
  readonly phi: Float64Array;
  /** n; 1 for particles to be looked at. */
  readonly near: Uint8Array;
  /** Whether a step is under way, with its contacts found. */
  stepping: boolean;
  /** Whether a particle was deep inside an obstacle at the step's start. */
  overtaken: boolean;
}

/**
 * Obstacles: at rest on one, a particle loses the force into it within the step, whatever the method (`reaction.ts`); one that
 * flew into it bounces at the end of the step, from the time at which it did (`impact.ts`); what remains below is put on
 * the surface. Source: lecture slides Particle Dynamics.
 */
export const contact: ConstraintDefinition = {
  id: 'contact',
  label: 'Contact',
  summary: 'Planes and spheres: particles bounce off them, slide and rest, with friction.',
  account: 'damping',
  create(world) {
    const { persistentArena, model } = world;
    const it: Contact = {
      world,
      surfaces: createSurfaces(),
      resting: createResting(world),
      impacts: createImpacts(),
      out: createPushOut(),
      starts: persistentArena.floats(4 * model.particleCount),
      phi: persistentArena.doubles(model.particleCount),
      near: persistentArena.flags(model.particleCount),
      stepping: false,
      overtaken: false,
    };
    const filter = (y: Float64Array) => filterResting(it.resting, y);
    return {
      beforeStep(state, h) {
        const obstacles = obstaclesOf(it.surfaces, world);
        it.resting.count = 0;
        if (obstacles.length === 0) return;
        it.starts.set(state.positions);
        find(it, obstacles, state, h);
        it.stepping = true;
      },
      react(f, state) {
        const obstacles = obstaclesOf(it.surfaces, world);
        if (obstacles.length === 0) return;
        // Whoever asks between steps is told what holds at the state he asks about.
        if (!it.stepping) find(it, obstacles, state, world.params.dt);
        react(it.resting, obstacles, f, state);
      },
      get filter() {
        return obstaclesOf(it.surfaces, world).length > 0 ? filter : undefined;
      },
      heat: (state) => frictionHeat(it.resting, obstaclesOf(it.surfaces, world), state),
      afterStep(state, h) {
        const obstacles = obstaclesOf(it.surfaces, world);
        if (obstacles.length === 0) return 0;
        it.stepping = false;
        if (!it.overtaken) {
          end(it, obstacles, state, h);
          return 0;
        }
        const before = world.energy(state).total;
        end(it, obstacles, state, h);
        return Math.max(0, world.energy(state).total - before);
      },
    };
  },
};

/** The resting contacts at a state. */
function find(it: Contact, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { near, phi, world } = it;
  const n = world.model.particleCount;
  near.fill(0);
  it.overtaken = false;
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].distances(state.positions, phi, n);
    for (let i = 0; i < n; i++) {
      if (phi[i] > FAR) continue;
      const layer = TOUCH * reach(state.positions, 4 * i);
      if (phi[i] <= layer) near[i] = 1;
      if (phi[i] < -DEEP * layer && world.model.inverseMasses[i] > 0) it.overtaken = true;
    }
  }
  it.resting.h = h;
  findResting(it.resting, obstacles, near, state);
}

/** Puts the end of a step right. */
function end(it: Contact, obstacles: readonly Obstacle[], state: State, h: number): void {
  const { resting, near, world } = it;
  const { inverseMasses, particleCount } = world.model;
  const rounding = world.arena.precision === 'single' ? TOUCH / 4 : FINE;
  for (let from = 0; from < resting.count; from = endOfGroup(resting, from))
    projectToSurface(resting, obstacles, state, from, rounding);
  if (it.impacts.borne.length < obstacles.length) it.impacts.borne = new Uint8Array(obstacles.length);
  markCrossings(it, obstacles, state, h);
  let c = 0;
  for (let i = 0; i < particleCount; i++) {
    if (near[i] === 0 || inverseMasses[i] === 0) continue;
    const o = 4 * i;
    if (!isFiniteParticle(state, o)) continue;
    while (c < resting.count && resting.particle[c] < i) c++;
    let slack = rounding;
    it.impacts.borne.fill(0);
    for (let own = c; own < resting.count && resting.particle[own] === i; own++) {
      if (resting.held[own] === 1) it.impacts.borne[resting.obstacle[own]] = 1;
      if (resting.sticks[own] === 1) slack = TOUCH;
    }
    bounce(it.impacts, obstacles, it.starts, resting.velocities, state, o, h);
    pushOut(it.out, obstacles, state.positions, state.velocities, o, slack * reach(state.positions, o), it.starts);
  }
}

/** Marks who is inside at the end, or flew far enough to have been inside of a ball on the way. */
function markCrossings(
  { near, phi, starts, resting, world }: Contact,
  obstacles: readonly Obstacle[],
  state: State,
  h: number,
): void {
  const n = world.model.particleCount;
  const { positions: x, velocities: v } = state;
  const v0 = resting.velocities;
  near.fill(0);
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].distances(x, phi, n);
    const curved = obstacles[k].curvature > 0;
    for (let i = 0; i < n; i++) {
      if (phi[i] < 0) near[i] = 1;
      else if (curved) {
        let flown = 0;
        let turned = 0;
        for (let o = 4 * i; o < 4 * i + 3; o++) {
          flown += (x[o] - starts[o]) * (x[o] - starts[o]);
          turned += (v[o] - v0[o]) * (v[o] - v0[o]);
        }
        // √a + √b ≤ √(2(a + b)).
        if (phi[i] * phi[i] < 2 * (flown + (h * h * turned) / 16)) near[i] = 1;
      }
    }
  }
}

function isFiniteParticle({ positions: x, velocities: v }: State, o: number): boolean {
  return Number.isFinite(x[o] + x[o + 1] + x[o + 2] + v[o] + v[o + 1] + v[o + 2]);
}
