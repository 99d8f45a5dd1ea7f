import { expect, test } from 'vitest';
import type { Frame } from '../../../src/runtime/frame/frame';
import { createCameraPath } from '../../../src/ui/page/frame-loop';

/** What a path reads of a frame; the recording ends with it, unless it is in the past. */
function frameAt(
  time: number,
  { first = 0, last = time, sceneNumber = 1, replay = null as object | null } = {},
): Frame {
  const timeline = { first: { time: first }, last: { time: last }, past: time < last };
  return { status: { time, timeline, replay }, structure: { sceneNumber } } as unknown as Frame;
}

const cameraAt = (x: number, touched = true) => {
  const current = [x, 0, 0, 0, 0, 0];
  return { current, pose: touched ? current : null, setPose() {}, turn() {}, remember: () => () => {} };
};

/** Noted at 0, 1, 2 … s. */
function pathOf(places: readonly number[], most?: number) {
  const path = createCameraPath(most);
  places.forEach((x, time) => {
    path.note(frameAt(time), cameraAt(x));
  });
  return path;
}

test('a camera that was not moved has no path', () => {
  const path = createCameraPath();
  path.note(frameAt(1), cameraAt(1, false));
  expect(path.at(1)).toBe(null);
  path.note(frameAt(2), cameraAt(2));
  expect([1, 1.5, 2].map((time) => path.at(time)?.[0])).toEqual([1, 1.5, 2]);
});

test('the camera is on the line between two places, and at rest where it rested', () => {
  const path = pathOf([5, 5, 5, 5, 9, 9, 9]);
  expect([-1, 0, 1.5, 3, 3.25, 4, 5.5, 9].map((time) => path.at(time)?.[0])).toEqual([5, 5, 5, 5, 6, 9, 9, 9]);
});

test('the newest place counts of a time, and none of a part that is repeated or shown as a blow-up', () => {
  const path = pathOf([0, 1, 2]);
  path.note(frameAt(2), cameraAt(7));
  path.note(frameAt(1, { last: 2 }), cameraAt(50));
  path.note(frameAt(2, { replay: {} }), cameraAt(60));
  expect([1, 2].map((time) => path.at(time)?.[0])).toEqual([1, 7]);
});

test('a camera that is moved while time stands still jumps there', () => {
  const path = pathOf([5, 5, 5, 5]);
  for (const x of [6, 7, 8]) path.note(frameAt(3), cameraAt(x));
  path.note(frameAt(4), cameraAt(8));
  expect([2.9, 3, 4].map((time) => path.at(time)?.[0])).toEqual([5, 8, 8]);
});

test('what is no longer recorded is forgotten', () => {
  const path = pathOf([0, 1, 2, 3, 4]);
  // Continued from 2 s.
  path.note(frameAt(2.5), cameraAt(8));
  expect([2, 2.25, 4].map((time) => path.at(time)?.[0])).toEqual([2, 5, 8]);
  // The recording now begins at 2.2 s.
  path.note(frameAt(3, { first: 2.2 }), cameraAt(8));
  expect([0, 2.25].map((time) => path.at(time)?.[0])).toEqual([2, 5]);
  path.note(frameAt(0, { sceneNumber: 2 }), cameraAt(3, false));
  expect(path.at(0)).toBe(null);
});

test('a long motion becomes coarser, and keeps its ends', () => {
  const path = pathOf(
    Array.from({ length: 1000 }, (_, time) => time),
    64,
  );
  expect([0, 500, 999].map((time) => path.at(time)?.[0])).toEqual([0, 500, 999]);
});
