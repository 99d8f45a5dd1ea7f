import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CameraPlace, createGlide } from '../../../src/render/camera/glide';

let reduced = false;
let now = 0;
beforeEach(() => {
  [reduced, now] = [false, 0];
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function createCamera() {
  let place: CameraPlace = { target: [0, 0, 0], distance: 1 };
  let offset: readonly number[] = [0, 0];
  return {
    place: () => place,
    offset: () => offset,
    moveTo(next: CameraPlace) {
      place = next;
    },
    setOffset(next: readonly number[]) {
      offset = next;
    },
  };
}
const GOAL: CameraPlace = { target: [2, 0, 0], distance: 8 };

test('the camera goes to its goal by and by, ever more slowly, and arrives there exactly', () => {
  const camera = createCamera();
  const glide = createGlide(camera);
  glide.to(GOAL, 1, [100, -50]);
  let steps: number[] = [];
  for (let before = 0; glide.goal && steps.length < 200; before = camera.place().target[0]) {
    now += 16;
    glide.update();
    steps.push(camera.place().target[0] - before);
  }
  expect(camera.place()).toEqual(GOAL);
  expect(camera.offset()).toEqual([100, -50]);
  expect(now).toBeLessThan(1000);
  // The last step is what was left.
  steps = steps.slice(0, -1);
  expect(steps).toEqual([...steps].sort((a, b) => b - a));
  expect(steps[0]).toBeLessThan(0.2 * GOAL.target[0]);
});

test('its way takes the same time at any frame rate', () => {
  const places = [1, 5].map((count) => {
    const camera = createCamera();
    now = 0;
    const glide = createGlide(camera);
    glide.to(GOAL, 1);
    for (let k = 1; k <= count; k++) {
      now = (k / count) * 100;
      glide.update();
    }
    return camera.place().target[0];
  });
  expect(places[1]).toBeCloseTo(places[0], 12);
});

test('it is there at once where the system asks for reduced motion', () => {
  reduced = true;
  const camera = createCamera();
  const glide = createGlide(camera);
  glide.to(GOAL, 1, [100, 0]);
  expect(camera.place()).toEqual(GOAL);
  expect(camera.offset()).toEqual([100, 0]);
  expect(glide.goal).toBeNull();
});

test('a user who moves the camera keeps its place, and the picture goes on to its point of the canvas', () => {
  const camera = createCamera();
  const glide = createGlide(camera);
  glide.to(GOAL, 1, [100, 0]);
  now = 30;
  glide.update();
  const { target } = camera.place();
  glide.dropPlace();
  for (now = 60; glide.goal; now += 30) glide.update();
  expect(camera.place().target).toEqual(target);
  expect(camera.offset()).toEqual([100, 0]);
});
