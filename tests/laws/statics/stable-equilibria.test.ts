// @module-tag divided
// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, MATERIALS, type SceneFile, type Vec3 } from '../../../src/physics';
import { elastica } from '../../../src/physics/analysis/validation/elastica';
import { netStrip } from '../../../src/physics/analysis/validation/specimen';
import { createClamped, createStrip, tipOf } from '../../../src/physics/analysis/validation/strip';
import { findEquilibrium } from '../../../src/physics/statics/equilibrium/equilibrium';
import { randomNumbers } from '../../fixtures/random';
import { everyNth, LONG } from '../../fixtures/run-length';
import { randomStrip, stripOfRandomDiagonals } from '../../fixtures/strip-meshes';

const strips = (['net', 'triangles'] as const).flatMap((mesh) =>
  [16, 30, 60].flatMap((cells) => [1, 10, 100].map((load) => ({ mesh, cells, load }))),
);

describe('a strip that starts level is found stable, in at most 60 Newton steps, with the tip of the elastica', () => {
  for (const { mesh, cells, load } of everyNth(6, strips, 1)) {
    test(`${cells} cells of a ${mesh}, Γ = ${load}`, () => {
      const strip = createClamped({ cells, mesh }, load);
      const found = findEquilibrium(strip.world, strip.state);
      expect(found).toMatchObject({ ok: true, unstable: 0 });
      expect(found.iterations).toBeLessThanOrEqual(60);
      const [tip, exact] = [tipOf(strip), elastica({ weight: load })];
      expect(Math.abs(tip.reach - exact.reach)).toBeLessThan(0.03);
      expect(Math.abs(tip.droop - exact.droop)).toBeLessThan(0.03);
    });
  }
});

const meshes = {
  'random triangles': (length: number, breadth: number, side: number, seed: number) =>
    randomStrip(length, breadth, side, seed, [0, 1, 2]),
  'random diagonals': stripOfRandomDiagonals,
  'right diagonals': (length: number, breadth: number, side: number) =>
    netStrip(Math.round(length / side), Math.round(breadth / side), side, 'right'),
};
const irregular = (Object.keys(meshes) as (keyof typeof meshes)[]).flatMap((mesh) =>
  [16, 30, 60].flatMap((cells) => [1, 10, 100].map((load) => ({ mesh, cells, load }))),
);

describe('a strip of triangles over a row of pins is found stable, in at most 60 Newton steps, with the tips of the elastica', () => {
  // Two strips of 1 m on both sides of the pins.
  for (const [place, { mesh, cells, load }] of irregular.entries()) {
    test.runIf(LONG || place === 1)(`${mesh}, ${cells} cells, Γ = ${load}`, { tags: ['sampled'] }, () => {
      const side = 1 / cells;
      const strip = createStrip({
        mesh: meshes[mesh](2, 2 * side, side, 1 + place),
        isPinned: (x) => Math.abs(x - 1) < 1e-9,
        load,
      });
      const found = findEquilibrium(strip.world, strip.state);
      expect(found).toMatchObject({ ok: true, unstable: 0 });
      expect(found.iterations).toBeLessThanOrEqual(60);
      const exact = elastica({ weight: load });
      const most = load < 100 ? 0.005 : 0.015;
      for (const x of [0, 2]) {
        const tip = strip.meanAt(x);
        expect(Math.abs(Math.abs(tip[0] - 1) - exact.reach)).toBeLessThan(most);
        expect(Math.abs(-tip[1] - exact.droop)).toBeLessThan(most);
      }
    });
  }
});

describe('a strip with a couple at its end is found with κ = M/D', () => {
  const [D, side, cells, across] = [3e-3, 5e-3, 25, 4];
  const breadth = across * side;

  // The forces of the couple keep their direction: M = F a cos θ, which ends below ½π.
  const couples: [number, number][] = [
    [10, 0.7],
    [160, 1.45],
    [30, 1.1],
    [300, 1.5],
  ];
  test.each(everyNth(3, couples, 1))(
    'where the couple is %i D/m on the level strip, and the end has an angle above %f rad',
    (level, angle) => {
      const simulation = createSimulation({ scene: stripWithCouple(level * D * breadth), precision: 'double' });
      const found = simulation.findEquilibrium();
      expect(found).toMatchObject({ ok: true, unstable: 0 });
      expect(found.iterations).toBeLessThanOrEqual(60);
      const { positions: x } = simulation.state;
      const angleOf = (i: number) => Math.atan2(x[4 * i + 5] - x[4 * i + 1], x[4 * i + 4] - x[4 * i]);
      const middle = (across / 2) * (cells + 1);
      expect(Math.abs(angleOf(middle + cells - 1))).toBeGreaterThan(angle);
      // Between the clamp, whose last row is the second, and the couple.
      const curvature = (angleOf(middle + cells - 3) - angleOf(middle + 1)) / (side * (cells - 4));
      const arm = Math.cos(angleOf(middle + cells - 1));
      expect(Math.abs(curvature) / (level * arm)).toBeGreaterThan(0.97);
      expect(Math.abs(curvature) / (level * arm)).toBeLessThan(1.03);
    },
  );

  /** A strip whose first two rows are pinned; forces on its last two make a couple of M N·m while it is level. */
  function stripWithCouple(M: number): SceneFile {
    const row = cells + 1;
    const all = Array.from({ length: (across + 1) * row }, (_, k) => [k % row, Math.floor(k / row)] as const);
    const squares = all.flatMap(([i, j], k) => (i < cells && j < across ? [k] : []));
    const force = (j: number) => M / side / across / (j === 0 || j === across ? 2 : 1);
    return {
      hooke: 1,
      particles: {
        positions: all.map(([i, j]) => [side * i, 0, side * j]),
        masses: 1e-5,
        pinned: all.flatMap(([i], k) => (i < 2 ? [k] : [])),
      },
      springs: {
        pairs: [
          ...all.flatMap(([i], k): [number, number][] => (i < cells ? [[k, k + 1]] : [])),
          ...all.flatMap(([, j], k): [number, number][] => (j < across ? [[k, k + row]] : [])),
          ...squares.flatMap((k): [number, number][] => [
            [k, k + row + 1],
            [k + 1, k + row],
          ]),
        ],
        stiffness: 1e4,
      },
      surface: squares.flatMap((k): [number, number, number][] => [
        [k, k + 1, k + row + 1],
        [k, k + row + 1, k + row],
      ]),
      params: { dt: 1e-3, gravity: 0, drag: 0, bending: D },
      forces: all.flatMap(([i, j], k) =>
        i < cells - 1 ? [] : [{ type: 'push', particles: [k], force: [0, (i === cells ? 1 : -1) * force(j), 0] }],
      ),
    };
  }
});

