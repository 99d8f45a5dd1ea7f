/** Engines that stop at a random moment in a real browser, and what the next one has. */
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import type { Command } from '../../src/physics';
import { SCENE } from '../fixtures/random-acts';
import { equal } from './rule';

const MOMENTS = [
  'resting',
  'playing',
  'dragging',
  'blowing up',
  'rewound',
  'side by side',
  'searching for equilibrium',
  'reading a file',
  'stepping',
] as const;

const particle = fc.nat(24);
const change: fc.Arbitrary<Command> = fc.oneof(
  particle.map((i): Command => ({ type: 'particle', particle: i, mass: 0.004 + i / 1000 })),
  fc.constantFrom(1, -1).map((sign): Command => ({ type: 'push', force: [0, 0, sign * 1e-3] })),
  particle.map((i): Command => ({ type: 'pin', particle: i, pinned: true })),
  fc.array(fc.nat(39), { minLength: 1, maxLength: 3 }).map((spring): Command => ({ type: 'cut', spring })),
  fc.constant<Command>({ type: 'planes', planes: [{ point: [0, -2, 0], normal: [0, 1, 0], friction: 0.4 }] }),
  fc.constant<Command>({ type: 'spheres', spheres: [{ center: [0.1, 0.3, 0.1], radius: 0.1 }] }),
  fc.constant<Command>({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 2] }] }),
  fc.constant<Command>({ type: 'motion', motion: [{ particles: [0], velocity: [0.1, 0, 0] }] }),
  fc.constantFrom('rk4', 'implicit-euler', 'trapezoidal').map((id): Command => ({ type: 'integrator', id })),
  fc.constantFrom('single' as const, 'double' as const).map((id): Command => ({ type: 'precision', id })),
  fc.constantFrom('silk', 'paper').map((id): Command => ({ type: 'material', id })),
  fc.constantFrom(60, 90).map((value): Command => ({ type: 'set', key: 'stiffness', value })),
);

export const death = fc.record({
  scene: fc.constantFrom('cloth', 'cloth-four-corners', 'file'),
  changes: fc.array(change, { maxLength: 6 }),
  moment: fc.constantFrom(...MOMENTS),
  /** ms from there on. */
  delay: fc.nat(250),
  /** False: the worker ends without a word. */
  says: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
});
export type Death = typeof death extends fc.Arbitrary<infer T> ? T : never;

/** Runs in the page before its scripts: `window.strike` ends the newest engine, and `window.frozen` keeps time from passing. */
export function mortalWorkers(): void {
  const Real = Worker;
  const page = window as unknown as { strike(says: boolean): void; frozen: boolean };
  class Mortal extends Real {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      if (!args[1]?.name?.startsWith('Hooke engine')) return;
      page.strike = (says) => {
        page.frozen = true;
        this.terminate();
        if (says) this.dispatchEvent(new ErrorEvent('error', { message: 'struck' }));
      };
    }
    override postMessage(call: { method?: string; args?: unknown[] }, transfer?: unknown) {
      const isTime = page.frozen && call?.method === 'advance';
      const args = isTime ? [0, ...(call.args ?? []).slice(1)] : call?.args;
      super.postMessage({ ...call, args }, transfer as Transferable[]);
    }
  }
  window.Worker = Mortal;
}

/** ms; for the next engine to have everything. */
const RESTART_TIMEOUT = 20_000;

interface Lab {
  strike(says: boolean): void;
  frozen: boolean;
}

/**
 * What the last frame has, and the next engine must have. During the slow replay of a blow-up the positions are others than those drawn.
 * A rewind may end between the step that overflowed and the one that found it: there the energy is NaN, and the next engine has that
 * of its last good state.
 */
function kept(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const { hooke } = window;
    const {
      params,
      integrator,
      precision,
      material,
      environment,
      push,
      time,
      pinned,
      energy,
      springCount,
      blowUp,
      scene,
    } = hooke.state();
    const all = Array.from({ length: hooke.state().particleCount }, (_, i) => hooke.particle(i));
    return {
      ...(!blowUp && { positions: JSON.stringify(all.map(({ position }) => position)) }),
      velocities: JSON.stringify(all.map(({ velocity }) => velocity)),
      masses: JSON.stringify(all.map(({ mass }) => mass)),
      ...(Number.isFinite(energy.total) && { energy: JSON.stringify(energy) }),
      springs: String(springCount),
      pins: String(pinned),
      parameters: JSON.stringify(params),
      methods: JSON.stringify([integrator, precision, material?.id]),
      environment: JSON.stringify(environment),
      push: String(push),
      time: String(time),
      scene,
    };
  });
}

