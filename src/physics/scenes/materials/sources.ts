/** Where the numbers of the cards come from. */
import { CARDS, type MaterialCard } from './cards';

/** A card with its sources. */
export interface Material extends MaterialCard {
  /** Where each number comes from, by its name. */
  readonly sources: Readonly<Record<string, string>>;
}

const KAWABATA = 'in the range of such fabrics in Kawabata, The Standardization and Analysis of Hand Evaluation';
const FAST =
  'extension at 20 to 100 N/m, as by De Boos and Tester, SiroFAST, for such fabrics; the slope at small load';
const HANDBOOK = 'usual for this fabric: Hu, Structure and Mechanics of Woven Fabrics';

const CHOSEN = {
  poisson: 'chosen',
  damping: 'chosen: 0.1 ms times the stiffness; published losses are friction, which is not viscous',
  bendingDamping: 'chosen: 5 ms times the rigidity; published losses are friction, which is not viscous',
  airDrag: 'chosen: ½ρv of air at 0.33 m/s, the same for all materials',
};
const FABRIC = {
  ...CHOSEN,
  density: HANDBOOK,
  stretch: FAST,
  shear: KAWABATA,
  bending: KAWABATA,
  friction: KAWABATA,
  thickness: HANDBOOK,
};

/** Those that differ from the sources of a fabric. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  denim: {
    shear: 'in the range that Kawabata’s tester gives for denim',
    bending: 'bending length of 28 mm, as Peirce, The Handle of Cloth, defines it',
  },
  nylon: {
    density: 'Poynter, The Parachute Manual: 37 g/m² for canopies',
    bending: 'bending length of 23 mm, as Peirce, The Handle of Cloth, defines it',
  },
  rubber: {
    density: '950 kg/m³ times the thickness',
    stretch: 'E = 1.5 MPa: Treloar, The Physics of Rubber Elasticity',
    shear: 'E/3, as rubber keeps its volume',
    poisson: 'rubber keeps its volume',
    bending: 'E t³/(12 (1 − ν²))',
    friction: 'usual for rubber',
    thickness: 'chosen',
  },
  paper: {
    density: 'office paper of 80 g/m²',
    stretch: 'E = 5 GPa along and 2.5 GPa across: Niskanen, Paper Physics',
    shear: 'Niskanen, Paper Physics',
    bending: 'E t³/12 with the geometric mean of both directions',
    friction: 'usual for office paper',
    thickness: 'office paper of 80 g/m²',
  },
};

/** All materials, in the order in which they are listed. */
export const MATERIALS: readonly Material[] = /* @__PURE__ */ CARDS.map((card) => ({
  ...card,
  sources: { ...FABRIC, ...OWN[card.id] },
}));
