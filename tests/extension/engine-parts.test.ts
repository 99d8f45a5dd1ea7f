import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What one writes to add each part: its file, and its line in the index beside it. */
const ADDED: Record<string, { line: string; file: string }> = {
  'src/physics/solvers/preconditioners/jacobi.ts': {
    line: `export { jacobi } from './jacobi';`,
    file: `import type { PreconditionerDefinition } from '../../world/preconditioner';

/** P = the diagonal of A. */
export const jacobi: PreconditionerDefinition = {
  id: 'jacobi',
  label: 'Jacobi',
  summary: 'Divides by the diagonal.',
  rank: 0.5,
  unsupportedReason: () => null,
  create(world) {
    const { particleCount, masses } = world.model;
    const blocks = world.arena.doubles(9 * particleCount);
    return {
      assemble(a, b) {
        blocks.fill(0);
        for (let i = 0; i < particleCount; i++) for (let k = 0; k < 9; k += 4) blocks[9 * i + k] = masses[i];
        world.addDiagonals(blocks, -a, -b);
      },
      apply(z, r) {
        for (let i = 0; i < particleCount; i++) {
          for (let axis = 0; axis < 3; axis++) z[4 * i + axis] = r[4 * i + axis] / blocks[9 * i + 4 * axis];
        }
      },
    };
  },
};
`,
  },
  'src/physics/constraints/speed-limit.ts': {
    line: `export { speedLimit } from './speed-limit';`,
    file: `import type { ConstraintDefinition } from '../world/constraint';

/** |v| ≤ limit: after each step a faster particle is slowed down to the limit. */
export const speedLimit: ConstraintDefinition = {
  id: 'speed-limit',
  label: 'Speed limit',
  summary: 'No particle moves faster than this.',
  account: 'damping',
  params: {
    speedLimit: {
      label: 'speed limit',
      unit: 'm/s',
      default: 0,
      range: [0.1, 10],
      scale: 'logarithmic',
      accepts: 'non-negative',
      group: 'Contact',
      help: 'Largest speed of a particle; 0: no limit.',
    },
  },
  create: (world) => ({
    afterStep({ velocities: v }) {
      const limit = world.params.speedLimit;
      for (let o = 0; limit > 0 && o < v.length; o += 4) {
        const speed = Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
        if (speed > limit) for (let axis = 0; axis < 3; axis++) v[o + axis] *= limit / speed;
      }
      return 0;
    },
  }),
};
`,
  },
  'src/physics/constraints/obstacles/floor.ts': {
    line: `export { floor } from './floor';`,
    file: `import type { ObstacleDefinition } from './obstacle';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  height: {
    kind: 'number',
    label: 'height',
    unit: 'm',
    default: 0,
    required: true,
    accepts: 'any',
    range: [-1, 1],
    scale: 'linear',
    help: 'Height of the floor.',
  },
  ...SURFACE_FIELDS,
} as const;

/** A level floor: φ = y − height. */
export const floor: ObstacleDefinition<typeof FIELDS> = {
  list: 'floors',
  label: 'Floor',
  summary: 'A level floor.',
  fields: FIELDS,
  create: ({ height, restitution, friction }) => ({
    restitution,
    friction,
    curvature: 0,
    distances(x, phi, n) {
      for (let i = 0; i < n; i++) phi[i] = x[4 * i + 1] - height;
    },
    measure(x, out, at) {
      out[at] = out[at + 2] = 0;
      out[at + 1] = 1;
      out[at + 3] = x[1] - height;
    },
  }),
};
`,
  },
};

const PROJECT = ['src', '.build', 'package.json', 'tsconfig.json', 'vite.config.ts'];

let project: string;
let engine: typeof import('../../src/physics');

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'hooke-parts-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of PROJECT) await cp(part, join(project, part), { recursive: true, filter });
  await symlink(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  for (const [path, { line, file }] of Object.entries(ADDED)) {
    await writeFile(join(project, path), file);
    await appendFile(join(project, path, '..', 'index.ts'), `${line}\n`);
  }
  await runThere('vite/bin/vite.js', 'build', '--mode', 'engine', '--logLevel', 'error');
  engine = await import(pathToFileURL(join(project, 'dist/engine/hooke.js')).href);
}, 120_000);
afterAll(() => rm(project, { recursive: true, force: true }));

/** Runs a program of `node_modules` in the copy; returns what it printed, whether it failed or not. */
async function runThere(program: string, ...args: string[]): Promise<string> {
  return promisify(execFile)(process.execPath, [join('node_modules', program), ...args], { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );
}

/** One particle that falls from 1 m. */
const BALL = {
  hooke: 1 as const,
  particles: { positions: [[0, 1, 0]] as [number, number, number][], masses: 1 },
  params: { dt: 1e-3 },
};

describe('a part of one file and one line', () => {
  test('fits the types', async () => {
    expect(await runThere('typescript/bin/tsc', '-p', '.')).toBe('');
  }, 120_000);

  test('is a preconditioner that implicit methods solve with', () => {
    const [jacobi, none] = ['jacobi', 'none'].map((preconditioner) => {
      const simulation = engine.createSimulation({
        integrator: 'implicit-euler',
        preconditioner,
        precision: 'double',
        params: { rows: 8, columns: 8, cgTolerance: 1e-10 },
      });
      expect(simulation.preconditioner).toBe(preconditioner);
      expect(simulation.step(20)).toMatchObject({ ok: true, converged: true });
      return simulation.particle(63).position;
    });
    jacobi.forEach((x, axis) => {
      expect(x).toBeCloseTo(none[axis], 7);
    });
    expect(engine.createSimulation({ integrator: 'implicit-euler' }).preconditioner).toBe('multigrid');
  });

  test('is a constraint whose parameter is a parameter like any other', () => {
    const simulation = engine.createSimulation({ scene: BALL, params: { speedLimit: 0.5 } });
    simulation.step(200);
    expect(-simulation.particle(0).velocity[1]).toBeCloseTo(0.5, 6);
    expect(simulation.energyLedger().damping).toBe(0);
    simulation.step(100);
    expect(simulation.energyLedger().damping).toBeGreaterThan(0);
    expect(engine.createSimulation({ scene: simulation.save() }).params.speedLimit).toBe(0.5);
    expect(() => simulation.apply({ type: 'set', key: 'speedLimit', value: -1 })).toThrow('speedLimit must be');
  });

  test('is an obstacle with a key in scene files and a command of its own', () => {
    const simulation = engine.createSimulation({ scene: { ...BALL, floors: [{ height: 0.8 }] } as never });
    simulation.step(1000);
    expect(simulation.particle(0).position[1]).toBeCloseTo(0.8, 5);
    expect(simulation.save()).toMatchObject({ floors: [{ height: 0.8, restitution: 0, friction: 0 }] });
    const apply = (command: object) => simulation.apply(command as never);
    expect(() => apply({ type: 'floors', floors: [{ height: 'low' }] })).toThrow('floors[0].height: must be');
    apply({ type: 'floors', floors: [] });
    simulation.step(500);
    expect(simulation.particle(0).position[1]).toBeLessThan(0);
    const [, y] = simulation.particle(0).position;
    apply({ type: 'rewind', step: 1000 });
    expect(simulation.particle(0).position[1]).toBeCloseTo(0.8, 5);
    simulation.step(500);
    expect(simulation.particle(0).position[1]).toBe(y);
  });
});
