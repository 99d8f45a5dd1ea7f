import { type Simulation, stabilityLimit } from '../../../src/physics';
import { advance, swingingCloth } from '../cloth';
import { mean } from '../moments';
import { type Cloth, FRAME, largestStretch, type Net, netOf } from '../peers/net';
import type { Report, Suite } from '../report';
import { interleave } from '../timing';

/** Particles along an edge: the default cloth of the page. */
const N = 32;
/** Frames before the stretch is measured. */
const WARM_UP = 60;
/** Frames over which the largest stretch of each frame is averaged. */
const MEASURED = 60;
/** Frames per round of timing, and rounds. */
const FRAMES_PER_ROUND = 6;
const ROUNDS = 4;
/** m; smallest fall of a free corner after the swing. */
const MIN_FALL = 0.1;
/** Ratio of stretches that counts as equal. */
const EQUAL_RATIO = 1.05;

interface Peer {
  name: string;
  /** Model and method. */
  solves(effort: number): string;
  /** Loads the package at first use. */
  open(net: Net, effort: number): Promise<Cloth>;
  /** Steps or passes per frame, ascending. The first one with at most Hooke's stretch is timed, or else the last. */
  efforts: number[];
}

const PEERS: Peer[] = [
  {
    name: 'jolt-physics',
    solves: (effort) => `XPBD with compliance 1/k, ${effort} substeps per frame`,
    open: async (net, effort) => (await import('../peers/jolt')).joltCloth(net, effort, false),
    efforts: [100, 140, 200, 280, 400],
  },
  {
    name: 'jolt-physics, attached',
    solves: (effort) =>
      `the same, with a long-range attachment of every particle to a pin, ${effort} substeps per frame`,
    open: async (net, effort) => (await import('../peers/jolt')).joltCloth(net, effort, true),
    efforts: [10, 14, 20, 28, 40],
  },
  {
    name: 'ammo.js (ammojs-typed)',
    solves: (effort) => `position-based links without N/m, ${effort} substeps per frame of 10 passes`,
    open: async (net, effort) => (await import('../peers/ammo')).ammoCloth(net, effort),
    efforts: [8, 11, 15, 20, 28, 40],
  },
  {
    name: 'cannon-es, constraints',
    solves: (effort) => `stiff distance constraints without N/m, ${effort} Gauss–Seidel passes per frame`,
    open: async (net, effort) => (await import('../peers/cannon')).cannonCloth(net, effort),
    efforts: [40],
  },
];

/** The same cloth with the same springs in other engines, at equal largest stretch. */
export const peers: Suite = {
  id: 'peers',
  about: 'cannon-es, jolt-physics and ammo.js at equal largest stretch',
  async run(report) {
    const { cannonSprings } = await import('../peers/cannon');
    const net = netOf(swingingCloth(N));
    const steps = explicitSteps();
    const implicit = measure(net, hooke(swingingCloth(N), 1));
    const symplectic = measure(net, explicit(steps));
    const ours = Math.max(implicit.stretch, symplectic.stretch);
    const found = [];
    for (const peer of PEERS) found.push({ engine: peer.name, ...(await bestOf(peer, net, ours)) });
    const rows = [
      { engine: 'Hooke, implicit', solves: 'implicit Euler, 1 step per frame', ...implicit },
      {
        engine: 'Hooke, explicit',
        solves: `symplectic Euler, ${steps} steps per frame`,
        ...symplectic,
      },
      ...found,
      {
        engine: 'cannon-es, springs',
        solves: `the same springs by symplectic Euler, ${steps} steps per frame`,
        ...measure(net, cannonSprings(net, steps)),
      },
    ];
    const time = interleave(
      ROUNDS,
      Object.fromEntries(
        rows.map(({ engine, cloth }) => [engine, () => repeat(FRAMES_PER_ROUND, () => cloth.advance())]),
      ),
    );
    const perSecond = (engine: string) => (time[engine] * MEASURED) / FRAMES_PER_ROUND;
    const best = Math.min(perSecond('Hooke, implicit'), perSecond('Hooke, explicit'));
    report.tables.push({
      title: `Cloth ${N}×${N}, ${net.restLengths.length} springs, k = 1000 N/m, side by side: ms per simulated second`,
      brief: true,
      about: `Each engine takes as many steps or passes as it needs to stretch no more than Hooke (${percent(ours)} of the structural springs' length, the mean of the largest stretch over the second second of a swing; ${EQUAL_RATIO} times that counts as equal). For an engine that stretches more, the time is a lower bound. No engine searches for contacts. Hooke runs with its default kernel and preconditioner; the last column refers to the faster of its two integrators.`,
      rows: rows.map(({ engine, solves, stretch }) => ({
        engine,
        'model and method': solves,
        'largest stretch': percent(stretch),
        'ms per simulated second': perSecond(engine),
        'times Hooke': perSecond(engine) / best,
      })),
    });
    promise(
      report,
      rows.map(({ engine }) => engine).filter((engine) => !engine.startsWith('Hooke')),
      (engine) => perSecond(engine) / best,
    );
  },
};

function promise(report: Report, engines: string[], ratio: (engine: string) => number): void {
  for (const engine of engines) {
    report.bars.push({ name: `${engine} / Hooke, ${N}²`, value: ratio(engine), direction: 'at least', bar: 1 });
  }
}

interface Measured {
  cloth: Cloth;
  stretch: number;
}

/** @throws Error for a cloth that doesn't fall: then the engine does nothing */
function measure(net: Net, cloth: Cloth): Measured {
  const free = N * N - 1;
  repeat(WARM_UP, () => cloth.advance());
  if (!(cloth.position(free)[1] < net.positions[4 * free + 1] - MIN_FALL)) throw new Error('the cloth has not fallen');
  const stretch = mean(
    Array.from({ length: MEASURED }, () => {
      cloth.advance();
      return largestStretch(net, cloth);
    }),
  );
  return { cloth, stretch };
}

/** The first sufficient effort, or the last one. */
async function bestOf(peer: Peer, net: Net, enough: number): Promise<Measured & { solves: string }> {
  let found: (Measured & { solves: string }) | null = null;
  for (const effort of peer.efforts) {
    found = { solves: peer.solves(effort), ...measure(net, await peer.open(net, effort)) };
    if (found.stretch <= EQUAL_RATIO * enough) break;
  }
  if (!found) throw new Error(`${peer.name} has no efforts`);
  return found;
}

/** Steps per frame that keep dt below the limit throughout the swing, with a margin for stretched springs. */
function explicitSteps(): number {
  return Math.ceil(FRAME / (0.8 * stabilityLimit(explicitSimulation(FRAME)).dt));
}

function explicitSimulation(dt: number): Simulation {
  const simulation = swingingCloth(N, {}, { dt });
  simulation.apply({ type: 'integrator', id: 'symplectic-euler' });
  return simulation;
}

const explicit = (steps: number) => hooke(explicitSimulation(FRAME / steps), steps);

function hooke(simulation: Simulation, steps: number): Cloth {
  return {
    advance: () => advance(simulation, steps),
    position: (i) => simulation.particle(i).position,
  };
}

function repeat(times: number, run: () => void): void {
  for (let i = 0; i < times; i++) run();
}

const percent = (part: number) => `${part < 1 ? (100 * part).toPrecision(2) : Math.round(100 * part)} %`;
