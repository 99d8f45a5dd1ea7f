import { describe, expect, test } from 'vitest';
import { type Command, diagonal, INTEGRATORS } from '../../../src/physics';
import type { SlowReplay } from '../../../src/runtime/frame/frame';
import { createFrameReceiver } from '../../../src/runtime/frame/frame-message';
import { createSession, type Session } from '../../../src/runtime/host/session';
import { everyNth } from '../../fixtures/run-length';

const EXPLICIT = INTEGRATORS.filter(({ implicit, solvesSprings }) => !implicit && !solvesSprings).map(({ id }) => id);

/** s; stable with every explicit method. */
const SHORT = 1e-5;

/** What a user does to a cloth that moves. */
const STAGED = {
  stiffness: { type: 'set', key: 'stiffness', value: 2e7 },
  'a long dt': { type: 'set', key: 'dt', value: 0.01 },
  damping: { type: 'set', key: 'damping', value: 100 },
  'a light particle': { type: 'particle', particle: 100, mass: 1e-10 },
} satisfies Record<string, Command>;

interface Watched {
  session: Session;
  page: ReturnType<typeof createFrameReceiver>;
  /** The slow replay; an error if there is none. */
  shown(): SlowReplay;
  /** Size of the drawn scene over that of the state. */
  growth(): number;
  /** Lets wall time pass, s. */
  pass(elapsed: number): void;
}

function watch(session: Session): Watched {
  const { simulation } = session;
  const page = createFrameReceiver();
  page.receive(session.frame());
  return {
    session,
    page,
    shown() {
      const { replay } = page.latest.status;
      if (!replay) throw new Error('nothing is shown');
      return replay;
    },
    growth: () =>
      diagonal({ positions: page.latest.texels }, simulation.particleCount) /
      diagonal(simulation.state, simulation.particleCount),
    pass(elapsed) {
      session.recycle(page.takeSpent());
      session.advance(elapsed);
      page.receive(session.frame());
    },
  };
}

/** Plays a cloth, stages a blow-up, and plays until it is found. */
function blownUp(integrator: string, command: Command, params: object = {}): Watched {
  const session = createSession(() => 0);
  const { simulation } = session;
  session.runCommand({ type: 'scene', scene: 'cloth', params: { rows: 16, columns: 16, dt: SHORT, ...params } });
  session.runCommand({ type: 'integrator', id: integrator });
  session.advance(0.02);
  expect(simulation.blowUp).toBeNull();
  session.runCommand(command, 0);
  for (let i = 0; i < 600 && !simulation.blowUp; i++) session.advance(1 / 60);
  expect(simulation.blowUp).not.toBeNull();
  return watch(session);
}

/** True if all particles are in the box that the camera shows. */
function isInside(positions: Float32Array, { boxes }: SlowReplay): boolean {
  const ends = boxes?.all ?? { min: [0, 0, 0], max: [0, 0, 0] };
  return positions.every((x, i) => i % 4 === 3 || (x >= ends.min[i % 4] - 1e-5 && x <= ends.max[i % 4] + 1e-5));
}

const CASES = EXPLICIT.flatMap((integrator) =>
  Object.entries(STAGED).map(([name, command]) => ({ integrator, name, command })),
);

test.each(everyNth(18, CASES))(
  'the slow replay of a blow-up with $integrator by $name: the cloth grows tenfold in 4–6 s, and the state stays',
  { tags: ['sampled'] },
  ({ integrator, command }) => {
    const { session, page, shown, growth, pass } = blownUp(integrator, command);
    const hash = session.hash();
    const { positions } = page.latest;
    const state = positions.slice();
    let seconds = 0;
    let last = shown();
    expect(growth()).toBeLessThan(1.2);
    for (; shown().playing && seconds < 60; seconds += 0.1) {
      pass(0.1);
      const { texels } = page.latest;
      expect(texels.every(Number.isFinite)).toBe(true);
      const now = shown();
      for (const key of ['position', 'step', 'time'] as const) expect(now[key]).toBeGreaterThanOrEqual(last[key]);
      expect([now.energy, now.hOmega, now.hDamping].every(Number.isFinite)).toBe(true);
      expect(isInside(texels.subarray(0, state.length), now)).toBe(true);
      last = now;
    }
    expect(seconds).toBeGreaterThan(4);
    expect(seconds).toBeLessThan(6);
    expect(growth()).toBeGreaterThan(9);
    expect(page.latest.showsState).toBe(false);
    expect(page.latest.positions).toEqual(state);
    expect(session.hash()).toBe(hash);

    session.controlReplay({ type: 'end' });
    page.receive(session.frame());
    expect(page.latest.status.replay).toBeNull();
    expect(page.latest.showsState).toBe(true);
    expect(page.latest.texels.subarray(0, state.length)).toEqual(state);
    expect(session.hash()).toBe(hash);
  },
);

