import type { SceneFile } from '../../../scenes/file/scene-file';
import { createSimulation } from '../../../simulation';
import type { ValidationCase } from '../validation-case';

/** kg, N/m, m/s, m/s², and the coefficient of friction. */
const [MASS, STIFFNESS, SPEED, G, FRICTION] = [0.1, 100, 0.05, 9.81, 0.5];
const PERIOD = 2 * Math.PI * Math.sqrt(MASS / STIFFNESS);
const HELD = FRICTION * MASS * G;
/** Steps in the period of the mass on its spring, for each cell. */
const STEPS = 10;

/** A mass on a plane with friction is pulled by a spring, whose end moves steadily. */
export const stickSlip: ValidationCase = {
  id: 'stick-slip',
  label: 'Stick and slip',
  quantity: 'force of the spring, N',
  about:
    'A spring pulls a mass over a plane with friction, and its far end moves steadily. The mass rests until the force is μ m g; then it slips, and the force rises by v √(k m), as in a vibration.',
  // A step at which it may begin to slip changes the force by k v h.
  tolerance: ({ cells }) => 0.02 * (20 / cells),
  hasNoTriangles: true,
  *measure({ cells }) {
    const dt = PERIOD / (STEPS * cells);
    const simulation = createSimulation({ scene: pulledMass(dt), precision: 'double', kernel: 'js' });
    const forceOf = () => STIFFNESS * (simulation.particle(1).position[0] - simulation.particle(0).position[0] - 1);
    const steps = Math.ceil((HELD / (STIFFNESS * SPEED) + PERIOD) / dt);
    let atSlip = Number.NaN;
    let largest = 0;
    for (let step = 0; step < steps; step++) {
      const force = forceOf();
      simulation.step();
      largest = Math.max(largest, force);
      if (Number.isNaN(atSlip) && simulation.particle(0).velocity[0] > 1e-9) atSlip = force;
      if (step % 100 === 0) yield null;
    }
    return [
      { label: 'as it slips', value: atSlip, reference: HELD },
      { label: 'largest', value: largest, reference: HELD + SPEED * Math.sqrt(STIFFNESS * MASS) },
    ];
  },
};

function pulledMass(dt: number): SceneFile {
  return {
    hooke: 1,
    particles: {
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      masses: MASS,
      pinned: [1],
    },
    springs: { pairs: [[0, 1]], restLengths: [1], stiffness: STIFFNESS },
    planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: 0, friction: FRICTION }],
    motion: [{ particles: [1], velocity: [SPEED, 0, 0] }],
    integrator: 'symplectic-euler',
    params: { gravity: G, dt },
  };
}
