export { benderCloth } from './bender-cloth';
export { bounce } from './bounce';
export { catenary } from './catenary';
export { chain } from './chain';
export { cloth } from './cloth';
export { clothFalling } from './cloth-falling';
export { clothFlat } from './cloth-flat';
export { clothFloating } from './cloth-floating';
export { clothFourCorners } from './cloth-four-corners';
export { clothOnSphere } from './cloth-on-sphere';
export { clothOverBust } from './cloth-over-bust';
export { clothTopEdge } from './cloth-top-edge';
export { curtain } from './curtain';
export { dampedOscillator } from './damped-oscillator';
export { denimDrape } from './denim-drape';
export { dressABody } from './dress-a-body';
export { flag } from './flag';
export { freeFall } from './free-fall';
export { jellyCube } from './jelly-cube';
export { membraneCloth } from './membrane-cloth';
export { membraneStrip } from './membrane-strip';
export { orbit } from './orbit';
export { paperSheet } from './paper-sheet';
export { ropeBridge } from './rope-bridge';
export { shirt } from './shirt';
export { silkScarf } from './silk-scarf';
export { slope } from './slope';
export { tablePulledAway } from './table-pulled-away';
export { tablecloth } from './tablecloth';
export { taichiGrid } from './taichi-grid';
export { threeBodies } from './three-bodies';
export { threeSprings } from './three-springs';
export {
  bodyBraced,
  bodyPlain,
  squareBend,
  squareBraced,
  squareDiagonal,
  squarePlain,
  squareTwoDiagonals,
} from './topology';
export { trampoline } from './trampoline';
export { turningBall } from './turning-ball';
export { twistedCloth } from './twisted-cloth';
export { twoBodies } from './two-bodies';
