import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { createSimulation, type Floats, type Force, INTEGRATORS, type WorldContext } from '../../../src/physics';
import { createGrowth } from '../../../src/physics/analysis/stability/growth';
import { checkSource } from '../../../src/runtime/definitions/definitions';
import { createWatch } from '../../../src/runtime/definitions/watch';
import { adopted, adoptedForce, adoptedMethod, MIDPOINT, TETHER } from '../../fixtures/definitions-from-source';

const method = (step: string, more = '') =>
  `export default {\n  id: 'mine',\n  order: 1,\n  create(world) {\n    ${more}\n    return {\n      step(state, h) {\n        ${step}\n      },\n    };\n  },\n};`;

const failure = async (source: string) => {
  try {
    const definition = await adoptedMethod(source);
    createSimulation({ integrator: definition, params: { rows: 3, columns: 3 } }).step();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing failed';
};

test('the text of a definition is refused with its line where it imports', () => {
  for (const [source, message] of [
    ['\nimport a from "a";\nexport default a', /^line 2: a definition cannot import/],
    ['const a = 1; import {\n  b\n} from "b"', /^line 1: a definition cannot import/],
    ['export default 1;\n\nimport("a")', /^line 3: a definition cannot import/],
    ['export default 1;\n\nimport/* */("a")', /^line 3: a definition cannot import/],
    ['export default 1;\nexport { a } from "b"', /^line 2: a definition cannot import/],
    ['export default 1;\nexport * from "b"', /^line 2: a definition cannot import/],
    ['x'.repeat(100_001), /100001 characters, at most 100000/],
  ] as const) {
    expect(() => checkSource(source), source.slice(0, 60)).toThrow(message);
  }
  for (const source of [MIDPOINT, TETHER, '// import("a")\n/*\nimport a from "a"\n*/\nexport default { important: 1 }'])
    expect(() => checkSource(source)).not.toThrow();
});

describe('a method from source', () => {
  test('makes the same bits as the built-in method that it repeats', async () => {
    const mine = await adoptedMethod(MIDPOINT);
    const hash = (integrator: string | typeof mine) => {
      const simulation = createSimulation({ integrator, params: { rows: 8, columns: 8, dt: 2e-4 } });
      simulation.step(100);
      return simulation.hash();
    };
    expect(hash(mine)).toBe(hash('midpoint'));
    expect(hash(mine)).not.toBe(hash('explicit-euler'));
  });

  test('has the stability region of the built-in method', async () => {
    const [mine, own] = [await adoptedMethod(MIDPOINT), INTEGRATORS.find(({ id }) => id === 'midpoint')].map((one) =>
      createGrowth(one as NonNullable<typeof one>),
    );
    for (const hOmega of [0.1, 0.7, 1.5, 2.5]) {
      for (const hDamping of [0, 0.3, 1, 2.5]) expect(mine(hOmega, hDamping, 0)).toBe(own(hOmega, hDamping, 0));
    }
  });

  test('that fails is named with its line', async () => {
    expect(await failure(method('undefined.x;'))).toMatch(/^“mine”, step, line 8: Cannot read/);
    expect(await failure(method('', 'throw new RangeError("no");'))).toBe('“mine”, create, line 5: no');
    expect(await failure(method('throw { get message() { throw 1; } };'))).toMatch(/^“mine”, step/);
    expect(await failure(method('const f = () => f(); f();'))).toMatch(/^“mine”, step, line 8: Maximum call stack/);
  });

  test('that leaves no state behind is stopped', async () => {
    for (const [step, message] of [
      ['state.velocities[5] = NaN;', 'the velocity of particle 1 is not finite'],
      ['state.positions[8] = 1 / 0;', 'the position of particle 2 is not finite'],
      ['state.positions = new Float32Array(3);', 'modify the state’s arrays in place'],
      ['world.model.particleCount = 2;', 'the number of particles and springs must stay'],
    ]) {
      expect(await failure(method(step))).toContain(message);
    }
  });

  test('is refused with the field and its value', async () => {
    for (const [source, message] of [
      ['export default 5', 'the default export must be an object, got 5'],
      ['export default { id: "Mine!" }', 'id must be small letters'],
      ['export default { id: "a", create: 3 }', 'create must be a function, got 3'],
      ['export default { id: "a", order: -1, create() {} }', 'order must be a number from 1 to 20, got -1'],
      ['export default { id: "a", get create() { throw new Error("no"); } }', '“definition”, its fields, line 1: no'],
      [
        'export default { id: "a", params: { k: { default: "x" } }, create() {} }',
        'params.k.default must be a finite number',
      ],
      ['export default { id: "a", params: { k: { default: 1 } }, create() {} }', 'params.k.range must be two numbers'],
    ]) {
      await expect(adopted(source), source).rejects.toThrow(message);
    }
    expect(await failure('export default { id: "a", order: 1, create() {} }')).toContain('the function step');
  });
});

describe('a force from source', () => {
  test('that is not finite is stopped', async () => {
    const force = await adoptedForce(TETHER.replace('f[i] -= k * x[i]', 'f[i] -= k / 0'));
    const simulation = createSimulation({ forces: [force], params: { rows: 3, columns: 3 } });
    expect(() => simulation.step()).toThrow('“tether”, addForce: the force on particle 0 is not finite');
  });

  test('acts in implicit steps without a derivative of its own', async () => {
    const force = await adoptedForce(TETHER);
    const integrator = 'implicit-euler';
    const setup = { params: { rows: 4, columns: 4, dt: 0.01, tether: 2 }, precision: 'double' } as const;
    const run = (more: Partial<Force>) => {
      const forces = [{ ...force, create: (world: WorldContext) => ({ ...force.create?.(world), ...more }) }];
      const simulation = createSimulation({ ...setup, forces, integrator });
      simulation.step(5);
      return simulation.state.positions;
    };
    const distance = (a: Floats, b: Floats) => Math.max(...a.map((value: number, i: number) => Math.abs(value - b[i])));
    const exact = run({
      linearize() {},
      addDerivative(y, p, a) {
        for (let i = 1; i < p.length; i += 4) y[i] -= 2 * a * p[i];
      },
    });
    expect(distance(run({}), exact)).toBeLessThan(1e-7);
    expect(distance(run({ linearize() {}, addDerivative() {} }), exact)).toBeGreaterThan(1e-5);
  });
});

describe('the watch', () => {
  test('notices within a second that a quick request has no answer', () => {
    vi.useFakeTimers();
    const silent = vi.fn();
    const watch = createWatch(true, silent);
    watch.asked({ id: 1, method: 'advance', args: [0.1] });
    vi.advanceTimersByTime(900);
    watch.answered({ id: 1, value: undefined });
    vi.advanceTimersByTime(5000);
    expect(silent).not.toHaveBeenCalled();
    watch.asked({ id: 2, method: 'step', args: [1] });
    vi.advanceTimersByTime(1000);
    expect(silent.mock.calls).toEqual([[1]]);
    vi.useRealTimers();
  });

  test('notices within a second that a function that was called does not return, also in an analysis', () => {
    vi.useFakeTimers();
    const silent = vi.fn();
    const watch = createWatch(true, silent);
    watch.asked({ id: 1, method: 'ask', args: ['modes', {}] });
    watch.answered({ type: 'calls', call: '“mine”, create' });
    vi.advanceTimersByTime(900);
    watch.answered({ type: 'calls', call: '' });
    vi.advanceTimersByTime(5000);
    expect(silent).not.toHaveBeenCalled();
    watch.answered({ type: 'calls', call: '“mine”, create' });
    vi.advanceTimersByTime(1000);
    expect(silent.mock.calls).toEqual([[1]]);
    vi.useRealTimers();
  });

  test('gives a job all its time, but not a function that it calls', () => {
    vi.useFakeTimers();
    const silent = vi.fn();
    const watch = createWatch(false, silent);
    watch.asked({ id: 1, method: 'equilibrium', args: [] });
    vi.advanceTimersByTime(600_000);
    expect(silent).not.toHaveBeenCalled();
    watch.answered({ type: 'calls', call: '“mine”, create' });
    vi.advanceTimersByTime(1000);
    expect(silent.mock.calls).toEqual([[1]]);
    vi.useRealTimers();
  });

  test('gives an analysis more time', () => {
    vi.useFakeTimers();
    const silent = vi.fn();
    const watch = createWatch(true, silent);
    watch.asked({ id: 1, method: 'ask', args: ['modes', {}] });
    watch.asked({ id: 2, method: 'advance', args: [0.1] });
    vi.advanceTimersByTime(5000);
    expect(silent).not.toHaveBeenCalled();
    watch.answered({ id: 1, value: {} });
    vi.advanceTimersByTime(1000);
    expect(silent.mock.calls).toEqual([[1]]);
    vi.useRealTimers();
  });
});

test('the policy of the sandbox allows its own script, and nothing but blobs beside it', () => {
  const page = readFileSync('public/sandbox.html', 'utf8');
  const [, script] = /<script>(.*?)<\/script>/s.exec(page) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(/Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]).toBe(
    `default-src 'none'; script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'`,
  );
});
