import { describe, expect, test } from 'vitest';
import { createFrameReceiver } from '../../../src/runtime/frame/frame-message';
import { createSampleLog, SAMPLE_CAPACITY, type Sample } from '../../../src/runtime/frame/samples';
import { createSession } from '../../../src/runtime/host/session';

/** The samples of a second of a scene whose frames arrive so many times. */
function secondOf(scene: string, frames: number, watched: readonly number[] = []): Sample[] {
  const session = createSession(() => 0);
  session.runCommand({ type: 'scene', scene });
  session.watch(watched);
  const samples: Sample[] = [];
  for (let i = 0; i < frames; i++) {
    session.advance(1 / frames);
    samples.push(...session.frame().samples);
  }
  return samples;
}

describe('The samples of a run', () => {
  test('do not depend on the frame rate: at 8 and at 64 frames per second they are the same', () => {
    for (const [scene, watched] of [
      ['damped-oscillator', []],
      ['cloth', [40]],
    ] as const) {
      const [slow, fast] = [8, 64].map((frames) => secondOf(scene, frames, watched));
      expect(slow.length, scene).toBeGreaterThan(90);
      const until = Math.min(slow.length, fast.length);
      expect(Math.abs(slow.length - fast.length), scene).toBeLessThan(4);
      expect(slow.slice(0, until), scene).toEqual(fast.slice(0, until));
    }
  });

  test('are equally spaced in simulated time: every step of a long dt, and some 240 per second of a short one', () => {
    for (const [scene, least, most] of [
      ['damped-oscillator', 0.01, 0.01],
      ['cloth', 0.003, 0.006],
    ] as const) {
      const times = secondOf(scene, 10, [0]).map(({ time }) => time);
      const gaps = times.slice(1).map((time, i) => time - times[i]);
      for (const gap of gaps) expect(gap, scene).toBeCloseTo(gaps[0], 9);
      expect(gaps[0], scene).toBeGreaterThan(least - 1e-9);
      expect(gaps[0], scene).toBeLessThan(most + 1e-9);
    }
  });

  test('hold all particles of a small scene, and of a large one those that are watched, with the energies', () => {
    const small = secondOf('three-springs', 2);
    expect(small[0].particles).toEqual([0, 1, 2]);
    expect(small[0].run).toBeNull();
    expect(secondOf('cloth', 2)).toEqual([]);
    const session = createSession(() => 0);
    session.watch([7, 5, 9999]);
    const { simulation } = session;
    let samples: readonly Sample[] = [];
    for (let i = 0; samples.length === 0 && i < 100; i++) {
      session.step(1);
      samples = session.frame().samples;
    }
    expect(samples).toHaveLength(1);
    const [{ particles, positions, velocities, run, time }] = samples;
    expect(particles).toEqual([7, 5]);
    expect(time).toBe(simulation.time);
    expect([...positions]).toEqual([7, 5].flatMap((i) => simulation.particle(i).position));
    expect([...velocities]).toEqual([7, 5].flatMap((i) => simulation.particle(i).velocity));
    expect(run?.energy).toEqual(simulation.energy());
  });

  test('change no bit of the run', () => {
    const plain = createSession(() => 0);
    const watched = createSession(() => 0);
    watched.watch([3]);
    for (const session of [plain, watched]) session.step(50);
    expect(watched.hash()).toBe(plain.hash());
  });

  test('reach the page also by frames that are never drawn, each once', () => {
    const session = createSession(() => 0);
    session.runCommand({ type: 'scene', scene: 'damped-oscillator' });
    const page = createFrameReceiver();
    for (let i = 0; i < 5; i++) {
      session.step(3);
      page.receive(session.frame());
    }
    const { samples } = page.latest;
    expect(samples.from(0).map(({ step }) => step)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    expect(samples.from(12).map(({ step }) => step)).toEqual([13, 14, 15]);
    expect(samples.from(samples.end)).toEqual([]);
  });

  test('leave the memory when the scene is replaced, and are numbered on', () => {
    const session = createSession(() => 0);
    session.runCommand({ type: 'scene', scene: 'damped-oscillator' });
    const page = createFrameReceiver();
    const next = () => {
      session.step(3);
      page.receive(session.frame());
      return page.latest.samples;
    };
    next();
    expect(next().from(0)).toHaveLength(6);
    session.runCommand({ type: 'scene', scene: 'three-springs' });
    expect(
      next()
        .from(0)
        .map(({ step }) => step),
    ).toEqual([1, 2, 3]);
    expect(page.latest.samples.end).toBe(9);
  });

  test('are kept for the last 120 frames that have any, and at most 4,096 of them', () => {
    const log = createSampleLog();
    const add = (count: number) => log.add(Array.from({ length: count }, () => ({}) as Sample));
    for (let frame = 0; frame < 1000; frame++) add(4);
    expect(log.from(0)).toHaveLength(480);
    // A run that rests keeps what has not been recorded.
    for (let frame = 0; frame < 500; frame++) add(0);
    expect(log.from(0)).toHaveLength(480);
    expect(log.from(log.end - 7)).toHaveLength(7);
    for (let frame = 0; frame < 3; frame++) add(3000);
    expect(log.from(0)).toHaveLength(SAMPLE_CAPACITY);
    expect(log.end).toBe(13_000);
  });
});
