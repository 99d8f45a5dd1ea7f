import { beforeEach, describe, expect, test } from 'vitest';
import type { Status } from '../../../src/runtime/frame/frame';
import { openWarnings, stability } from '../../fixtures/warnings-page';

let page: ReturnType<typeof openWarnings>;

describe('while a hand changes settings, the report of a blow-up', () => {
  beforeEach(() => {
    page = openWarnings();
    page.status.params.dt = 8e-4;
    page.blowUp();
    page.look();
  });

  test('names what has changed since, and keeps its numbers', () => {
    const { reason } = page.lab.messages.list[0];
    expect(page.lab.messages.list[0].since).toBe('');
    page.status.params.dt = 0.0466;
    page.look();
    expect(page.lab.messages.list[0]).toMatchObject({
      since: 'It blew up with dt 0.8 ms, and the panel now shows 46.6 ms.',
      reason,
    });
    page.status.params.dt = 8e-4;
    page.status.params.stiffness = 20_000;
    page.status.integrator = 'rk4';
    page.status.stability = stability(32500, 6e-5);
    page.look();
    expect(page.lab.messages.list[0]).toMatchObject({
      since:
        'It blew up with the method symplectic-euler and stiffness 200 N/m, and the panel now shows the method rk4 and stiffness 20000 N/m.',
      reason,
    });
    // A remedy is about what would run now.
    expect(page.labels()[0]).toBe('Set dt to 0.054 ms');
  });

  test('asks the engine for its limit where a hand has changed more than dt before it was found', async () => {
    page.status.blowUp = null;
    page.look();
    page.blowUp();
    page.status.stability = { ...page.status.stability, sought: true };
    page.look();
    expect(page.lab.messages.list[0].reason).toMatch(/^Computing/);
    page.status.params.stiffness = 20_000;
    page.status.stability = stability(32500, 6e-5);
    page.look();
    await Promise.resolve();
    page.look();
    expect(page.done).toEqual(['limitOfBlowUp']);
    expect(page.lab.messages.list[0].reason).toMatch(
      /dt = 0\.8 ms is 1\.3 × its limit with symplectic-euler, 0\.609 ms\./,
    );
  });

  test('ends its show when a slider is back within the limit and released, once', () => {
    page.status.replay = {} as Status['replay'];
    page.lab.pressed = true;
    page.status.params.dt = 3e-4;
    page.look();
    expect(page.done).toEqual([]);
    page.lab.pressed = false;
    page.look();
    page.look();
    expect(page.done).toEqual(['show: end']);
    page.status.replay = null;
    page.look();
    expect(page.labels()).toEqual(['Resume', 'Reset', 'Show it again', 'Why?']);
  });
});
