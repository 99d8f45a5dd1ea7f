import { describe, expect, test } from 'vitest';
import { texelLength } from '../../../src/runtime/frame/frame';
import { arraysOf, createFrameReceiver } from '../../../src/runtime/frame/frame-message';
import { createSession } from '../../../src/runtime/host/session';

const SMALL = { type: 'scene', scene: 'cloth', params: { rows: 8, columns: 8 } } as const;

describe('The arrays of a frame', () => {
  test('hold the positions once: those that are drawn are those that are read.', () => {
    const session = createSession(() => 0);
    session.runCommand(SMALL);
    const { positions, texels } = session.frame();
    expect(texels).toHaveLength(texelLength(64));
    expect(positions?.buffer).toBe(texels?.buffer);
    expect(positions).toEqual(session.simulation.state.positions);
  });

  test('hold them in double precision too where the engine has that.', () => {
    const session = createSession(() => 0);
    session.runCommand({ ...SMALL, precision: 'double' });
    session.step(3);
    const { positions, texels } = session.frame();
    expect(positions).toEqual(session.simulation.state.positions);
    expect(texels?.subarray(0, 4 * 64)).toEqual(Float32Array.from(session.simulation.state.positions));
  });

  test('hold the values of the field beside the positions.', () => {
    const session = createSession(() => 0);
    session.runCommand(SMALL);
    session.colorBy('speed');
    session.step(20);
    const { texels, field } = session.frame();
    expect(field?.values.some((value) => value > 0)).toBe(true);
    expect(texels?.subarray(0, 4 * 64).filter((_, k) => k % 4 === 3)).toEqual(field?.values);
    session.colorBy(null);
    expect(
      session
        .frame()
        .texels?.subarray(0, 4 * 64)
        .every((value, k) => k % 4 < 3 || value === 0),
    ).toBe(true);
  });

  test('go back only after the frame that replaced theirs was drawn, and are then written again.', () => {
    const session = createSession(() => 0);
    session.runCommand(SMALL);
    const page = createFrameReceiver();
    page.receive(session.frame());
    const drawn = arraysOf(page.latest);
    page.receive(session.frame());
    // What is on screen is still the first one.
    expect(page.takeSpent()).toEqual([]);
    page.receive(session.frame());
    const spent = page.takeSpent();
    expect(new Set(spent)).toEqual(new Set(drawn));
    session.recycle(spent);
    expect(arraysOf(session.frame()).every((array) => drawn.includes(array))).toBe(true);
  });

  test('stay the last finite ones while the state is not finite.', () => {
    const session = createSession(() => 0);
    session.runCommand(SMALL);
    const page = createFrameReceiver();
    page.receive(session.frame());
    const { positions, velocities } = page.latest;
    session.simulation.state.velocities[5] = Number.NaN;
    page.receive(session.frame());
    page.receive(session.frame());
    expect(page.latest.positions).toBe(positions);
    expect(page.latest.velocities).toBe(velocities);
    expect([...page.takeSpent(), ...page.takeSpent()]).toEqual([]);
  });
});
