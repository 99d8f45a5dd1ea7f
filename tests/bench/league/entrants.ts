/** Who takes part in the league of the benchmark: Hooke's methods and other engines, each with several settings. */
import { type Simulation, stabilityLimit } from '../../../src/physics';
import { swingingCloth } from '../cloth';
import { type Cloth, FRAME, type Net, netOf } from '../peers/net';

/** A cloth of n × n particles with springs of k, N/m. */
export interface Case {
  n: number;
  k: number;
}

export interface Entrant {
  engine: string;
  settings: string;
  open(): Promise<Cloth>;
}

type Settings = Record<string, number>;

/** Steps per frame and the parameters of a method. */
interface Effort {
  steps: number;
  params?: Settings;
  /** True: on cloths of more than 33² too. There the others take minutes, and at 33² none of them came close at a low cost. */
  large?: true;
}

/** By method, the cheapest first. */
const METHODS: Record<string, readonly Effort[]> = {
  'implicit-euler': [1, 2, 4, 8].map((steps) => ({ steps, large: true })),
  'tr-bdf2': [{ steps: 1, large: true }, { steps: 2 }, { steps: 4 }],
  xpbd: [
    ...[20, 100].map((iterations) => ({ steps: 1, params: { iterations } })),
    { steps: 1, params: { substeps: 10, iterations: 1 } },
    ...[30, 100, 300].map((substeps): Effort => ({ steps: 1, params: { substeps, iterations: 1 }, large: true })),
  ],
  'projective-dynamics': iterated(),
  'vertex-block-descent': iterated(),
};

function iterated(): Effort[] {
  return [
    ...[1, 4].flatMap((steps) => [5, 100].map((iterations) => ({ steps, params: { iterations } }))),
    { steps: 1, params: { iterations: 20 } },
    { steps: 4, params: { iterations: 20 }, large: true },
    { steps: 4, params: { iterations: 20, acceleration: 0.9 }, large: true },
    { steps: 4, params: { iterations: 100, acceleration: 0.9 } },
  ];
}

/** The largest cloth on which every setting runs. */
const SMALL = 33;

/** The cloth, flat and level at the start, that one engine is to move. */
export function clothBy({ n, k }: Case, integrator: string, steps: number, params: Settings = {}): Simulation {
  const simulation = swingingCloth(n, {}, { stiffness: k, dt: FRAME / steps, stopOnBlowUp: 0, ...params });
  simulation.apply({ type: 'integrator', id: integrator });
  return simulation;
}

/** @throws Error at a blow-up */
export function clothOf(simulation: Simulation, steps: number): Cloth {
  return {
    advance() {
      if (!simulation.step(steps).ok) throw new Error('blew up');
    },
    position: (i) => simulation.particle(i).position,
  };
}

export function entrants(which: Case): Entrant[] {
  const net = netOf(clothBy(which, 'implicit-euler', 1));
  return [...ownMethods(which), ...guests(net, which)];
}

function ownMethods(which: Case): Entrant[] {
  const explicit = explicitSteps(which);
  const all: typeof METHODS = { 'symplectic-euler': [{ steps: explicit, large: true }], ...METHODS };
  return Object.entries(all).flatMap(([id, settings]) =>
    settings
      .filter(({ large }) => large || which.n <= SMALL)
      .map(({ steps, params = {} }): Entrant => {
        const shown = Object.entries(params).map(([key, value]) => `${value} ${key}`);
        return {
          engine: `Hooke, ${id}`,
          settings: [`${steps} ${steps === 1 ? 'step' : 'steps'}`, ...shown].join(', '),
          open: async () => clothOf(clothBy(which, id, steps, params), steps),
        };
      }),
  );
}

/** Steps per frame that keep dt below the limit, with a margin for stretched springs. */
function explicitSteps(which: Case): number {
  return Math.ceil(FRAME / (0.8 * stabilityLimit(clothBy(which, 'symplectic-euler', 1)).dt));
}

function guests(net: Net, { n }: Case): Entrant[] {
  const jolt = (n <= SMALL ? [10, 30, 100, 300] : [10, 30, 100]).map((substeps) => ({
    engine: 'jolt-physics',
    settings: `XPBD, ${substeps} substeps`,
    open: async () => (await import('../peers/jolt')).joltCloth(net, substeps, false),
  }));
  const ammo = (n <= SMALL ? [5, 20, 80] : [20]).map((substeps) => ({
    engine: 'ammo.js',
    settings: `position-based links, ${substeps} substeps of 10 passes`,
    open: async () => (await import('../peers/ammo')).ammoCloth(net, substeps),
  }));
  const cannon = [10, 40].map((passes) => ({
    engine: 'cannon-es',
    settings: `distance constraints, ${passes} passes`,
    open: async () => (await import('../peers/cannon')).cannonCloth(net, passes),
  }));
  return [...jolt, ...ammo, ...(n <= SMALL ? cannon : [])];
}
