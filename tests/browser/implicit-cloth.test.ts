// @module-tag long
import { expect, test } from 'vitest';
import { openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

const STEPS = 60;

describeBrowser('an implicit cloth of ten thousand particles', () => {
  test('is solved by multigrid in compiled loops, and every step is', async () => {
    // Each step is drawn: there is little to draw.
    const page = await openLab({ viewport: { width: 320, height: 240 } });
    await page.hooke('pause');
    const params = { rows: 100, columns: 100, stiffness: 1000, dt: 1 / 60 };
    await page.hooke('send', { type: 'scene', scene: 'cloth', integrator: 'implicit-euler', params });
    for (let i = 0; i < STEPS; i++) {
      await page.hooke('step', 1);
      const { report } = await page.state();
      expect(report).toMatchObject({ ok: true, converged: true });
      expect(report.fellBack ?? false).toBe(false);
    }
    const { kernel, preconditioner, particleCount, stepCount, blowUp } = await page.state();
    expect({ kernel, preconditioner, particleCount, stepCount, blowUp }).toEqual({
      kernel: 'simd',
      preconditioner: 'multigrid',
      particleCount: 10_000,
      stepCount: STEPS,
      blowUp: null,
    });
  });
});
