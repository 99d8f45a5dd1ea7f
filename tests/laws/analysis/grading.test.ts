import { describe, expect, test } from 'vitest';
import { createSimulation, FORCES, INTEGRATORS, rungeKutta } from '../../../src/physics';
import { gradeBy, METHOD_LAWS } from '../../../src/physics/analysis/methods/grade';
import { FORCE_LAWS } from '../../../src/physics/analysis/methods/laws';
import { bytesOfArrays } from '../../../src/runtime/definitions/count-arrays';
import { adoptedForce, adoptedMethod, MIDPOINT, TETHER } from '../../fixtures/definitions-from-source';
import { everyNth } from '../../fixtures/run-length';

type Grades = ReturnType<typeof gradeBy>;

const broken = (grades: Grades) => grades.filter(({ holds }) => !holds).map(({ law, says }) => `${law}: ${says}`);

describe('graded by the laws', () => {
  for (const method of everyNth(5, INTEGRATORS)) {
    test(`the method ${method.id} obeys them`, { tags: ['sampled'] }, () => {
      expect(broken(gradeBy(METHOD_LAWS, method, bytesOfArrays))).toEqual([]);
    });
  }

  for (const force of everyNth(
    2,
    FORCES.filter(({ create }) => create),
  )) {
    test(`the force ${force.id} obeys them`, { tags: ['sampled'] }, () => {
      expect(broken(gradeBy(FORCE_LAWS, force, bytesOfArrays))).toEqual([]);
    });
  }

  test('a method from source has its order, and each fault in it breaks its law', async () => {
    const grades = gradeBy(METHOD_LAWS, await adoptedMethod(MIDPOINT), bytesOfArrays);
    expect(broken(grades)).toEqual([]);
    const [, order] = /order ([\d.]+)/.exec(grades[0].says) ?? [];
    expect(Math.abs(Number(order) - 2)).toBeLessThan(0.1);
    const faults: [law: string, from: string, to: string][] = [
      ['order', 'order: 2', 'order: 3'],
      ['order', '0.5 * h, a)', 'h, a)'],
      ['pins stay', 'kernel.combineOne(v, v, h, a);', 'kernel.combineOne(v, v, h, a); x[0] += 1e-3;'],
      ['determinism', 'const { positions: x', 'v0 += 1; state.velocities[60] += 1e-4 * v0; const { positions: x'],
      ['memory', 'const { positions: x', 'n++; state.velocities[60] += 1e-4 * n; const { positions: x'],
      ['momentum', 'kernel.combineOne(v, v, h, a);', 'kernel.combineOne(v, v, h, a); v[80] *= 1.001;'],
      ['allocations', 'const { positions: x', 'arena.floats(4); const { positions: x'],
      ['allocations', 'const { positions: x', 'new Float64Array(7); const { positions: x'],
    ];
    for (const [law, from, to] of faults) {
      const source = MIDPOINT.replace(from, to)
        .replace('export default', 'let v0 = 0;\nexport default')
        .replace('return {', 'let n = 0;\nreturn {');
      const laws = gradeBy(METHOD_LAWS, await adoptedMethod(source), bytesOfArrays).filter(({ holds }) => !holds);
      expect(
        laws.map((one) => one.law),
        to,
      ).toContain(law);
    }
  });

  test('a force with the wrong sign is caught by its energy, and other faults by their laws', async () => {
    const grades = gradeBy(FORCE_LAWS, await adoptedForce(TETHER), bytesOfArrays);
    expect(broken(grades)).toEqual([]);
    expect(grades[1].says).toMatch(/^left out, so it is differenced; it agrees/);
    const wrong = gradeBy(FORCE_LAWS, await adoptedForce(TETHER.replace('f[i] -=', 'f[i] +=')), bytesOfArrays);
    expect(broken(wrong)).toEqual([expect.stringMatching(/^f = −∇E: .* N: the sign is wrong$/)]);
    for (const [law, from, to] of [
      ['adds to f', 'f[i] -=', 'f[i] = -'],
      ['adds to f', 'f[i] -=', 'x[i] += 1e-9; f[i] -='],
      [
        '∂f/∂x',
        'energy({',
        'addDerivative(y, p, a) { for (let i = 1; i < p.length; i += 4) y[i] += a * p[i]; }, energy({',
      ],
      ['heat', 'energy({', 'heat() { return -1; }, energy({'],
      ['allocations', 'const k =', 'new Array(3); const k ='],
    ]) {
      const laws = gradeBy(FORCE_LAWS, await adoptedForce(TETHER.replace(from, to)), bytesOfArrays);
      expect(
        broken(laws).map((text) => text.split(':')[0]),
        to,
      ).toContain(law);
    }
  });

  test('an error of a definition counts against the law that it breaks', () => {
    const method = rungeKutta({ id: 'a', label: '', order: 1, summary: '', a: [[]], b: [1] });
    const throwing = {
      ...method,
      create: () => ({
        step: () => {
          throw new Error('no');
        },
      }),
    };
    expect(broken(gradeBy(METHOD_LAWS, throwing)).every((text) => text.endsWith('could not be measured: no'))).toBe(
      true,
    );
    expect(createSimulation({ integrator: method }).step().ok).toBe(true);
  });
});
