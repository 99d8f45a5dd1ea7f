import type { ForceDefinition } from '../../world/force';
import { attractionByPairs } from './by-pairs';
import { attractionByTree } from './by-tree';

/** Most particles whose pairs are summed one by one: a tree of more is faster. */
const MAX_BY_PAIRS = 512;

const FIELDS = {
  G: {
    kind: 'number',
    label: 'G',
    unit: 'N·m²/kg²',
    default: 1,
    required: true,
    accepts: 'any',
    range: [1e-3, 100],
    scale: 'logarithmic',
    help: 'Force of a pair = G × both masses / distance²; 6.674e-11 in nature; negative: the particles repel each other.',
  },
  softening: {
    kind: 'number',
    label: 'softening ε',
    unit: 'm',
    default: 0,
    accepts: 'non-negative',
    range: [0, 0.2],
    scale: 'linear',
    help: 'Below this distance the force decreases instead of growing; 0: Newton’s law, for which close particles need short steps.',
  },
} as const;

/** Newton's attraction between every two of the particles, softened as by Plummer. With l = x_p − x_q and s² = |l|² + ε²
 *    f_p = −G m_p m_q l/s³,  f_q = −f_p,  V = −G m_p m_q/s
 *    ∂f_p/∂x_p = −g(I − 3 l lᵀ/s²),  g = G m_p m_q/s³:
 *  −g across l, and −g(1 − 3|l|²/s²) along it, which has the opposite sign unless |l| < ε/√2. So the matrix of an implicit
 *  step is indefinite for long steps and strong attraction; the clamp keeps each of the two only where it resists motion.
 *  Two particles at the same position do not attract each other. Up to 512 particles are summed over all pairs, more by a tree.
 *  Sources: lecture slides Particle Dynamics, attraction; Aarseth, Gravitational N-Body Simulations (the softening). */
export const attraction: ForceDefinition<typeof FIELDS> = {
  id: 'attraction',
  label: 'Attraction',
  summary:
    'Particles attract each other by Newton’s law of gravitation: each pair by the inverse square of its distance. Of more than 512 particles, distant groups act as one, with an error of at most 1 % (rms).',
  isRelative: true,
  account: 'gravity',
  listed: {
    particles: 'any',
    fields: FIELDS,
    create(world, { G, softening }, particles) {
      const attraction = particles.length > MAX_BY_PAIRS ? attractionByTree : attractionByPairs;
      return attraction(G, softening * softening, particles, world.model.masses);
    },
  },
};
