import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, INTEGRATORS, SCENES, type Simulation } from '../../../src/physics';
import { kernels, preconditioners } from '../../../src/physics/registry';
import { everyNth } from '../../fixtures/run-length';

type Setup = NonNullable<Parameters<typeof createSimulation>[0]>;

const SMALL = { rows: 8, columns: 8, dt: 1e-3 };
const implicit = (more: Setup = {}) =>
  createSimulation({ scene: 'cloth', integrator: 'implicit-euler', params: SMALL, ...more });

/** The message of the RangeError that an action throws. */
function rangeErrorOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return (error as Error).message;
  }
  throw new Error('no error was thrown');
}

/** Largest difference between the coordinates of two runs, m. */
function largestDifference(one: Simulation, other: Simulation): number {
  const others = other.state.positions;
  return Math.max(...Array.from(one.state.positions, (x, i) => Math.abs(x - others[i])));
}

describe('a setup', () => {
  for (const field of ['kernel', 'preconditioner'] as const) {
    const all = field === 'kernel' ? kernels : preconditioners;
    test.each(['turbo', '', 'toString', null, 3, true, ['js'], {}])(
      `with %j for a ${field} is an error with place, value and the valid ids`,
      (value) => {
        const message = rangeErrorOf(() => createSimulation({ [field]: value } as Setup));
        for (const text of [`setup.${field}`, JSON.stringify(value), 'auto', ...all.map(({ id }) => id)])
          expect(message).toContain(text);
      },
    );

    test(`without a ${field} uses the same as with "auto"`, () => {
      expect(implicit()[field]).toBe(implicit({ [field]: 'auto' })[field]);
      expect(implicit({ [field]: undefined })[field]).toBe(implicit({ [field]: 'auto' })[field]);
    });
  }
});

describe('a kernel', () => {
  test('is the requested one in each precision that it supports; in any other precision it is an error with the reason', () => {
    for (const precision of ['single', 'double'] as const) {
      for (const { id, unsupportedReason } of kernels) {
        const reason = unsupportedReason(precision);
        if (reason === null) expect(implicit({ kernel: id, precision }).kernel).toBe(id);
        else
          expect(rangeErrorOf(() => implicit({ kernel: id, precision }))).toBe(
            `kernel: "${id}" is unsupported: ${reason}`,
          );
      }
      const supported = kernels.filter(({ unsupportedReason }) => unsupportedReason(precision) === null);
      expect(implicit({ precision }).kernel).toBe(supported.at(-1)?.id);
    }
  });

  test('follows the precision if none was requested', () => {
    const run = implicit();
    const single = run.kernel;
    run.apply({ type: 'precision', id: 'double' });
    expect(run.kernel).toBe(implicit({ precision: 'double' }).kernel);
    run.apply({ type: 'precision', id: 'single' });
    expect(run.kernel).toBe(single);
  });

  test('that was requested rejects a precision that it does not support, and the run continues unchanged', () => {
    const [run, untouched] = [implicit({ kernel: 'simd' }), implicit({ kernel: 'simd' })];
    for (const one of [run, untouched]) one.step(10);
    expect(rangeErrorOf(() => run.apply({ type: 'precision', id: 'double' }))).toContain('"simd"');
    expect([run.precision, run.kernel]).toEqual(['single', 'simd']);
    for (const one of [run, untouched]) one.step(10);
    expect(run.hash()).toBe(untouched.hash());
  });

  test('is kept through scenes, sizes, resets, forks and reruns', () => {
    for (const { id } of kernels) {
      const run = implicit({ kernel: id });
      run.step(3);
      expect([run.fork().kernel, run.rerun(1).kernel]).toEqual([id, id]);
      for (const command of [
        { type: 'reset' },
        { type: 'set', key: 'rows', value: 6 },
        { type: 'scene', scene: 'chain' },
        { type: 'scene', scene: implicit().save() },
      ] as Command[]) {
        run.apply(command);
        expect(run.kernel, command.type).toBe(id);
      }
    }
  });
});

