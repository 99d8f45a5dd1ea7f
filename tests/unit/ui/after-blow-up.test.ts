import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SceneFile } from '../../../src/physics';
import { createSlowReplay } from '../../../src/ui/instruments/parts/recording';
import { bindingOf } from '../../../src/ui/pointer/keyboard';
import { type LabInNode, openLabInNode } from '../../fixtures/lab-in-node';
import { randomNumbers } from '../../fixtures/random';

/** Frames within which something must happen: a step takes at most 2 s of wall time, or a message says so. */
const MAX_FRAMES = 150;
/** s; far above the limit of the cloth with symplectic Euler. */
const TOO_LONG = 0.01;

let lab: LabInNode;
beforeEach(() => {
  lab = openLabInNode();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const status = () => lab.frame.status;
const said = (kind: string) => lab.messages.list.find((message) => message.kind === kind);
/** Time, what a replay of the blow-up shows, and the time of runs beside. */
const moment = () =>
  [
    status().time,
    status().stepCount,
    status().replay?.position,
    ...lab.frame.companions.map(({ time }) => time),
  ].join();

async function frames(until: () => boolean, most = MAX_FRAMES): Promise<boolean> {
  for (let i = 0; i < most && !until(); i++) await lab.frames(1);
  return until();
}

async function press(key: string, at: { particle?: number; spring?: number } = {}): Promise<void> {
  const binding = bindingOf({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: key !== key.toLowerCase(),
    altKey: false,
  });
  const under = { particle: () => at.particle ?? -1, spring: () => at.spring ?? -1, release() {} };
  await Promise.resolve(binding?.act(lab, under, key)).catch(() => {});
}

/** A cloth of 6 × 6 particles that has blown up, with the replay over. */
async function blowUp(): Promise<void> {
  await lab.set('rows', 6);
  await lab.set('columns', 6);
  await lab.set('dt', TOO_LONG);
  lab.play();
  expect(await frames(() => status().blowUp !== null)).toBe(true);
  await frames(() => !status().replay?.playing, 1000);
  await lab.frames(2);
}

function click(label: string): void {
  lab.messages.list
    .flatMap(({ actions = [] }) => actions)
    .find((action) => action.label.startsWith(label))
    ?.act?.();
}

describe('after a blow-up', () => {
  beforeEach(blowUp);

  test('nothing plays, and Space shows the closed message again with the reason', async () => {
    expect(lab.playing).toBe(false);
    lab.messages.close('blow-up');
    await lab.frames(2);
    expect(lab.messages.list).toEqual([]);
    expect(lab.messages.closed).toHaveLength(1);
    await press(' ');
    await frames(() => said('blow-up') !== undefined);
    expect(said('blow-up')?.note).toMatch(
      /^Play does not resume: dt = 10 ms is \d+(\.\d)? × its limit with [\w ]+, \d\.\d+ ms\.$/,
    );
    expect(lab.playing).toBe(false);
    expect(lab.messages.closed).toEqual([]);
  });

  test.each([
    [' ', 'Play'],
    ['.', 'Step'],
  ])('the key “%s” says why it does not resume, and resumes once dt is within the limit', async (key, name) => {
    const { stepCount } = status();
    await press(key);
    await frames(() => said('blow-up')?.note !== undefined);
    expect(said('blow-up')?.note).toContain(`${name} does not resume`);
    expect(status().stepCount).toBe(stepCount);
    await lab.set('dt', 1e-4);
    await press(key);
    expect(await frames(() => status().blowUp === null && status().stepCount > stepCount)).toBe(true);
    if (name === 'Step') expect(status().stepCount).toBe(stepCount + 1);
    await lab.frames(2);
    expect(said('blow-up')).toBeUndefined();
    expect(lab.playing).toBe(name === 'Play');
  });

  test('Play lets a dt that follows the limit fall below it first', async () => {
    lab.page.followsLimit = true;
    await press(' ');
    expect(await frames(() => status().blowUp === null && lab.playing)).toBe(true);
    expect(status().params.dt).toBeLessThan(0.95 * TOO_LONG);
    expect(status().stability.fraction).toBeLessThan(0.95);
  });

  test('implicit Euler is offered longer steps, one click away, and the way back', async () => {
    click('Use implicit Euler');
    await frames(() => said('notice') !== undefined);
    expect(said('notice')?.actions?.map(({ label }) => label)).toEqual(['Set dt to 1/60 s']);
    click('Set dt to 1/60 s');
    await frames(() => status().params.dt === 1 / 60);
    await lab.frames(2);
    expect(said('notice')?.text).toBe('dt is now 16.7 ms. It was 10 ms.');
    click('Set dt back to 10 ms');
    await frames(() => status().params.dt === TOO_LONG);
    await lab.frames(2);
    expect(said('notice')?.text).toMatch(/made for long steps/);
    // Another method ends the offer.
    await lab.set('integrator', 'rk4');
    await lab.frames(2);
    expect(said('notice')).toBeUndefined();
  });

  test('a slow replay puts the playback speed back at its end, unless the user has changed it', async () => {
    const replay = createSlowReplay(lab);
    await lab.set('dt', 1e-4);
    await lab.send({ type: 'resume' });
    await lab.step(100);
    await lab.set('speed', 0.5);
    await replay.play(status().stepCount - 10, 0.02);
    expect(status().params.speed).toBe(0.02);
    replay.update(status());
    expect(status().timeline.past).toBe(true);
    await frames(() => !status().timeline.past, 1000);
    replay.update(status());
    await frames(() => status().params.speed === 0.5);
    expect(status().params.speed).toBe(0.5);
    await replay.play(status().stepCount - 10, 0.02);
    await lab.set('speed', 0.1);
    replay.end();
    await lab.frames(2);
    expect(status().params.speed).toBe(0.1);
  });
});

test('numbers of the limit are shown when they are final, the same in the message, its buttons and the meter', async () => {
  await lab.set('rows', 24);
  await lab.set('integrator', 'midpoint');
  await lab.set('dt', 1e-4);
  lab.play();
  await frames(() => !status().stability.sought);
  // A new dt alone starts no search.
  await lab.set('dt', TOO_LONG);
  await frames(() => status().blowUp !== null);
  await frames(() => said('blow-up') !== undefined);
  const seen: string[] = [];
  await frames(() => {
    const { reason = '', actions = [] } = said('blow-up') ?? {};
    if (status().stability.sought) seen.push(`${reason} ${actions[0].label} ${actions[0].act === undefined}`);
    return lab.page.blowUp !== null;
  });
  // The search took some frames, without a number that changes later.
  expect(new Set(seen)).toEqual(new Set(['Computing the limit of dt … Set dt to … true']));
  const { dt, stability } = lab.page.blowUp as NonNullable<typeof lab.page.blowUp>;
  expect(stability).toEqual(status().stability);
  const times = Math.round(dt / stability.dt);
  expect(said('blow-up')?.reason).toContain(`dt = 10 ms is at most ${times} × its limit`);
  await lab.frames(60);
  expect(status().stability).toEqual(stability);
});

/** Everything that a user can do, chosen by random numbers. */
function randomAct(random: () => number, small: SceneFile): [name: string, act: () => unknown] {
  const below = (count: number) => Math.floor(count * random());
  const pick = <T>(all: readonly T[]) => all[below(all.length)];
  const logarithmic = (low: number, high: number) => Number((low * (high / low) ** random()).toPrecision(3));
  const particle = below(lab.frame.structure.particleCount);
  const spring = below(lab.frame.structure.springs.length / 2);
  const point = (): [number, number, number] => [random() - 0.5, random(), random() - 0.5];
  const set = (key: string, value: number | string): [string, () => unknown] => [
    `${key} = ${value}`,
    () => lab.set(key, value),
  ];
  const message = pick(lab.messages.list);
  const action = pick(message?.actions ?? []);
  const { timeline } = status();
  const step = timeline.first.step + below(timeline.last.step - timeline.first.step + 1);
  const key = pick([' ', ' ', '.', ',', 'r', 'p', 'x', 'z', 'e', 'w', 'c', 'u', 'd', 'D', 'Escape']);
  return pick<[string, () => unknown]>([
    [`key ${key}`, () => press(key, { particle, spring })],
    [`key ${key}`, () => press(key, { particle, spring })],
    set('dt', logarithmic(1e-5, 0.05)),
    set('dt', logarithmic(1e-4, 0.02)),
    set('stiffness', logarithmic(1, 1e5)),
    set('damping', pick([0, logarithmic(1e-4, 1)])),
    set('mass', logarithmic(1e-5, 1)),
    set('drag', pick([0, logarithmic(1e-4, 10)])),
    set('gravity', 20 * random()),
    set('speed', pick([0, 1e-4, 0.05, 1, 2])),
    set('clamp', below(2)),
    set('stopOnBlowUp', below(2)),
    set('rows', pick([2, 6, 7])),
    set('integrator', pick(lab.catalog.integrators).id),
    set('precision', pick(['single', 'double'])),
    set('scene', pick(['chain', 'two-bodies', 'bounce'])),
    ['load a cloth', () => lab.load(small)],
    [`click ${action?.label}`, () => action?.act?.()],
    [`click ${action?.label}`, () => action?.act?.()],
    [`close ${message?.kind}`, () => message && message.kind !== 'standstill' && lab.messages.close(message.kind)],
    ['open the closed messages', () => lab.messages.reopen(lab.messages.closed[0]?.kind ?? 'blow-up')],
    [`grab ${particle}`, () => lab.engine.submitFromPointer({ type: 'grab', particle, target: point() })],
    ['move', () => lab.engine.submitFromPointer({ type: 'move', target: point() })],
    ['release', () => lab.engine.submitFromPointer({ type: 'release' })],
    ['push', () => lab.engine.submitFromPointer({ type: 'push', force: point() })],
    [`pin ${particle}`, () => lab.pin(particle, random() < 0.5)],
    ['undo', () => lab.undo()],
    [`rewind to ${step}`, () => lab.send({ type: 'rewind', step })],
    ['beside', () => lab.host.session.sideBySide([{ label: 'b', integrator: pick(lab.catalog.integrators).id }])],
    ['alone', () => lab.host.session.sideBySide(null)],
    ['restore', () => lab.restore()],
    ['frames', () => lab.frames(1 + below(20))],
  ]);
}

/** Presses Play if the button says so, and expects motion or a message about why there is none. */
async function expectPlayActs(acts: readonly string[]): Promise<void> {
  const before = moment();
  const { playing } = lab;
  const says = () => said('blow-up')?.note !== undefined || (!playing && said('blow-up') !== undefined);
  const answered = () => moment() !== before || says() || said('standstill') !== undefined;
  if (!playing) {
    // What is said from now on is the answer.
    for (const { kind } of lab.messages.list) lab.messages.close(kind);
    await press(' ');
  }
  expect(await frames(answered), `${acts.slice(-20).join('; ')} → ${moment()}`).toBe(true);
}

const ACTS = 200;

test(`${ACTS} random acts after a blow-up never end where Play does nothing and nothing is said`, {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = randomNumbers(seed);
    const acts: string[] = [`seed ${seed}`];
    // The cloth of the catalog has more particles than such a run needs.
    await lab.set('scene', 'cloth');
    await lab.set('rows', 6);
    await lab.set('columns', 6);
    const small = await lab.save();
    await lab.load(small);
    await blowUp();
    for (let i = 0; i < ACTS; i++) {
      const [name, act] = randomAct(random, small);
      acts.push(name);
      await Promise.resolve(act()).catch(() => {});
      await lab.frames(1 + Math.floor(3 * random()));
      if (i % 4 === 3) await expectPlayActs(acts);
      // The button shows what happens.
      const { playing } = lab;
      const before = moment();
      if (!playing) {
        await lab.frames(2);
        if (!lab.playing) expect(moment(), acts.slice(-20).join('; ')).toBe(before);
      }
    }
  }
});
