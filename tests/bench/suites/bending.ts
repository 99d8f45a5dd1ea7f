import { createSimulation, type ForceDefinition, MATERIALS } from '../../../src/physics';
import { bending as bendingForce, spring } from '../../../src/physics/forces';
import { kernels } from '../../../src/physics/registry';
import { bendStrip, type StripCase } from '../../fixtures/cantilever';
import { droopOfElastica } from '../../fixtures/elastica';
import { advance, explicitCloth, swingingCloth } from '../cloth';
import { mean } from '../moments';
import type { Report, Suite } from '../report';
import { interleave } from '../timing';

/** Strips of 20 cells along; on the bias 20 cells have 28 half diagonals. */
const STRIPS: [string, Omit<StripCase, 'load'>][] = [
  ['net, right diagonals', { mesh: 'right', cells: 20 }],
  ['net, left diagonals', { mesh: 'left', cells: 20 }],
  ['net, alternating diagonals', { mesh: 'alternating', cells: 20 }],
  ['net, right diagonals, 40 cells', { mesh: 'right', cells: 40 }],
  ['net, right diagonals, 80 cells', { mesh: 'right', cells: 80, breadth: 2 }],
  ['the same net, as triangles of any kind', { mesh: 'right', cells: 20, fitted: true }],
  ['alternating, as triangles of any kind', { mesh: 'alternating', cells: 20, fitted: true }],
  ['bias, diagonals across the strip', { mesh: 'bias across', cells: 28 }],
  ['bias, diagonals along the strip', { mesh: 'bias along', cells: 28 }],
  ['bias, alternating diagonals', { mesh: 'bias alternating', cells: 28 }],
  ['random triangles, seed 1', { mesh: 'random 1', cells: 20, breadth: 3 }],
  ['random triangles, seed 2', { mesh: 'random 2', cells: 20, breadth: 3 }],
  ['random triangles, seed 3', { mesh: 'random 3', cells: 20, breadth: 3 }],
];
const LOADS = [1, 10, 100, 1000];

/** Flexural rigidity of cloths, N·m, and their density, kg/m². */
const FABRICS = [
  { fabric: 'silk', density: 0.06, D: 2e-6 },
  { fabric: 'cotton', density: 0.15, D: 1e-5 },
  { fabric: 'wool', density: 0.25, D: 4e-5 },
  { fabric: 'denim', density: 0.42, D: 3e-4 },
  { fabric: 'heavy denim', density: 0.45, D: 5e-4 },
];
/** Steps of the cloth, and evaluations of the forces that are timed together. */
const STEPS = 12;
const REPEATS = 10;

/** The droop of strips under their weight, by net and direction; the time of bending, and the iterations that it costs. */
export const bending: Suite = {
  id: 'bending',
  about: 'the droop of strips under their weight, against the elastica; the cost of bending',
  run(report) {
    const rows = STRIPS.map(([strip, one]) => {
      const cells = LOADS.map((load) => {
        if (load === 1000 && one.cells !== 80) return [`Γ = ${load}`, ''];
        const deviation = 100 * (bendStrip({ ...one, load }) / droopOfElastica(load) - 1);
        return [`Γ = ${load}`, `${deviation < 0 ? '−' : '+'}${Math.abs(deviation).toFixed(1)} %`];
      });
      return { strip, ...Object.fromEntries(cells) };
    });
    report.tables.push({ title: 'Deviation of H/W of a strip from the elastica', rows });
    addCost(report);
    addIterations(report);
  },
};

/** The forces of bending on a net of 128² particles, against those of its springs. */
function addCost(report: Report): void {
  const rows = kernels.map(({ id: kernel }) => {
    const { world, state } = explicitCloth(128, 'symplectic-euler', { kernel }, { bending: 1e-5 });
    const f = world.arena.floats(state.positions.length);
    const of = (definition: ForceDefinition) => world.forces[world.forceDefinitions.indexOf(definition)];
    const repeat = (definition: ForceDefinition) => () => {
      for (let i = 0; i < REPEATS; i++) of(definition).addForce?.(f, state);
    };
    const ms = interleave(30, { springs: repeat(spring), bends: repeat(bendingForce) });
    return { kernel, 'bending / springs': ms.bends / ms.springs };
  });
  report.tables.push({ title: 'Time of bending over that of the springs, 128×128', rows });
  const value = Math.max(...rows.map((row) => row['bending / springs']));
  report.bars.push({ name: 'time of bending over that of the springs, 128²', value, direction: 'at most', bar: 0.6 });
}

/** Iterations of multigrid with bending over those without. */
function addIterations(report: Report): void {
  const rows = FABRICS.map(({ fabric, density, D }) => {
    const ratios = [65, 129].map((n) => [`${n}²`, pleated(n, density, D) / pleated(n, density, 0)]);
    return { fabric, 'kg/m²': density, N·m: D.toExponential(), ...Object.fromEntries(ratios) };
  });
  report.tables.push({ title: 'Iterations of multigrid with bending over those without', rows });
  const value = Math.max(...rows.flatMap((row) => [row['65²'], row['129²']]));
  report.bars.push({ name: 'iterations with bending over those without', value, direction: 'at most', bar: 1.5 });
  const cards = MATERIALS.map(({ id, label }) => ({
    material: label,
    ratio: ofMaterial(id, {}) / ofMaterial(id, { bending: 0, bendingDamping: 0 }),
  }));
  report.tables.push({ title: 'The same of the cards with their own stretch, 65²', rows: cards });
  const most = Math.max(...cards.map(({ ratio }) => ratio));
  report.bars.push({ name: 'the same of the cards', value: most, direction: 'at most', bar: 1.5 });
}

/** Average iterations of a step of the default cloth of a material, 65². */
function ofMaterial(material: string, given: { bending?: number; bendingDamping?: number }): number {
  const params = { rows: 65, columns: 65, dt: 1 / 60, lineSearch: 0, cgTolerance: 1e-3, cgIterations: 1000, ...given };
  const simulation = createSimulation({ material, params, integrator: 'implicit-euler' });
  return mean(
    Array.from({ length: STEPS }, () => {
      advance(simulation, 1);
      return simulation.report.iterations;
    }),
  );
}

/** Average iterations of a step of the default cloth, which hangs in pleats. */
function pleated(n: number, density: number, bending: number): number {
  const simulation = swingingCloth(
    n,
    { preconditioner: 'multigrid' },
    { cgTolerance: 1e-3, mass: density / n ** 2, bend: 0, bending },
  );
  simulation.apply({ type: 'reset' });
  return mean(
    Array.from({ length: STEPS }, () => {
      advance(simulation, 1);
      return simulation.report.iterations;
    }),
  );
}
