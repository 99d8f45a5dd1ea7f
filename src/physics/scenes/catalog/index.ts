export { benderCloth } from './bender-cloth';
export { bounce } from './bounce';
export { catenary, chain } from './chains';
export { cloth } from './cloth';
export { curtain } from './curtain';
export { dampedOscillator } from './damped-oscillator';
export { denimDrape } from './denim-drape';
export { clothOnSphere, clothOverBust, tablecloth, tablePulledAway, turningBall } from './draped-cloths';
export { dressABody } from './dress-a-body';
export { flag } from './flag';
export { freeFall } from './free-fall';
export { jellyCube } from './jelly-cube';
export { membraneStrip } from './membrane-strip';
export { orbit } from './orbit';
export { paperSheet } from './paper-sheet';
export { ropeBridge } from './rope-bridge';
export { shirt } from './shirt';
export { silkScarf } from './silk-scarf';
export { slope } from './slope';
export {
  clothFalling,
  clothFlat,
  clothFloating,
  clothFourCorners,
  clothTopEdge,
  membraneCloth,
} from './square-cloths';
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
export { twistedCloth } from './twisted-cloth';
export { twoBodies } from './two-bodies';
