import { membrane } from '../../forces/membrane/membrane';
import { spring } from '../../forces/spring';
import { stiffnessOfKinds } from '../../model/material';
import { type Model, SPRING_KINDS } from '../../model/model';
import type { Params } from '../../model/params';
import type { ForceDefinition } from '../../world/force';
import { createPatch, type Patch } from './test-bench-patch';
import { latticeModuli, membraneModuli, type SheetModuli, shearTheory, uniaxialTheory } from './test-bench-theory';

/** Uniaxial: pulled along its rows between grips that let it narrow, its sides free. Shear: its whole rim turned into a
 *  rhomboid, rows sliding along each other. */
export type BenchKind = 'uniaxial' | 'shear';

/** What a square patch resists on the bench, deformed so slowly that it is always in equilibrium, within its plane. */
export interface TestBench {
  kind: BenchKind;
  /** m; of the patch. */
  width: number;
  /** Stretch of a uniaxial test, angle of shear in rad. */
  deformation: number[];
  /** N; on the loaded edge; NaN where no equilibrium was found; null where there are no springs. */
  springs: number[] | null;
  /** N; null where the membrane has no strength. */
  membrane: number[] | null;
  /** N; what the membrane comes to by its closed form. */
  theory: number[] | null;
  /** Stretch across, at half the length of a uniaxial test; null in shear. */
  lateral: { springs: number[] | null; membrane: number[] | null; theory: number[] | null } | null;
  /** Of a large net of these springs at small strain. */
  lattice: SheetModuli & { isotropic: boolean };
  /** Of the membrane at small strain. */
  continuum: SheetModuli;
}

interface Curve {
  force: number[];
  lateral: number[];
}

/** Cells along a side of the patch. */
const CELLS = 8;
const RANGES = { uniaxial: [0.8, 1.5], shear: [0, 0.5] } as const;
/** Of the stiffness times the spacing: the net force at which a patch counts as in equilibrium. */
const REST = 1e-11;

/**
 * @param params strengths of the springs and the membrane; switches of the kinds of spring count
 * @param spacing of the particles, m
 */
export function testBench(
  kind: BenchKind,
  params: Params,
  { points = 40, spacing = 0.05, cells = CELLS }: { points?: number; spacing?: number; cells?: number } = {},
): TestBench {
  const [from, to] = RANGES[kind];
  const deformation = Array.from({ length: points }, (_, i) => from + ((to - from) * i) / Math.max(1, points - 1));
  const width = cells * spacing;
  const lattice = latticeModuli(springsInForce(params));
  const continuum = membraneModuli(params);
  const run = (force: ForceDefinition, stiffness: number): Curve | null => {
    if (stiffness === 0) return null;
    const patch = createPatch(force, params, cells, width);
    const tolerance = REST * stiffness * spacing;
    return kind === 'uniaxial' ? pull(patch, deformation, tolerance) : shear(patch, deformation, tolerance);
  };
  const [ofSprings, ofMembrane] = [run(spring, lattice.young), run(membrane, continuum.young)];
  const closed = continuum.young === 0 ? null : deformation.map((value) => closedForm(kind, params, width, value));
  return {
    kind,
    width,
    deformation,
    springs: ofSprings?.force ?? null,
    membrane: ofMembrane?.force ?? null,
    theory: closed?.map(({ force }) => force) ?? null,
    lateral:
      kind === 'shear'
        ? null
        : {
            springs: ofSprings?.lateral ?? null,
            membrane: ofMembrane?.lateral ?? null,
            theory: closed?.map(({ lateral }) => lateral) ?? null,
          },
    lattice,
    continuum,
  };
}

const STRUCTURAL = SPRING_KINDS.indexOf('structural');

/** m; mean rest length of the structural springs; undefined if there are none. */
export function meanSpacing({ springCount, kinds, restLengths }: Model): number | undefined {
  let sum = 0;
  let count = 0;
  for (let j = 0; j < springCount; j++) {
    if (kinds[j] !== STRUCTURAL) continue;
    sum += restLengths[j];
    count++;
  }
  return sum > 0 ? sum / count : undefined;
}

function springsInForce(params: Params): number[] {
  const { structuralSprings, shearSprings, bendSprings } = params;
  const on = [structuralSprings, shearSprings, bendSprings];
  return stiffnessOfKinds(params).map((k, kind) => k * on[kind]);
}

function closedForm(kind: BenchKind, params: Params, width: number, value: number): { force: number; lateral: number } {
  if (kind === 'uniaxial') return uniaxialTheory(params, width, value);
  return { force: shearTheory(params, width, Math.tan(value)), lateral: 1 };
}

/** The left edge is held along x, the right one is moved along x; one particle keeps the patch from sliding along y. */
function pull(patch: Patch, stretches: readonly number[], tolerance: number): Curve {
  const { side, width, held } = patch;
  const { positions: x } = patch.state;
  for (let row = 0; row < side; row++) held[4 * row * side] = held[4 * (row * side + side - 1)] = 1;
  const middle = side >> 1;
  held[4 * middle * side + 1] = 1;
  const curve: Curve = { force: [], lateral: [] };
  let before = 1;
  for (const stretch of stretches) {
    for (let o = 0; o < x.length; o += 4) x[o] *= stretch / before;
    before = stretch;
    const rests = patch.relax(tolerance);
    const grip = patch.reactions();
    let force = rests ? 0 : Number.NaN;
    for (let row = 0; row < side; row++) force += grip[4 * (row * side + side - 1)];
    curve.force.push(force);
    curve.lateral.push((x[4 * middle + 1] - x[4 * (side * (side - 1) + middle) + 1]) / width);
  }
  return curve;
}

/** The rim is carried along with x = X + tan(angle)·height; the force is the work done by it on a sliding edge. */
function shear(patch: Patch, angles: readonly number[], tolerance: number): Curve {
  const { side, width, held } = patch;
  const { positions: x } = patch.state;
  const spacing = width / (side - 1);
  const height = (i: number) => width - Math.floor(i / side) * spacing;
  const n = side * side;
  for (let i = 0; i < n; i++) {
    const [row, column] = [Math.floor(i / side), i % side];
    if (row > 0 && row < side - 1 && column > 0 && column < side - 1) continue;
    held[4 * i] = held[4 * i + 1] = 1;
  }
  const curve: Curve = { force: [], lateral: [] };
  let before = 0;
  for (const angle of angles) {
    const gamma = Math.tan(angle);
    for (let i = 0; i < n; i++) x[4 * i] += (gamma - before) * height(i);
    before = gamma;
    const rests = patch.relax(tolerance);
    const grip = patch.reactions();
    let force = rests ? 0 : Number.NaN;
    for (let i = 0; i < n; i++) force += (grip[4 * i] * height(i)) / width;
    curve.force.push(force);
    curve.lateral.push(1);
  }
  return curve;
}
