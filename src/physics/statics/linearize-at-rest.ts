import { TANGENT } from '../kernels/javascript/triangle-tangents';
import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import { largestEntry, springLength } from '../model/state';
import type { World } from '../world/world';

/** Rounding errors by which a length may differ from that at rest and still count as unstretched. */
const ROUNDINGS = 4;

/**
 * Linearizes the world about a state, without stiffness that is rounding error: a spring or a triangle that is stretched or compressed by
 * rounding alone has a stiffness across it, k(1 − L₀/l) or σ, that is an artefact.
 * @param clamp false: the true ∂f/∂x, which compressed springs can make indefinite
 */
export function linearizeAtRest(world: World, state: State, clamp: boolean): void {
  world.linearize(state, clamp);
  const { model } = world;
  const { restLengths, springCount, membrane } = model;
  const { positions: x } = state;
  const ofPosition = unitOf(x) * largestEntry(x);
  for (let j = 0; j < springCount; j++) {
    const l = springLength(model, x, j);
    if (restLengths[j] > 0 && Math.abs(l - restLengths[j]) <= ROUNDINGS * (ofPosition + unitOf(restLengths) * l))
      world.tangents[4 * j + 3] = 0;
  }
  const { membraneLambda, membraneMu } = world.params;
  for (let t = 0; membrane && t < membrane.triangleCount; t++) {
    const stress = world.triangleTangents.subarray(TANGENT * t + 6, TANGENT * t + 9);
    const strain = (ROUNDINGS * ofPosition) / Math.sqrt(membrane.areas[t]);
    const least = 2 * (membraneLambda + membraneMu) * strain;
    if (stress.every((value) => Math.abs(value) <= least)) stress.fill(0);
  }
}

const unitOf = (array: Floats) => (array instanceof Float32Array ? 2 ** -24 : 2 ** -53);
