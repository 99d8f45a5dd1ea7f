/** Attraction of many particles in O(n log n): a distant group acts as one particle at its center of mass. */
import type { Floats } from '../../model/arena';
import type { Force } from '../../world/force';
import { createMassTree } from './mass-tree';
import { createTangent } from './tangent';

/** Let B(p) be the nodes that act on p as one particle each: every other particle is in one of them. With l = x_p − X_B
 *    f_p = −Σ G m_p M_B l/s³ − m_p a,   V = −½ Σ_p Σ_B G m_p M_B/s
 *  where a is what makes the sum of all forces vanish, as Newton's third law has it: the tree is not the same seen from both ends.
 *  The matrix of an implicit step must be symmetric. So it is that of the energy ¼ Σ_p Σ_B (v_p − V_B)ᵀ K_pB (v_p − V_B) × 2,
 *  with V_B = Σ_q m_q v_q/M_B: half of each pair as seen from either end. Its reaction on B goes to the particles of B by mass. */
export function attractionByTree(G: number, soft: number, particles: Uint32Array, masses: Floats): Force {
  const n = particles.length;
  const tree = createMassTree(particles, masses);
  const { size, count, particle, centers, next, end } = tree;
  // Derivatives are of where the force was linearized, wherever it is computed meanwhile.
  const fixed = createMassTree(particles, masses);
  const tangent = createTangent(G, soft);
  /** 4 for each node: a mean velocity, and the sum of what acts on its particles. */
  const mean = new Float64Array(4 * size);
  const sum = new Float64Array(4 * size);

  return {
    addForce(f, { positions }) {
      tree.build(positions);
      const total = centers[3];
      let x = 0;
      let y = 0;
      let z = 0;
      for (let leaf = 0; leaf < size; leaf++) {
        if (count[leaf] > 1) continue;
        const strength = G * centers[4 * leaf + 3];
        let fx = 0;
        let fy = 0;
        let fz = 0;
        for (let k = next(0, leaf); k < size; k = next(end(k), leaf)) {
          const dx = centers[4 * leaf] - centers[4 * k];
          const dy = centers[4 * leaf + 1] - centers[4 * k + 1];
          const dz = centers[4 * leaf + 2] - centers[4 * k + 2];
          const s2 = dx * dx + dy * dy + dz * dz + soft;
          if (s2 === 0) continue;
          const g = (strength * centers[4 * k + 3]) / (s2 * Math.sqrt(s2));
          fx -= g * dx;
          fy -= g * dy;
          fz -= g * dz;
        }
        const o = 4 * particle[leaf];
        f[o] += fx;
        f[o + 1] += fy;
        f[o + 2] += fz;
        x += fx / total;
        y += fy / total;
        z += fz / total;
      }
      for (let p = 0; p < n; p++) {
        const o = 4 * particles[p];
        f[o] -= x * masses[particles[p]];
        f[o + 1] -= y * masses[particles[p]];
        f[o + 2] -= z * masses[particles[p]];
      }
    },
    linearize({ positions }, clamp) {
      tangent.clamped = clamp;
      fixed.build(positions);
    },
    addDerivative(y, v, a) {
      const { count, particle, centers, next, end } = fixed;
      const half = a / 2;
      sum.fill(0);
      for (let k = size - 1; k >= 0; k--) {
        const other = k + 2 * (count[k] >> 1);
        for (let o = 4 * k; o < 4 * k + 3; o++) {
          if (count[k] === 1) mean[o] = v[o + 4 * (particle[k] - k)];
          else {
            const i = o + 4;
            const j = o + 4 * (other - k);
            mean[o] = mean[i] + (centers[4 * other + 3] / centers[4 * k + 3]) * (mean[j] - mean[i]);
          }
        }
      }
      for (let leaf = 0; leaf < size; leaf++) {
        if (count[leaf] > 1) continue;
        for (let k = next(0, leaf); k < size; k = next(end(k), leaf))
          if (tangent.find(centers, leaf, k)) tangent.multiply(sum, mean, half, leaf, k);
      }
      for (let k = 0; k < size; k++) {
        const other = k + 2 * (count[k] >> 1);
        const part = centers[4 * other + 3] / centers[4 * k + 3];
        for (let o = 4 * k; o < 4 * k + 3; o++) {
          if (count[k] === 1) y[o + 4 * (particle[k] - k)] += sum[o];
          else {
            sum[o + 4] += (1 - part) * sum[o];
            sum[o + 4 * (other - k)] += part * sum[o];
          }
        }
      }
    },
    addDiagonal(blocks, a) {
      const { count, particle, centers, next, end } = fixed;
      for (let leaf = 0; leaf < size; leaf++) {
        if (count[leaf] > 1) continue;
        for (let k = next(0, leaf); k < size; k = next(end(k), leaf))
          if (k !== leaf && tangent.find(centers, leaf, k)) tangent.addBlock(blocks, a, particle[leaf]);
      }
    },
    addBounds: () => false,
    energy({ positions }) {
      tree.build(positions);
      let twice = 0;
      for (let leaf = 0; leaf < size; leaf++) {
        if (count[leaf] > 1) continue;
        for (let k = next(0, leaf); k < size; k = next(end(k), leaf)) {
          const dx = centers[4 * leaf] - centers[4 * k];
          const dy = centers[4 * leaf + 1] - centers[4 * k + 1];
          const dz = centers[4 * leaf + 2] - centers[4 * k + 2];
          const s2 = dx * dx + dy * dy + dz * dz + soft;
          if (k !== leaf && s2 > 0) twice -= (G * centers[4 * leaf + 3] * centers[4 * k + 3]) / Math.sqrt(s2);
        }
      }
      return twice / 2;
    },
  };
}