describe('the default cloth of 32 × 32 particles is found stable, in at most 60 Newton steps', () => {
  for (const { id } of MATERIALS) {
    test.runIf(LONG)(`of ${id}`, { tags: ['sampled'] }, () => {
      const found = createSimulation({
        scene: 'cloth',
        material: id,
        params: { rows: 32, columns: 32 },
      }).findEquilibrium();
      expect(found).toMatchObject({ ok: true, unstable: 0 });
      expect(found.iterations).toBeLessThanOrEqual(60);
    });
  }
});

test('a cloth that a push would move away from a saddle is found where it stays', () => {
  const simulation = createSimulation({
    scene: 'bender-cloth',
    precision: 'double',
    integrator: 'implicit-euler',
    params: { rows: 15, columns: 20, dt: 1 / 60 },
  });
  expect(simulation.findEquilibrium()).toMatchObject({ ok: true, unstable: 0 });
  const rest = simulation.state.positions.slice();
  const positions = rest.map((x, i) => (i % 4 < 3 ? x + 1e-6 * (((7 * i) % 5) - 2) : x));
  const velocities = new Float64Array(rest.length);
  simulation.apply({ type: 'place', positions: Float64Array.from(positions), velocities, time: 0 });
  simulation.step(120);
  const moved = Math.max(...simulation.state.positions.map((x, i) => Math.abs(x - rest[i])));
  expect(moved).toBeLessThan(1e-4);
});

test('a search says where it stands, and ends when it is told to: nothing has moved then', () => {
  const simulation = createSimulation({ scene: 'cloth', precision: 'double', params: { rows: 8, columns: 8 } });
  const before = [...simulation.state.positions];
  let calls = 0;
  const found = simulation.findEquilibrium({}, ({ steps, motion }) => {
    calls++;
    return steps + motion < 3;
  });
  expect(found).toMatchObject({ ok: false, iterations: 3, unstable: Number.NaN });
  expect(calls).toBe(3);
  expect([...simulation.state.positions]).toEqual(before);
});

/** Sequences in a test, so that none takes too long. */
const SEQUENCES = LONG ? 50 : 2;

test.each(LONG ? Array.from({ length: 20 }, (_, part) => part) : [0])(
  `no search after a random sequence of commands takes more steps than it may: ${SEQUENCES} sequences, part %i`,
  (part) => {
    for (let seed = 1 + SEQUENCES * part; seed <= SEQUENCES * (part + 1); seed++) {
      const random = randomNumbers(seed);
      const below = (n: number) => Math.floor(random() * n);
      const [iterations, motion] = [1 + below(25), 1 + below(200)];
      const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
      const scene = (['cloth', 'cloth-on-sphere', 'jelly-cube', 'rope-bridge', 'flag', 'bender-cloth'] as const)[
        below(6)
      ];
      const simulation = createSimulation({ scene, precision: seed % 2 === 0 ? 'double' : 'single' });
      if ('rows' in simulation.params) {
        simulation.apply({ type: 'set', key: 'rows', value: 8 });
        simulation.apply({ type: 'set', key: 'columns', value: 8 });
      }
      const particle = () => below(simulation.particleCount);
      const acts: (() => Command)[] = [
        () => ({ type: 'pin', particle: particle(), pinned: random() > 0.5 }),
        () => ({ type: 'set', key: 'stiffness', value: 10 ** (2 + 2 * random()) }),
        () => ({ type: 'set', key: 'gravity', value: 20 * random() }),
        () => ({ type: 'set', key: 'bending', value: 1e-4 * (1 + random()) }),
        () => ({ type: 'grab', particle: particle(), target: vector() }),
        () => ({ type: 'cut', spring: below(simulation.springCount) }),
        () => ({ type: 'forces', forces: [{ type: 'wind', velocity: vector() }] }),
        () => ({ type: 'spheres', spheres: [{ center: vector(), radius: 0.3 }] }),
        () => ({ type: 'throw' }),
      ];
      for (let k = 0; k < 4; k++) {
        simulation.apply(acts[below(acts.length)]());
        simulation.step(2);
      }
      const found = simulation.findEquilibrium({ iterations, motion });
      expect(found.iterations, `seed ${seed}`).toBeLessThanOrEqual(iterations);
      expect(found.motion, `seed ${seed}`).toBeLessThanOrEqual(motion);
      if (!found.ok) expect(Number.isFinite(found.speed) && Number.isFinite(found.residual), `seed ${seed}`).toBe(true);
    }
  },
);
