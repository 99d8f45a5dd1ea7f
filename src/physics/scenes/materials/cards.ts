/** The cards of the materials: what each fabric weighs and how it resists stretching, shearing, bending and air. */
import type { Params } from '../../model/params';
import type { SceneData } from '../scene';

/** One material. All numbers are per area or per breadth of the sheet, so that they hold for every net. */
export interface MaterialCard {
  /** Key in the command `material`, in scene files and links. */
  readonly id: string;
  /** Name on the panel. */
  readonly label: string;
  /** One sentence, shown on the panel. */
  readonly summary: string;
  /** kg/m². */
  readonly density: number;
  /** Membrane stiffness E·t, N/m: tension per breadth over strain. One number, or along rows (warp) and columns (weft). */
  readonly stretch: number | readonly [warp: number, weft: number];
  /** Shear modulus times thickness, N/m. */
  readonly shear: number;
  /** Poisson's ratio; only a continuum membrane has it. */
  readonly poisson: number;
  /** Flexural rigidity D, N·m. */
  readonly bending: number;
  /** Viscous resistance to stretching per breadth, N·s/m: tension per breadth over rate of strain. */
  readonly damping: number;
  /** N·m·s; moment per breadth over rate of curvature. */
  readonly bendingDamping: number;
  /** N·s/m³. */
  readonly airDrag: number;
  /** Coefficient of friction against a smooth hard surface; no parameter follows from it. */
  readonly friction: number;
  /** m. */
  readonly thickness: number;
}

/** N/m; of both directions. */
export function meanStretch({ stretch }: Pick<MaterialCard, 'stretch'>): number {
  return typeof stretch === 'number' ? stretch : (stretch[0] + stretch[1]) / 2;
}

/** Completes a card by what is chosen alike for all. */
function card(own: Omit<MaterialCard, 'damping' | 'bendingDamping' | 'airDrag'>): MaterialCard {
  return { ...own, damping: 1e-4 * meanStretch(own), bendingDamping: 5e-3 * own.bending, airDrag: 0.2 };
}

/** A row of the table. Numbers as in `MaterialCard`, in this order. */
type Row = readonly [
  id: string,
  label: string,
  summary: string,
  density: number,
  stretch: MaterialCard['stretch'],
  shear: number,
  poisson: number,
  bending: number,
  friction: number,
  thickness: number,
];

/** All materials, in the order in which they are listed. */
const ROWS: readonly Row[] = [
  ['cotton', 'Cotton', 'Plain shirt fabric.', 0.12, [3500, 2500], 50, 0.3, 8e-6, 0.3, 3e-4],
  [
    'linen',
    'Linen',
    'Crisp: its folds are wider than those of cotton.',
    0.17,
    [5000, 3500],
    45,
    0.3,
    2.5e-5,
    0.3,
    4e-4,
  ],
  ['silk', 'Silk', 'Light and limp: many fine folds.', 0.06, [3000, 2200], 14, 0.3, 1.2e-6, 0.2, 1.5e-4],
  ['denim', 'Denim', 'Heavy twill for jeans: few broad folds.', 0.4, [6000, 4000], 140, 0.3, 9e-5, 0.35, 8e-4],
  ['wool', 'Wool', 'Suit fabric: it stretches a little, and drapes well.', 0.2, [1800, 1500], 30, 0.3, 8e-6, 0.3, 5e-4],
  ['jersey', 'Jersey', 'Knitted fabric for T-shirts: it stretches most.', 0.16, [500, 300], 30, 0.4, 3e-6, 0.3, 6e-4],
  [
    'nylon',
    'Nylon ripstop',
    'Light and dense, for parachutes and kites.',
    0.04,
    [8000, 7000],
    150,
    0.3,
    5e-6,
    0.2,
    8e-5,
  ],
  ['rubber', 'Rubber sheet', 'Natural rubber of half a millimetre.', 0.475, 750, 250, 0.5, 2.1e-5, 0.8, 5e-4],
  ['paper', 'Paper', 'Office paper: it bends, but hardly stretches.', 0.08, [5e5, 2.5e5], 1.3e5, 0.3, 3e-4, 0.4, 1e-4],
];

/** All materials without their sources, which are in `sources.ts`: a run does not need those. */
export const CARDS: readonly MaterialCard[] = ROWS.map(
  ([id, label, summary, density, stretch, shear, poisson, bending, friction, thickness]) =>
    card({ id, label, summary, density, stretch, shear, poisson, bending, friction, thickness }),
);

/** Their ids. */
export const materialIds: readonly string[] = CARDS.map(({ id }) => id);

/** The material of a running scene. */
export interface PresentMaterial {
  /** Id of one of MATERIALS. */
  readonly id: string;
  /** The parameters that its card gives in this scene, by key. */
  readonly numbers: Partial<Params>;
  /** True if one of them has been changed since. */
  readonly isEdited: boolean;
}

/** Null if the scene is made of none. */
export function presentMaterial({ material }: SceneData, params: Params): PresentMaterial | null {
  if (!material) return null;
  const { id, numbers } = material;
  return { id, numbers, isEdited: Object.keys(numbers).some((key) => params[key] !== numbers[key]) };
}
