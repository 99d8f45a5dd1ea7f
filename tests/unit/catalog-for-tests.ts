import { CORE_PARAMS } from '../../src/physics/params';
import type { Catalog } from '../../src/runtime/protocol';

const params = Object.fromEntries(Object.entries(CORE_PARAMS).map(([key, spec]) => [key, spec.default]));

const integrator = (id: string) => ({ id, label: id, order: 1, summary: '', implicit: false, newton: false });
const named = (id: string) => ({ id, label: id, summary: '' });
const scene = (id: string, pinned: number[], own: Record<string, number> = {}) => ({
  id,
  label: id,
  group: 'Cloth',
  summary: '',
  grid: true,
  defaults: { integrator: 'symplectic-euler', params: { ...params, ...own }, pinned },
});

/** A catalog as the page's tables see it, with no engine behind it. */
export const catalog: Catalog = {
  fields: [],
  params: CORE_PARAMS,
  integrators: [
    integrator('symplectic-euler'),
    integrator('rk4'),
    { ...integrator('trapezoidal'), order: 2, implicit: true, newton: true },
    { ...integrator('implicit-euler'), implicit: true },
  ],
  preconditioners: ['none', 'block-jacobi', 'multigrid'].map(named),
  kernels: ['js', 'simd'].map(named),
  scenes: [scene('cloth', [0, 31]), scene('chain', [0], { dt: 1e-3, drag: 1e-4 })],
};
