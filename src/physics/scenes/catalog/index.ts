export { bounce, slope } from './balls';
export { orbit, threeBodies, twoBodies } from './bodies';
export { cloth } from './cloth';
export { curtain } from './curtain';
export { benderCloth, taichiGrid } from './demonstrations';
export { denimDrape } from './denim-drape';
export { clothOnSphere, clothOverBust, tablecloth, tablePulledAway, turningBall } from './draped-cloths';
export { dressABody } from './dress-a-body';
export { catenary, chain, dampedOscillator, threeSprings } from './few-springs';
export { freeFall } from './free-fall';
export { flag, silkScarf } from './in-wind';
export { jellyCube } from './jelly-cube';
export { membraneStrip } from './membrane-strip';
export { paperSheet } from './paper-sheet';
export { ropeBridge } from './rope-bridge';
export { shirt } from './shirt';
export { clothFalling, clothFlat, clothFloating, clothFourCorners, clothTopEdge, membraneCloth } from './square-cloths';
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