describe('the slow replay of a blow-up', () => {
  const byStep = () => blownUp('symplectic-euler', STAGED['a long dt']);

  test('changes no bit of what follows: with it and without it, the run resumes alike', () => {
    const runs = [true, false].map((shows) => {
      const { session, pass } = byStep();
      if (shows) for (let i = 0; i < 60; i++) pass(0.1);
      session.runCommand({ type: 'set', key: 'dt', value: SHORT });
      session.runCommand({ type: 'resume' });
      session.step(100);
      return session.hash();
    });
    expect(runs[0]).toBe(runs[1]);
  });

  test('shows the steps of the run itself, from a step at which nothing can be seen', () => {
    const { session, page, shown } = byStep();
    const { simulation } = session;
    const first = shown();
    expect(first.position).toBe(0);
    const again = simulation.rerun(first.step);
    expect(page.latest.texels.subarray(0, again.state.positions.length)).toEqual(again.state.positions);
  });

  test('can be paused, moved through, played again at another speed, ended and started again', () => {
    const { session, page, shown, growth, pass } = byStep();
    const control = (...controls: Parameters<Session['controlReplay']>[0][]) => {
      for (const one of controls) session.controlReplay(one);
      page.receive(session.frame());
    };
    pass(1);
    control({ type: 'pause' });
    const { position } = shown();
    pass(1);
    expect(shown()).toMatchObject({ position, playing: false });
    control({ type: 'seek', position: 1 });
    const end = growth();
    expect(end).toBeGreaterThan(9);
    control({ type: 'seek', position: 0 });
    expect(growth()).toBeLessThan(1.2);
    control({ type: 'seek', position: 7 });
    expect(growth()).toBe(end);
    control({ type: 'play', rate: 2 });
    expect(shown()).toMatchObject({ position: 0, playing: true, rate: 2 });
    pass(1);
    expect(shown().position).toBeCloseTo(2 * position, 6);
    control({ type: 'end' });
    expect(page.latest.status.replay).toBeNull();
    control({ type: 'seek', position: 0.5 });
    expect(page.latest.status.replay).toBeNull();
    control({ type: 'play' });
    expect(shown()).toMatchObject({ position: 0, playing: true, rate: 1 });
  });

  test.each<Command>([
    { type: 'resume' },
    { type: 'reset' },
    { type: 'undo' },
    { type: 'scene', scene: 'chain' },
    { type: 'set', key: 'rows', value: 12 },
    { type: 'equilibrium' },
    { type: 'rewind', step: 20 },
  ])('ends with the command %j', (command) => {
    const { session, page } = byStep();
    session.runCommand(command);
    page.receive(session.frame());
    expect(page.latest.status.replay).toBeNull();
    expect(page.latest.showsState).toBe(true);
  });

  const changes: [string, (k: number) => Command][] = [
    ['dt', (k) => ({ type: 'set', key: 'dt', value: 0.01 * 1.03 ** k })],
    ['stiffness', (k) => ({ type: 'set', key: 'stiffness', value: 2e7 * 1.05 ** k })],
    ['dt, back to a stable one', (k) => ({ type: 'set', key: 'dt', value: 0.01 * 0.9 ** k })],
    ['the method', () => ({ type: 'integrator', id: 'implicit-euler' })],
    ['a mass', (k) => ({ type: 'particle', particle: 100, mass: 0.001 * 0.9 ** k })],
    ['a grab', () => ({ type: 'grab', particle: 3, target: [0, 1, 0] })],
  ];
  test.each(everyNth(6, changes, 1))(
    'goes on while a hand changes %s in each frame, and shows the same',
    { tags: ['sampled'] },
    (_, commandAt) => {
      const [quiet, changed] = [byStep(), byStep()];
      const { params, integrator } = changed.session.simulation;
      for (let k = 0; k < 55; k++) {
        changed.session.runCommand(commandAt(k));
        for (const { pass } of [quiet, changed]) pass(0.1);
        expect(changed.page.latest.texels).toEqual(quiet.page.latest.texels);
        expect(changed.shown()).toEqual(quiet.shown());
      }
      expect(changed.growth()).toBeGreaterThan(9);
      expect(changed.session.hash()).toBe(quiet.session.hash());
      expect(changed.session.simulation.blowUp).toMatchObject({ params, integrator });
      // Once more, with all that was changed since.
      changed.session.controlReplay({ type: 'end' });
      changed.session.controlReplay({ type: 'play' });
      changed.session.controlReplay({ type: 'seek', position: 1 });
      changed.page.receive(changed.session.frame());
      expect(changed.page.latest.texels).toEqual(quiet.page.latest.texels);
    },
  );

  test('is not ended by the pointer that still holds a particle, nor by a request for a frame', () => {
    const { session, page, shown } = byStep();
    for (const command of [{ type: 'move', target: [0, 2, 0] }, { type: 'release' }] satisfies Command[])
      session.runCommand(command);
    session.step(0);
    page.receive(session.frame());
    expect(shown().playing).toBe(true);
    session.step(1);
    page.receive(session.frame());
    expect(page.latest.status.replay).toBeNull();
  });

  test('rests at the onset where nothing may move by itself, and shows the end when asked', () => {
    const session = createSession(() => 0);
    session.playBlowUps(false);
    session.runCommand({ type: 'scene', scene: 'cloth', params: { rows: 16, columns: 16, dt: 0.01 } });
    while (!session.simulation.blowUp) session.advance(1 / 60);
    const { shown, growth, pass, page } = watch(session);
    for (let i = 0; i < 20; i++) pass(0.5);
    expect(shown()).toMatchObject({ position: 0, playing: false });
    expect(growth()).toBeLessThan(1.2);
    session.controlReplay({ type: 'seek', position: 1 });
    page.receive(session.frame());
    expect(growth()).toBeGreaterThan(9);
  });

  test('draws finite numbers where one step leads to infinity', () => {
    const { page, pass, shown } = blownUp('rk4', { type: 'set', key: 'stiffness', value: 1e30 });
    for (let i = 0; i < 60; i++) {
      pass(0.1);
      expect(page.latest.texels.every(Number.isFinite)).toBe(true);
    }
    expect(shown()).toMatchObject({ position: 1, playing: false });
  });

  test('ends where a jitter no longer grows', () => {
    const session = createSession(() => 0);
    session.runCommand({ type: 'scene', scene: 'taichi-grid', params: { stiffness: 1.05e5 } });
    while (!session.simulation.blowUp) session.advance(1 / 60);
    const { shown, pass, growth } = watch(session);
    for (let i = 0; i < 60; i++) pass(0.1);
    expect(shown()).toMatchObject({ position: 1, playing: false });
    expect(growth()).toBeLessThan(9);
  });

  test('colors what is drawn, not the state', () => {
    const { session, page, pass } = byStep();
    session.colorBy('spring-strain');
    for (let i = 0; i < 60; i++) pass(0.1);
    const drawn = Math.max(...(page.latest.field?.values ?? []).map(Math.abs));
    session.controlReplay({ type: 'end' });
    page.receive(session.frame());
    const state = Math.max(...(page.latest.field?.values ?? []).map(Math.abs));
    expect(drawn).toBeGreaterThan(10 * state);
    expect(state).toBeGreaterThan(0);
  });
});
