import { type Simulation, stabilityLimit } from '../../../src/physics';
import { advance, swingingCloth } from '../cloth';
import { mean } from '../moments';
import { type Cloth, FRAME, largestStretch, type Net, netOf } from '../peers/net';
import type { Report, Suite } from '../report';
import { interleave } from '../timing';

/** Particles along an edge: the default cloth of the page. */
const N = 32;
/** Frames of swinging ahead of the second in which the stretch is taken: the mean of the largest one in each frame. */
const SWING = 60;
const SECOND = 60;
/** Frames in a round of timing, and rounds. */
const TIMED = 6;
const ROUNDS = 4;
/** m; by which a free corner must have fallen after the swing. */
const FALL = 0.1;
/** What counts as equal: an engine may stretch this much more than Hooke. */
const EQUAL = 1.05;

interface Peer {
  name: string;
  /** What it solves, and how. */
  solves(effort: number): string;
  /** The package is loaded when it is first asked for. */
  open(net: Net, effort: number): Promise<Cloth>;
  /** Steps or passes, ascending: the first that stretches no more than Hooke's is timed, or else the last. */
  efforts: number[];
}

const PEERS: Peer[] = [
  {
    name: 'jolt-physics',
    solves: (effort) => `XPBD with compliance 1/k, ${effort} substeps a frame`,
    open: async (net, effort) => (await import('../peers/jolt')).joltCloth(net, effort, false),
    efforts: [100, 140, 200, 280, 400],
  },
  {
    name: 'jolt-physics, attached',
    solves: (effort) =>
      `the same, every particle kept near a pin by a long-range attachment, ${effort} substeps a frame`,
    open: async (net, effort) => (await import('../peers/jolt')).joltCloth(net, effort, true),
    efforts: [10, 14, 20, 28, 40],
  },
  {
    name: 'ammo.js (ammojs-typed)',
    solves: (effort) => `position-based links without N/m, ${effort} substeps a frame of 10 passes`,
    open: async (net, effort) => (await import('../peers/ammo')).ammoCloth(net, effort),
    efforts: [8, 11, 15, 20, 28, 40],
  },
  {
    name: 'cannon-es, constraints',
    solves: (effort) => `stiff distance constraints without N/m, ${effort} Gauss–Seidel passes a frame`,
    open: async (net, effort) => (await import('../peers/cannon')).cannonCloth(net, effort),
    efforts: [40],
  },
];

/** The same cloth, with the same springs, in other engines, at equal largest stretch. */
export const peers: Suite = {
  id: 'peers',
  about: 'side by side with cannon-es, jolt-physics and ammo.js at equal largest stretch',
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
      { engine: 'Hooke, implicit', solves: 'implicit Euler, 1 step a frame', ...implicit },
      {
        engine: 'Hooke, explicit',
        solves: `symplectic Euler, ${steps} steps a frame`,
        ...symplectic,
      },
      ...found,
      {
        engine: 'cannon-es, springs',
        solves: `the same springs by symplectic Euler, ${steps} steps a frame`,
        ...measure(net, cannonSprings(net, steps)),
      },
    ];
    const time = interleave(
      ROUNDS,
      Object.fromEntries(rows.map(({ engine, cloth }) => [engine, () => repeat(TIMED, () => cloth.advance())])),
    );
    const perSecond = (engine: string) => (time[engine] * SECOND) / TIMED;
    const best = Math.min(perSecond('Hooke, implicit'), perSecond('Hooke, explicit'));
    report.tables.push({
      title: `Cloth ${N}×${N}, ${net.restLengths.length} springs, k = 1000 N/m, side by side: ms per simulated second`,
      brief: true,
      about: `Each engine gets as much effort as it takes to stretch no more than Hooke at its most (${percent(ours)} of the structural springs' length, the mean of the largest stretch over the second second of a swing; ${EQUAL} of that counts as equal). One that stretches more would need more yet: its time is the least that can be said. None of them looks for contacts. Hooke's figures are of the kernel and preconditioner that it takes by itself; the last column is against the faster of its two methods.`,
      rows: rows.map(({ engine, solves, stretch }) => ({
        engine,
        'what it solves': solves,
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

/** @throws Error for a cloth that doesn't fall: an engine that does nothing is fast */
function measure(net: Net, cloth: Cloth): Measured {
  const free = N * N - 1;
  repeat(SWING, () => cloth.advance());
  if (!(cloth.position(free)[1] < net.positions[4 * free + 1] - FALL)) throw new Error('the cloth has not fallen');
  const stretch = mean(
    Array.from({ length: SECOND }, () => {
      cloth.advance();
      return largestStretch(net, cloth);
    }),
  );
  return { cloth, stretch };
}

/** The first effort that does, or the last there is. */
async function bestOf(peer: Peer, net: Net, enough: number): Promise<Measured & { solves: string }> {
  let found: (Measured & { solves: string }) | null = null;
  for (const effort of peer.efforts) {
    found = { solves: peer.solves(effort), ...measure(net, await peer.open(net, effort)) };
    if (found.stretch <= EQUAL * enough) break;
  }
  if (!found) throw new Error(`${peer.name} has no efforts`);
  return found;
}

/** Steps a frame that keep dt below the limit throughout the swing, with room for stretch. */
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
