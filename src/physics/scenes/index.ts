export { benderCloth } from './bender-cloth';
export { chain } from './chain';
export { cloth } from './cloth';
export { clothFloating } from './cloth-floating';
export { clothFourCorners } from './cloth-four-corners';
export { clothTopEdge } from './cloth-top-edge';
export { taichiGrid } from './taichi-grid';
export { twoBodies } from './two-bodies';