describe('a preconditioner', () => {
  test('is the requested one if it supports the scene; otherwise it is an error with the reason', {
    tags: ['sampled'],
  }, () => {
    for (const { id: scene } of everyNth(6, SCENES)) {
      const auto = createSimulation({ scene });
      const supported = preconditioners.filter(({ unsupportedReason }) => unsupportedReason(auto.world) === null);
      const recommended = supported.filter(({ recommendedFor }) => recommendedFor?.(auto.world) ?? true);
      expect(auto.preconditioner, scene).toBe(recommended.at(-1)?.id);
      for (const { id, unsupportedReason } of preconditioners) {
        const ask = () => createSimulation({ scene, preconditioner: id });
        const reason = unsupportedReason(auto.world);
        if (reason === null) {
          expect(ask().preconditioner).toBe(id);
          auto.apply({ type: 'preconditioner', id });
          expect(auto.preconditioner).toBe(id);
        } else {
          const before = auto.preconditioner;
          const message = `preconditioner: "${id}" is unsupported: ${reason}`;
          const command = () => auto.apply({ type: 'preconditioner', id });
          const startWith = () => auto.apply({ type: 'scene', scene, preconditioner: id });
          expect([ask, command, startWith].map(rangeErrorOf)).toEqual([message, message, message]);
          expect(auto.preconditioner).toBe(before);
        }
      }
    }
  });

  test('is kept through methods, scenes, sizes, resets and forks; rewind restores the one of that step', () => {
    const run = implicit({ preconditioner: 'none' });
    run.step(2);
    run.apply({ type: 'preconditioner', id: 'block-jacobi' });
    run.step(2);
    for (const { id } of INTEGRATORS) {
      run.apply({ type: 'integrator', id });
      expect(run.preconditioner).toBe('block-jacobi');
    }
    run.apply({ type: 'rewind', step: 1 });
    expect([run.preconditioner, run.fork().preconditioner, run.rerun(3).preconditioner]).toEqual([
      'none',
      'none',
      'block-jacobi',
    ]);
    for (const command of [
      { type: 'reset' },
      { type: 'set', key: 'rows', value: 6 },
      { type: 'precision', id: 'double' },
      { type: 'scene', scene: 'chain' },
    ] as Command[]) {
      run.apply(command);
      expect(run.preconditioner, command.type).toBe('none');
    }
    run.apply({ type: 'scene', scene: 'cloth', preconditioner: 'block-jacobi' });
    expect(run.preconditioner).toBe('block-jacobi');
  });

  for (const { id, implicit: solves } of INTEGRATORS) {
    if (!solves) continue;
    test(`does not change the converged solution, under ${id}`, () => {
      const params = { ...SMALL, cgTolerance: 1e-12, cgIterations: 2000 };
      const swing = (preconditioner: string) => {
        const run = implicit({ integrator: id, preconditioner, precision: 'double', params });
        run.apply({ type: 'cut', spring: [20, 21, 22] });
        run.apply({ type: 'grab', particle: 40, target: [0.1, 0.7, 0.2] });
        run.step(20);
        expect(run.report).toMatchObject({ ok: true, converged: true });
        return run;
      };
      const plain = swing('none');
      for (const preconditioner of preconditioners) {
        const run = swing(preconditioner.id);
        expect(run.preconditioner).toBe(preconditioner.id);
        expect(largestDifference(run, plain), preconditioner.id).toBeLessThan(1e-9);
        if (preconditioner.id !== 'none') expect(run.hash()).not.toBe(plain.hash());
      }
    });
  }
});

test('neither is in a saved file: it describes the scene, not how it is computed', () => {
  const files = kernels.flatMap((kernel) =>
    preconditioners.map((preconditioner) => implicit({ kernel: kernel.id, preconditioner: preconditioner.id }).save()),
  );
  for (const file of files) expect(file).toEqual(files[0]);
});
