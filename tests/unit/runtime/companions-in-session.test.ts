import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { arraysOf, createFrameReceiver } from '../../../src/runtime/frame/frame-message';
import { createSession } from '../../../src/runtime/host/session';

const TWO = [
  { label: 'RK4', integrator: 'rk4' },
  { label: 'half dt', params: { dt: 5e-5 } },
];

function smallSession() {
  const session = createSession(() => 0);
  session.runCommand({ type: 'scene', scene: 'cloth', params: { rows: 8, columns: 8, dt: 1e-4 } });
  return session;
}

test('frames contain the companions in their own arrays, and none after they end', async () => {
  const session = smallSession();
  expect(session.frame().companions).toEqual([]);
  await session.sideBySide(TWO);
  session.advance(1 / 60);
  const frame = session.frame();
  expect(frame.companions.map(({ label, integrator, dt }) => [label, integrator, dt])).toEqual([
    ['RK4', 'rk4', 1e-4],
    ['half dt', frame.status.integrator, 5e-5],
  ]);
  expect(frame.status.stepCount).toBeGreaterThan(100);
  expect(frame.companions.map(({ stepCount }) => stepCount)).toEqual([
    frame.status.stepCount,
    2 * frame.status.stepCount,
  ]);
  const arrays = arraysOf(frame);
  expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBe(4);
  expect(arrays).toContain(frame.companions[1].texels);
  await session.sideBySide(null);
  expect(session.frame().companions).toEqual([]);
});

test('run and companions have the same bits together as alone', async () => {
  const session = smallSession();
  const alone = createSimulation({ params: { rows: 8, columns: 8, dt: 1e-4 } });
  await session.sideBySide(TWO);
  const companion = createSimulation({ params: { rows: 8, columns: 8, dt: 1e-4 } });
  companion.apply({ type: 'integrator', id: 'rk4' });
  for (const run of [{ apply: session.runCommand, step: session.step }, alone, companion]) {
    run.apply({ type: 'grab', particle: 40, target: [0.3, 0.8, 0.2] });
    run.step(120);
  }
  expect(session.hash()).toBe(alone.hash());
  expect(session.frame().companions[0].positions).toEqual(companion.state.positions);
});

test('with companions a blow-up of the main run is not replayed, and they continue', async () => {
  const session = smallSession();
  await session.late.withParts(() => session.sideBySide([{ label: 'Implicit', integrator: 'implicit-euler' }]));
  session.runCommand({ type: 'integrator', id: 'explicit-euler' });
  session.runCommand({ type: 'set', key: 'damping', value: 0 });
  session.runCommand({ type: 'set', key: 'stiffness', value: 1e6 });
  session.advance(0.1);
  const { status } = session.frame();
  expect(status.blowUp).not.toBeNull();
  expect(status.replay).toBeNull();
  const before = session.frame().companions[0].stepCount;
  session.advance(0.1);
  expect(session.frame().companions[0].stepCount).toBeGreaterThan(before);
  expect(session.frame().status.stepCount).toBe(status.stepCount);
});

test('positions of a companion are finite in every frame, even if its state is not', async () => {
  const session = smallSession();
  await session.sideBySide([
    { label: 'Wild', integrator: 'explicit-euler', params: { stiffness: 1e12, stopOnBlowUp: 0, damping: 1e9 } },
  ]);
  session.runCommand({ type: 'grab', particle: 40, target: [0.3, 0.8, 0.2] });
  const page = createFrameReceiver();
  for (let step = 0; step < 40; step++) {
    session.step(1);
    page.receive(session.frame());
    const [{ positions, texels }] = page.latest.companions;
    expect(positions.every(Number.isFinite)).toBe(true);
    expect(texels.every(Number.isFinite)).toBe(true);
  }
  expect(session.frame().companions[0].blowUp?.cause).toBe('non-finite');
});

test('the last request replaces the companions, and an unknown method or a fourth companion is refused', async () => {
  const session = smallSession();
  await Promise.all([session.sideBySide(TWO), session.sideBySide([TWO[1]])]);
  expect(session.frame().companions.map(({ label }) => label)).toEqual(['half dt']);
  await expect(session.sideBySide([{ label: '?', integrator: 'leapfrog' }])).rejects.toThrow(RangeError);
  await expect(session.sideBySide([...TWO, ...TWO])).rejects.toThrow('got 4');
  expect(session.frame().companions).toEqual([]);
  await Promise.all([session.sideBySide(TWO), session.sideBySide(null)]);
  expect(session.frame().companions).toEqual([]);
});
