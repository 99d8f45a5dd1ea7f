import { expect, inject, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import type { KernelId } from '../../../src/physics/kernels/kernel';
import { kernels } from '../../../src/physics/registry';

test('there is a project of laws for each kernel', () => {
  expect(inject('kernels').sort()).toEqual(kernels.map(({ id }) => id).sort());
});

test('a run without a requested kernel uses the one of its test project', () => {
  const wanted = inject('kernel') as KernelId;
  const swing = (kernel?: KernelId) => {
    const simulation = createSimulation({ kernel, integrator: 'symplectic-euler', params: { rows: 9, columns: 9 } });
    simulation.step(100);
    return simulation;
  };
  const run = swing();
  expect(run.kernel).toBe(wanted);
  expect(swing(wanted).hash()).toBe(run.hash());
  // The kernels must differ in bits, otherwise this test would be vacuous.
  const others = inject('kernels').filter((id) => id !== wanted) as KernelId[];
  expect(others.map((id) => swing(id).hash())).not.toContain(run.hash());
});
