import { beforeAll, describe, expect, test } from 'vitest';
import { type Command, createSimulation } from '../../src/physics';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { LONG } from '../fixtures/run-length';
import { playScript, SCRIPT_STEPS } from '../fixtures/scripted-input';
import { describeBrowser, type PageOptions } from '../setup/browser';

/** CSS pixels: each of its many frames is soon drawn. */
const SMALL = { width: 320, height: 240 };

/** The script as one list: numbers are steps to run. */
async function scriptAsList(): Promise<(number | Command)[]> {
  const entries: (number | Command)[] = [];
  await playScript({ step: (count) => entries.push(count), apply: (command) => entries.push(command) });
  return entries;
}

const HOSTS = ['worker', 'page'];
const KERNELS = ['auto', 'js'] as const;
/** Each precision, and the kernel that runs it where the choice is free. */
const PRECISIONS = [
  ['single', 'simd'],
  ['double', 'js'],
] as const;
const ADDRESSES = HOSTS.flatMap((host) => KERNELS.map((kernel) => [host, kernel] as const));
/** The default run has single precision in the worker, on the kernel of its own choice. */
const ADDRESSES_OF_RUN = LONG ? ADDRESSES : ADDRESSES.slice(0, 1);

describeBrowser('1,000 steps with scripted input give the same bits as in Node', () => {
  describe.each(ADDRESSES_OF_RUN)('where the engine runs in the %s, on the kernel %s', (host, kernel) => {
    let page: LabPage;
    beforeAll(async () => {
      const query = `?host=${host}${kernel === 'js' ? '&kernel=js' : ''}`;
      page = await openLab({ query, reducedMotion: 'reduce', viewport: SMALL, keep: true });
    });

    // In double precision there is one kernel only.
    const precisions = kernel === 'js' || !LONG ? PRECISIONS.slice(0, 1) : PRECISIONS;
    test.each(precisions)('in %s precision', { tags: ['sampled'] }, async (precision, free) => {
      const simulation = createSimulation({ precision, kernel });
      await playScript(simulation);
      const active = kernel === 'js' ? 'js' : free;
      expect(simulation.kernel).toBe(active);

      await page.hooke('set', 'precision', precision);
      const outcome = await page.evaluate(
        async (entries) => {
          const { hooke } = window;
          for (const entry of entries) await (typeof entry === 'number' ? hooke.step(entry) : hooke.send(entry));
          const { precision, kernel, stepCount, time } = hooke.state();
          return { hash: await hooke.hash(), precision, kernel, stepCount, time };
        },
        await scriptAsList(),
      );
      expect(outcome).toEqual({
        hash: simulation.hash(),
        precision,
        kernel: active,
        stepCount: SCRIPT_STEPS,
        time: simulation.time,
      });
    });
  });
});

/** Lets the page draw only so often. */
function drawSeldom(): void {
  const own = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    setTimeout(() => own(callback), 130);
    return 0;
  };
}

const CLOCKS: [string, string, PageOptions][] = [
  ['as often as it can', 'worker', { everyFrame: true }],
  ['as often as it can', 'page', { everyFrame: true }],
  ['seldom', 'worker', { beforeScripts: drawSeldom }],
];

describeBrowser('a run that follows the clock gives the bits of its step count', () => {
  test.each(CLOCKS)('where the page draws %s (%s)', { tags: ['long'] }, async (_, host, options) => {
    const page = await openLab({ ...options, query: `?host=${host}`, hash: '#scene=cloth&rows=20&columns=20' });
    const simulation = createSimulation({ params: { rows: 20, columns: 20 } });
    const commands: Command[] = [
      { type: 'grab', particle: 210, target: [0.1, 0.8, 0.3] },
      { type: 'move', target: [0.3, 0.7, 0.4] },
      { type: 'release' },
    ];
    for (const command of commands) {
      const { time } = await page.state();
      await page.hooke('play');
      await until(page, 'it runs', (state) => state.time > time + 0.05);
      await page.hooke('pause');
      const { stepCount } = await page.state();
      simulation.step(stepCount - simulation.stepCount);
      expect(await page.hooke('hash')).toBe(simulation.hash());
      simulation.apply(command);
      await page.hooke('send', command);
    }
    await page.hooke('step', 100);
    simulation.step(100);
    expect(await page.hooke('hash')).toBe(simulation.hash());
  });
});
