import { createArena } from '../../model/arena';
import type { Kernel, KernelDefinition } from '../kernel';
import { bendingLoops } from './bending-loops';
import { createCurvatureLoops } from './curvature-loops';
import { createGridLevels } from './multigrid';
import { solverLoops } from './solver-loops';
import { springLoops } from './spring-loops';
import { stateLoops } from './state-loops';
import { createSurfaceLoops } from './surface-loops';
import { triangleLoops } from './triangle-loops';

/** The JavaScript loops: the reference for the tests of other kernels. */
export const javascriptKernel: Kernel = {
  id: 'js',
  ...springLoops,
  ...triangleLoops,
  ...bendingLoops,
  ...stateLoops,
  ...solverLoops,
  createSurfaceLoops,
  createCurvatureLoops,
  createGridLevels,
};

/** Runs everywhere, on arrays in any memory. */
export const javascript: KernelDefinition = {
  id: 'js',
  label: 'JavaScript',
  summary: 'JavaScript loops in either precision: the readable reference for testing the fast kernel.',
  unsupportedReason: () => null,
  open: (precision) => ({ kernel: javascriptKernel, arena: createArena(precision) }),
};
