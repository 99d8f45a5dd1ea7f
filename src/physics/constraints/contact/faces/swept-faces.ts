import { dot } from '../../../model/deterministic-math';
import type { State } from '../../../model/model';
import type { WorldContext } from '../../../world/world-context';
import type { Obstacle } from '../../obstacles/obstacle';
import { alongNormal, carrierOf } from './face-contacts';
import { FACE_TOLERANCE } from './face-search';
import { type FaceStep, setSearch } from './face-step';
import { findFaces } from './find-faces';

/** Contacts are looked for in so many sweeps, the first ones. */
const SEARCHES = 4;

/**
 * What touches the net between its particles, in a solve by sweeps. Like a spring, each contact gives the corners of its triangle an
 * impulse along its normal N, by their weights λ, and remembers the sum P. N, λ and u, the velocity along N that is not to be lower, are those of
 * the sweep that finds it; v is that of the obstacle:
 *
 *    u = min(Σ λ w·N − φ/h, v·N) at x + h w,   ΔP = max(−P, (u − Σ λ w·N)/Σ λ²/m),   w += λ/m ΔP N
 *
 * With v·N as a bound, the net at rest on an obstacle at rest meets all conditions, so that the step nearest to them creates no energy, and no
 * two contradict each other. Friction acts at the end of the step.
 * Source: Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007, 3.5 (a point against a triangle).
 */
export function createSweptFaces(world: WorldContext, phi: Float64Array) {
  let end: State | null = null;
  let step: FaceStep | null = null;
  let h = 0;
  let sweeps = 0;

  /** Adds the contacts of a step that ends with w. */
  function find({ faces, search, carrier }: FaceStep, w: Float64Array, depth: number): void {
    const { from, to } = search;
    for (let o = 0; o < w.length; o++) to[o] = from[o] + h * w[o];
    const before = faces.count;
    findFaces(faces, search, depth);
    for (let c = before; c < faces.count; c++) {
      carrierOf(faces, c, search.obstacles, to, search.end, carrier);
      const ends = alongNormal(faces, c, w) - (faces.height[c] - faces.endHeight[c]) / h;
      faces.target[c] = Math.min(ends, dot(carrier, faces.normal, 0, 3 * c));
    }
  }

  return {
    /** @param current null: nothing can touch @returns true if there are contacts if w, m/s, 4n, is kept for so many seconds */
    begin(current: FaceStep | null, obstacles: readonly Obstacle[], state: State, w: Float64Array, seconds: number) {
      step = current;
      if (!step) return false;
      end ??= { positions: new Float64Array(w.length), velocities: new Float64Array(w.length), time: 0 };
      h = seconds;
      sweeps = 0;
      step.faces.count = 0;
      setSearch(step, world, obstacles, state.positions, end, state.time, h, phi);
      find(step, w, -FACE_TOLERANCE);
      return step.faces.count > 0;
    },
    /** @param weights n; 1/m, 1/kg @param target 4n; m/s; remembers the impulses as w does; null: nothing does */
    sweep(w: Float64Array, weights: Float64Array, target: Float64Array | null): void {
      if (!step) return;
      const { faces } = step;
      const { corners, weights: lambda, normal, impulse } = faces;
      if (sweeps++ < SEARCHES) find(step, w, 0);
      for (let c = 0; c < faces.count; c++) {
        let give = 0;
        for (let k = 3 * c; k < 3 * c + 3; k++) give += lambda[k] * lambda[k] * weights[corners[k]];
        if (give === 0) continue;
        const added = Math.max(-impulse[c], (faces.target[c] - alongNormal(faces, c, w)) / give);
        impulse[c] += added;
        for (let k = 3 * c; k < 3 * c + 3; k++) {
          const change = lambda[k] * weights[corners[k]] * added;
          for (let axis = 0, o = 4 * corners[k]; axis < 3; axis++, o++) {
            w[o] += change * normal[3 * c + axis];
            if (target) target[o] += change * normal[3 * c + axis];
          }
        }
      }
    },
  };
}
