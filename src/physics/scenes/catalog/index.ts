export { bounce, freeFall, slope } from './balls';
export { orbit, threeBodies, twoBodies } from './bodies';
export { cloth } from './cloth';
export { benderCloth, taichiGrid } from './demonstrations';
export { clothOnSphere, clothOverBust, tablecloth, tablePulledAway, turningBall } from './draped-cloths';
export { dressABody } from './dress-a-body';
export { denimDrape, paperSheet } from './fabrics';
export { catenary, chain, dampedOscillator, threeSprings } from './few-springs';
export { curtain, twistedCloth } from './held-cloths';
export { flag, silkScarf } from './in-wind';
export { jellyCube, trampoline } from './lattices';
export { membraneStrip } from './membrane-strip';
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
