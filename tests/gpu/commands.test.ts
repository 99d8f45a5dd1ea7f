// @module-tag long
import { expect, test } from 'vitest';
import type { Command, PlaneInFile, Vec3 } from '../../src/physics';
import { randomNet } from '../fixtures/net';
import { randomNumbers } from '../fixtures/random';
import { describeGpu } from '../setup/gpu-browser';

const scene = randomNet(41, { rows: 8, columns: 9, stiffness: 100, damping: 0.02, bending: 1e-5 });
const PARTICLES = 72;
/** Of a net that is whole but for the springs that lead out of it. */
const SPRINGS = 350;

/** One random command of each kind. Parameters keep explicit methods within their limits. */
const KINDS: readonly ((random: () => number) => Command)[] = [
  set('dt', 1e-4, 5e-4),
  set('stiffness', 20, 200),
  set('shear', 0, 1),
  set('bend', 0, 0.5),
  set('damping', 0, 0.05),
  set('gravity', 0, 20),
  set('drag', 0, 0.02),
  set('decay', 0, 3),
  set('airDrag', 0, 2),
  set('bending', 0, 1e-4),
  set('bendingDamping', 0, 5e-7),
  set('grabStiffness', 10, 200),
  (random) => ({ type: 'set', key: 'hardHold', value: Math.round(random()) }),
  (random) => ({ type: 'set', key: 'bendSprings', value: Math.round(random()) }),
  (random) => ({ type: 'pin', particle: whole(random, PARTICLES), pinned: random() < 0.4 }),
  (random) => ({ type: 'grab', particle: whole(random, PARTICLES), target: near(random), hand: whole(random, 2) }),
  (random) => ({ type: 'move', target: near(random), hand: whole(random, 2) }),
  (random) => ({ type: 'release', hand: whole(random, 2) }),
  (random) => ({ type: 'cut', spring: whole(random, SPRINGS) }),
  (random) => ({ type: 'mend', spring: whole(random, SPRINGS) }),
  (random) => ({ type: 'push', force: [spread(random, 0.05), spread(random, 0.05), spread(random, 0.05)] }),
  (random) => ({ type: 'integrator', id: METHODS[whole(random, METHODS.length)] }),
  (random) => ({ type: 'particle', particle: whole(random, PARTICLES), mass: 0.01 + 0.02 * random() }),
  (random) => ({
    type: 'forces',
    forces: [
      { type: 'wind', velocity: near(random), gust: 2 * random(), gustPeriod: 0.02 },
      { type: 'push', force: [0, spread(random, 0.1), 0], particles: [1, 2, whole(random, PARTICLES)] },
    ].slice(whole(random, 3)),
  }),
  (random) => {
    const floor: PlaneInFile = { point: [0, -0.3 * random(), 0], normal: [spread(random, 0.2), 1, 0] };
    return { type: 'planes', planes: random() < 0.5 ? [floor] : [] };
  },
  (random) => ({ type: 'motion', motion: [{ particles: [0, 8], velocity: near(random) }].slice(whole(random, 2)) }),
  () => ({ type: 'reset' }),
];
/** The explicit ones more often: another one is computed on the CPU. */
const METHODS = [...Array(4).fill('symplectic-euler'), 'velocity-verlet', 'velocity-verlet', 'implicit-euler-newton'];
/** Each combination of forces is a kernel that has to be compiled, which takes long in software. */
const COMMANDS = 1000;

function set(key: string, least: number, most: number) {
  return (random: () => number): Command => ({ type: 'set', key, value: least + (most - least) * random() });
}

function whole(random: () => number, count: number): number {
  return Math.floor(count * random());
}

function spread(random: () => number, size: number): number {
  return size * (2 * random() - 1);
}

/** A point of the net, or a velocity of such a size. */
function near(random: () => number): Vec3 {
  return [0.8 * random(), 0.3 + 0.7 * random(), spread(random, 0.2)];
}

const PUSH: Command = { type: 'push', force: [0, 0, 0.02] };

describeGpu('random commands', (call) => {
  test('are followed by the steps that the CPU makes', async () => {
    const random = randomNumbers(43);
    const commands = Array.from({ length: COMMANDS }, () => {
      return [KINDS[whole(random, KINDS.length)](random), whole(random, 8)] as const;
    });
    const setup = { scene, integrator: 'symplectic-euler', params: { dt: 3e-4 } };
    const { worst, onGpu, refused } = await call('follow', setup, commands);
    // Some steps in single precision, in another order; an impact may come a step later.
    expect(worst.position, worst.positionAfter).toBeLessThan(5e-5);
    expect(onGpu).toBeGreaterThan(0.5 * commands.length);
    expect(refused).toBeLessThan(0.1 * commands.length);
  });

  test('are repeated to the same bits after a rewind', async () => {
    const random = randomNumbers(45);
    const commands = Array.from({ length: 100 }, () => {
      const command = KINDS[whole(random, KINDS.length)](random);
      // Another method, and a reset, which begins another recording, are left out.
      const isKept = command.type !== 'integrator' && command.type !== 'reset';
      return [isKept ? command : PUSH, 1 + whole(random, 40)] as const;
    });
    const setup = { scene, integrator: 'symplectic-euler', params: { dt: 3e-4 } };
    const { made, again, ...rest } = await call('rewind', setup, commands);
    expect(rest).toEqual({ blowUp: null, reason: null });
    expect(again).toEqual(made);
  });

  test('are repeated to the same bits by implicit Euler', async () => {
    const floor: PlaneInFile = { point: [0, 0.1, 0], normal: [0.2, 1, 0], friction: 0.2 };
    const commands: [Command, number][] = [
      [{ type: 'planes', planes: [floor] }, 9],
      [PUSH, 7],
      [{ type: 'push', force: [0, 0, 0] }, 8],
      [{ type: 'pin', particle: 3, pinned: true }, 5],
      [PUSH, 2],
    ];
    const setup = { scene, integrator: 'implicit-euler', params: { dt: 2e-3 } };
    const { made, again, ...rest } = await call('rewind', setup, commands);
    expect(rest).toEqual({ blowUp: null, reason: null });
    expect(again).toEqual(made);
  });
});
