import { CARDS, type MaterialCard } from '../../../scenes/materials/cards';
import { createSimulation } from '../../../simulation';
import { drapeSpecimen } from '../drape-specimen';
import { meshInsteadOfNet } from '../mesh-bending';
import type { Measured, Net, ValidationCase } from '../validation-case';

/** %, of the literature. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  silk: [20, 40],
  cotton: [60, 76],
  wool: [40, 70],
  denim: [70, 90],
};
/** Steps of 0.02 s that lose speed: the cloth comes to rest. Gravity is that of the standard. */
const MOTION = { dt: 0.02, decay: 3, gravity: 9.81, cgTolerance: 3e-3, damping: 0, bendingDamping: 0, airDrag: 0 };
/** Steps between two looks at the shadow, and the most. */
const [CHECK_EVERY, MAX_STEPS] = [20, 240];
/** The shadow is steady when two changes in a row are smaller, relative: 0.5 % in all. */
const STEADY = 0.0025;

/** Folds of limp cloth need smaller cells: a net of twice as many. The standard asks for the mean of several placements. */
const LIMP = { id: 'silk', times: 2, label: 'Silk, 80 cells, mean of 3' };
/** Cells of the net that is refined. */
const FINE = 40;
/** rad; of the waves at the start, one for each placement of limp cloth. */
const PHASES = [0, Math.PI / 3, (2 * Math.PI) / 3];

/** The drape coefficient of a material, %. @param phase of the waves at the start, rad */
export function* drapeOf(
  { id, bending }: Pick<MaterialCard, 'id' | 'bending'>,
  net: Net,
  phase = 0,
): Generator<null, number> {
  const { file, wrinkle, coefficient } = drapeSpecimen(net);
  const simulation = createSimulation({
    scene: file,
    material: id,
    integrator: 'implicit-euler',
    forces: net.mesh === 'net' ? [] : [meshInsteadOfNet(bending)],
    params: MOTION,
  });
  const { positions } = simulation.state;
  wrinkle(positions, phase);
  let present = coefficient(positions);
  for (let step = 0, calm = 0; step < MAX_STEPS && calm < 2; step += CHECK_EVERY) {
    const last = present;
    simulation.step(CHECK_EVERY);
    present = coefficient(positions);
    calm = Math.abs(present - last) < STEADY * last ? calm + 1 : 0;
    yield null;
  }
  return 100 * present;
}

/** The drape coefficients of limp cloth, one for each placement, on a net of twice as many cells, %. */
export function* placementsOf(card: MaterialCard, net: Net): Generator<null, number[]> {
  const finer = { ...net, cells: LIMP.times * net.cells };
  const coefficients: number[] = [];
  for (const phase of PHASES) coefficients.push(yield* drapeOf(card, finer, phase));
  return coefficients;
}

/** A round cloth hangs down all around a smaller round table, as in the test of Cusick. */
export const drape: ValidationCase = {
  id: 'drape',
  label: 'Drape',
  quantity: 'drape coefficient, %',
  about:
    'A round cloth of 30 cm lies on a round table of 18 cm. The figure is the part of the ring beyond the table that the shadow of the hanging cloth covers: 100 % if it does not bend. The references are ranges of the literature for such fabrics. Limp cloth can come to rest in different folds, so that its figure changes with the net and the placement: for silk there is also the mean of three placements on a finer net.',
  tolerance: ({ cells }) => (cells > 20 ? 0.1 : 0.3),
  *measure(net) {
    const measured: Measured[] = [];
    for (const card of CARDS) {
      const reference = RANGES[card.id];
      if (!reference) continue;
      measured.push({ label: card.label, value: yield* drapeOf(card, net), reference });
      if (card.id !== LIMP.id || net.cells < FINE || net.mesh !== 'net') continue;
      const coefficients = yield* placementsOf(card, net);
      const value = coefficients.reduce((sum, one) => sum + one, 0) / coefficients.length;
      measured.push({ label: LIMP.label, value, reference });
    }
    return measured;
  },
};
