import { gather, strainRate } from '../../kernels/javascript/membrane-strain';
import type { State } from '../../model/model';
import type { Room } from './membrane-energy';

/** Σ A₀ (φ tr²(ν) + 2ψ ν:ν), W/m: what the viscous stress turns into heat, still to be multiplied by the thickness. With F,
 *  Ḟ and ν as in `kernels/membrane-strain.ts`. */
export function heatOfTriangles(
  { room, state }: { room: Room; state: State },
  from: number,
  to: number,
  start: number,
): number {
  const { membrane, F, rate, strain: nu } = room;
  const { membranePhi: phi, membranePsi: psi } = room.params;
  let sum = start;
  for (let t = from; t < to; t++) {
    gather(membrane, t, state.positions, F);
    gather(membrane, t, state.velocities, rate);
    strainRate(F, rate, nu);
    const trace = nu[0] + nu[1];
    sum += membrane.areas[t] * (phi * trace * trace + 2 * psi * (nu[0] * nu[0] + nu[1] * nu[1] + 2 * nu[2] * nu[2]));
  }
  return sum;
}
