import { swingingCloth } from '../cloth';
import { exponent } from '../growth';
import { type Cost, costs, momentsOf } from '../moments';
import type { Bar, Curve, Suite } from '../report';

/** 2ᵏ + 1 can be halved evenly; 100 and 512, the largest size, cannot. */
const SIZES = [33, 65, 100, 129, 257, 512];

/** The candidates, each up to a size at which a step takes seconds. */
const CANDIDATES = {
  'js, block Jacobi': { kernel: 'js', preconditioner: 'block-jacobi', most: 129 },
  'js, multigrid': { kernel: 'js', preconditioner: 'multigrid', most: 257 },
  'simd, block Jacobi': { kernel: 'simd', preconditioner: 'block-jacobi', most: 257 },
  'simd, multigrid': { kernel: 'simd', preconditioner: 'multigrid', most: 512 },
} as const;
type Name = keyof typeof CANDIDATES;
const NAMES = Object.keys(CANDIDATES) as Name[];

/** Bar and aim of a ratio at a size. */
type Promised = [n: number, bar: number, aim?: number][];
const RATIOS: { slow: Name; fast: Name; at: Promised }[] = [
  {
    slow: 'simd, block Jacobi',
    fast: 'simd, multigrid',
    at: [
      [65, 3.5, 5],
      [129, 5, 8],
    ],
  },
  {
    slow: 'js, block Jacobi',
    fast: 'js, multigrid',
    at: [
      [33, 2, 3],
      [65, 3, 4.5],
      [129, 4, 6],
    ],
  },
  {
    slow: 'js, multigrid',
    fast: 'simd, multigrid',
    at: [
      [65, 5, 8],
      [129, 5, 8],
    ],
  },
];

/** Implicit Euler to a residual of 1e-3, from the same moments of a swing. */
export const implicit: Suite = {
  id: 'implicit',
  about: 'implicit Euler: block Jacobi and multigrid, JavaScript and SIMD, over n',
  run(report) {
    const measured = SIZES.map((n) => ({ n, cost: measure(n) }));
    const rows = measured.map(({ n, cost }) =>
      Object.fromEntries([
        ['cloth', `${n}×${n}`],
        ...NAMES.filter((name) => cost[name]).map((name) => [name, said(cost[name])]),
      ]),
    );
    const curves = NAMES.map((name) => {
      const { kernel, preconditioner } = CANDIDATES[name];
      const method: Curve['method'] = preconditioner === 'multigrid' ? 'multigrid' : 'block Jacobi';
      const points = measured.flatMap(({ n, cost }) => (cost[name] ? [{ n, ms: cost[name].ms }] : []));
      return { method, kernel, points };
    });
    const exponents = NAMES.map((name, i) => [name, exponent(curves[i].points)]);
    report.curves.push(...curves);
    report.tables.push({
      title: 'Implicit Euler over n, k = 1000 N/m, dt = 1/60 s, residual 1e-3: ms per step (iterations)',
      brief: true,
      about: 'Means over steps from three moments of a swing, each step with the shortest time of interleaved rounds.',
      rows: [...rows, Object.fromEntries([['cloth', 'p in nᵖ'], ...exponents])],
    });
    report.bars.push(
      ...RATIOS.flatMap(({ slow, fast, at }) => at.map((promised) => ratio(slow, fast, promised, measured))),
    );
  },
};

function measure(n: number): Partial<Record<Name, Cost>> {
  const names = NAMES.filter((name) => n <= CANDIDATES[name].most);
  const simulations = Object.fromEntries(
    names.map((name) => {
      const { kernel, preconditioner } = CANDIDATES[name];
      return [name, swingingCloth(n, { kernel, preconditioner }, { cgTolerance: 1e-3 })];
    }),
  );
  return costs(simulations, momentsOf(n), n > 200 ? 2 : n > 65 ? 3 : 5);
}

const said = (cost: Cost | undefined) =>
  cost ? `${cost.ms >= 100 ? cost.ms.toFixed(0) : cost.ms.toPrecision(3)} (${cost.iterations.toPrecision(3)})` : '–';

function ratio(
  slow: Name,
  fast: Name,
  [n, bar, aim]: Promised[number],
  measured: { n: number; cost: Partial<Record<Name, Cost>> }[],
): Bar {
  const cost = measured.find((one) => one.n === n)?.cost;
  const value = (cost?.[slow]?.ms ?? Number.NaN) / (cost?.[fast]?.ms ?? Number.NaN);
  return { name: `implicit ${n}²: ${slow} / ${fast}`, value, direction: 'at least', bar, aim };
}