/** Sets up the scene and lets the moment come. */
async function reach(page: Page, { scene, changes, moment }: Death): Promise<void> {
  const size = moment === 'searching for equilibrium' ? 21 : 7;
  const params = { rows: size, columns: size };
  const first = scene === 'file' ? { type: 'scene', scene: SCENE } : { type: 'scene', scene, params };
  await page.evaluate(
    async ([start, all]) => {
      (window as unknown as Lab).frozen = false;
      const { hooke } = window;
      await hooke.pause();
      for (const command of [start, ...all]) await hooke.send(command as Command).catch(() => {});
      await hooke.step(20);
    },
    [first, changes] as const,
  );
  switch (moment) {
    case 'playing':
      return page.evaluate(() => window.hooke.play());
    case 'dragging': {
      await page.evaluate(() => window.hooke.play());
      const [x, y] = await page.evaluate(() => window.hooke.particle(12).screen);
      await page.mouse.move(x, y);
      await page.mouse.down();
      return page.mouse.move(x + 40, y + 30, { steps: 3 });
    }
    case 'blowing up':
      return page.evaluate(async () => {
        const { hooke } = window;
        await hooke.set('integrator', 'symplectic-euler');
        await hooke.set('dt', 0.02);
        await hooke.play();
        for (let i = 0; i < 300 && !hooke.state().blowUp; i++) await new Promise((resolve) => setTimeout(resolve, 20));
      });
    case 'rewound':
      return page.evaluate(async () => {
        const { hooke } = window;
        const { stepCount } = hooke.state();
        await hooke.step(40);
        await hooke.send({ type: 'rewind', step: stepCount + 10 });
      });
    case 'side by side': {
      await page.keyboard.press('i');
      await page.locator('#instrument-list').getByText('Side by side', { exact: true }).click();
      const dock = page.locator('#instruments');
      await dock.getByRole('button', { name: 'The same at half dt' }).dispatchEvent('click');
      await page.evaluate(() => window.hooke.play());
      return;
    }
    case 'searching for equilibrium':
      return page.keyboard.press('e');
    case 'reading a file':
      return page.evaluate(async () => {
        const transfer = new DataTransfer();
        const positions = Array.from({ length: 9000 }, (_, i) => [i % 90, Math.floor(i / 90), 0]);
        const text = JSON.stringify({ hooke: 1, name: 'read', particles: { positions, masses: 1 } });
        transfer.items.add(new File([text], 'read.json'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      });
    case 'stepping':
      return page.evaluate(() => void window.hooke.step(100_000).catch(() => {}));
  }
}

/** Waits until the next engine has everything. A file that was read meanwhile is shown. */
async function untilSame(page: Page, before: Record<string, string>, moment: string): Promise<void> {
  for (const end = Date.now() + RESTART_TIMEOUT; ; ) {
    const after = await kept(page);
    const other = Object.keys(before).find((what) => after[what] !== before[what]);
    if (other === undefined || (moment === 'reading a file' && after.scene === 'read')) return;
    if (Date.now() > end) equal(after[other], before[other], `${other}, ${moment}`);
    await page.waitForTimeout(100);
  }
}

/** @throws Error if the next engine has other settings, another state, or does not run */
export async function checkDeath(page: Page, one: Death): Promise<void> {
  await reach(page, one);
  await page.waitForTimeout(one.delay);
  const isNoticed =
    one.says || (await page.evaluate(() => !window.hooke.state().paused && !window.hooke.state().blowUp));
  await page.evaluate((says) => (window as unknown as Lab).strike(says), isNoticed ? one.says : true);
  const again = page
    .locator('#messages')
    .getByRole('button', { name: isNoticed && !one.says ? 'Start again' : 'Restart' });
  await again.waitFor();
  if (one.moment === 'dragging') await page.mouse.up();
  const before = await kept(page);
  await again.click();
  await again.waitFor({ state: 'detached' });
  // The last frame stays until the next engine is there.
  await page.evaluate(async () => {
    const { hooke } = window;
    while (!(await hooke.hash().catch(() => ''))) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await untilSame(page, before, one.moment);
  if (one.moment === 'side by side') await page.keyboard.press('i');
  const { stepCount } = await page.evaluate(() => {
    (window as unknown as Lab).frozen = false;
    return window.hooke.state();
  });
  await page.evaluate(() => window.hooke.step(3).catch(() => {}));
  const now = await page.evaluate(() => window.hooke.state());
  if (now.stepCount === stepCount && !now.blowUp && (await page.locator('#messages').textContent()) === '')
    throw new Error('after a restart nothing moves');
}
