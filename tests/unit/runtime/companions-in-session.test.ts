import { expect, test } from 'vitest';
import { createSimulation, diagonal, type Floats } from '../../../src/physics';
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

test('frames contain the companions in their own arrays, and none after they end', () => {
  const session = smallSession();
  expect(session.frame().companions).toEqual([]);
  session.sideBySide(TWO);
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
  session.sideBySide(null);
  expect(session.frame().companions).toEqual([]);
});

test('run and companions have the same bits together as alone', () => {
  const session = smallSession();
  const alone = createSimulation({ params: { rows: 8, columns: 8, dt: 1e-4 } });
  session.sideBySide(TWO);
  const companion = createSimulation({ params: { rows: 8, columns: 8, dt: 1e-4 } });
  companion.apply({ type: 'integrator', id: 'rk4' });
  for (const run of [{ apply: session.runCommand, step: session.step }, alone, companion]) {
    run.apply({ type: 'grab', particle: 40, target: [0.3, 0.8, 0.2] });
    run.step(120);
  }
  expect(session.hash()).toBe(alone.hash());
  expect(session.frame().companions[0].positions).toEqual(companion.state.positions);
});

test('a blow-up of the main run is shown while its companions continue', () => {
  const session = smallSession();
  session.sideBySide([{ label: 'Implicit', integrator: 'implicit-euler' }]);
  session.runCommand({ type: 'integrator', id: 'explicit-euler' });
  session.runCommand({ type: 'set', key: 'damping', value: 0 });
  session.runCommand({ type: 'set', key: 'stiffness', value: 1e6 });
  session.advance(0.1);
  const { status } = session.frame();
  expect(status.blowUp).not.toBeNull();
  expect(status.replay?.position).toBe(0);
  const steps = () => session.frame().companions[0].stepCount;
  const before = steps();
  session.advance(1);
  expect(session.frame().status.replay?.position).toBeCloseTo(0.2, 6);
  expect(steps()).toBeGreaterThan(before);
  expect(session.frame().status.stepCount).toBe(status.stepCount);
  // Paused, the slow replay plays and no run makes a step.
  const after = steps();
  session.advance(1, false);
  expect(session.frame().status.replay?.position).toBeCloseTo(0.4, 6);
  expect(steps()).toBe(after);
});

/** A run of a cloth, and beside it the same one far above the limit of its stiffness. */
function besideStiff(playBlowUps = true) {
  const session = smallSession();
  session.playBlowUps(playBlowUps);
  session.sideBySide([{ label: 'Stiff', params: { stiffness: 1e6 } }]);
  const page = createFrameReceiver();
  page.receive(session.frame());
  const pass = (elapsed: number, steps = true) => {
    session.recycle(page.takeSpent());
    session.advance(elapsed, steps);
    page.receive(session.frame());
  };
  for (let i = 0; i < 60 && !page.latest.companions[0].blowUp; i++) pass(1 / 60);
  expect(page.latest.companions[0].blowUp).not.toBeNull();
  const sizeOf = (positions: Floats) => diagonal({ positions }, page.latest.structure.particleCount);
  const companion = () => page.latest.companions[0];
  return { session, page, pass, companion, growth: () => sizeOf(companion().texels) / sizeOf(companion().positions) };
}

test('a companion that has blown up grows tenfold in slow motion, while the main run keeps its bits', {
  tags: ['long'],
}, () => {
  const { session, page, pass, companion, growth } = besideStiff();
  expect(companion().show).toMatchObject({ position: 0, playing: true });
  expect(growth()).toBeLessThan(1.2);
  const { positions, stepCount } = companion();
  let seconds = 0;
  for (; companion().show?.playing && seconds < 60; seconds += 0.1) {
    pass(0.1);
    expect(companion().texels.every(Number.isFinite)).toBe(true);
  }
  expect(seconds).toBeGreaterThan(4);
  expect(seconds).toBeLessThan(6);
  expect(growth()).toBeGreaterThan(9);
  // Its state rests where it was.
  expect(companion()).toMatchObject({ positions, stepCount });
  const { status } = page.latest;
  expect(status).toMatchObject({ blowUp: null, replay: null });
  const alone = createSimulation({ params: { rows: 8, columns: 8, dt: 1e-4 } });
  alone.step(status.stepCount);
  expect(session.hash()).toBe(alone.hash());
});

test('the slow replay of a companion is paused with the others, played again, and over when the run begins again', () => {
  const { session, page, pass, companion, growth } = besideStiff();
  const control = (...controls: Parameters<typeof session.controlReplay>[0][]) => {
    for (const one of controls) session.controlReplay(one);
    page.receive(session.frame());
  };
  pass(1, false);
  control({ type: 'pause' });
  expect(companion().show).toMatchObject({ position: 0.2, playing: false });
  control({ type: 'play' });
  expect(companion().show).toMatchObject({ position: 0.2, playing: true });
  pass(9, false);
  expect(companion().show).toMatchObject({ position: 1, playing: false });
  control({ type: 'play' });
  expect(companion().show).toMatchObject({ position: 1, playing: false });
  // What is done with the main run changes nothing of it.
  session.runCommand({ type: 'grab', particle: 40, target: [0.3, 0.8, 0.2] });
  session.runCommand({ type: 'set', key: 'damping', value: 0.02 });
  control({ type: 'end' });
  expect(growth()).toBeGreaterThan(9);
  control({ type: 'repeat', companion: 0 });
  expect(companion().show).toMatchObject({ position: 0, playing: true });
  session.runCommand({ type: 'reset' });
  page.receive(session.frame());
  expect(companion()).toMatchObject({ blowUp: null, show: null });
  expect(growth()).toBeCloseTo(1, 12);
});

test('the blow-up of a companion is a still picture where nothing may move by itself', () => {
  const { pass, companion, growth } = besideStiff(false);
  pass(0.1);
  expect(companion().show).toMatchObject({ position: 1, playing: false });
  expect(growth()).toBeGreaterThan(9);
});

test('positions of a companion are finite in every frame, even if its state is not', () => {
  const session = smallSession();
  session.sideBySide([
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

test('the last request replaces the companions, and an unknown method or a fourth companion is refused', () => {
  const session = smallSession();
  session.sideBySide(TWO);
  session.sideBySide([TWO[1]]);
  expect(session.frame().companions.map(({ label }) => label)).toEqual(['half dt']);
  expect(() => session.sideBySide([{ label: '?', integrator: 'leapfrog' }])).toThrow(RangeError);
  expect(() => session.sideBySide([...TWO, ...TWO])).toThrow('got 4');
  expect(session.frame().companions).toEqual([]);
  session.sideBySide(TWO);
  session.sideBySide(null);
  expect(session.frame().companions).toEqual([]);
});
