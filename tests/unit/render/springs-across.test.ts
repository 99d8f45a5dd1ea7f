import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPicking } from '../../../src/render/camera/picking';
import type { Structure } from '../../../src/runtime/frame/frame';

const SIZE = 1000;
/** Clip space is the world: x and y from −1 to 1 fill the canvas. */
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Springs 0 … m − 1 without common ends, given in pixels. */
function lookAt(springs: [from: [number, number], to: [number, number]][], absent = springs.map(() => 0)) {
  const picking = createPicking();
  picking.rebuild(2 * springs.length);
  const toWorld = ([x, y]: [number, number]) => [(2 * x) / SIZE - 1, 1 - (2 * y) / SIZE, 0, 0];
  const positions = Float32Array.from(springs.flat().flatMap(toWorld));
  picking.project(positions, IDENTITY, SIZE, SIZE);
  const structure = {
    springs: Uint32Array.from(springs.flat().keys()),
    kinds: new Uint8Array(springs.length),
    absent: Uint8Array.from(absent),
  } as unknown as Structure;
  return (from: [number, number], to: [number, number]) =>
    picking
      .springsAcross(from, to, structure)
      .map(({ spring }) => spring)
      .sort((a, b) => a - b);
}

const pixel = fc.double({ min: 100, max: 900, noNaN: true });
const place = fc.tuple(pixel, pixel);
const part = fc.double({ min: 0.1, max: 0.9, noNaN: true });

test('a stroke crosses exactly the springs that have an end on each side of it', () => {
  fc.assert(
    fc.property(place, place, part, fc.double({ min: 0.3, max: 2.8, noNaN: true }), (from, to, along, angle) => {
      const [ux, uy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(ux, uy);
      fc.pre(length > 20);
      // A spring through a point of the stroke, at an angle to it of at least 0.3.
      const direction = Math.atan2(uy, ux) + angle;
      const at = (s: number): [number, number] => [
        from[0] + along * ux + s * Math.cos(direction),
        from[1] + along * uy + s * Math.sin(direction),
      ];
      const across = lookAt([
        [at(-10), at(10)],
        [at(5), at(20)],
        [at(10), at(-10)],
      ]);
      expect(across(from, to)).toEqual([0, 2]);
      // The same springs lie beyond the end of a stroke that stops halfway to them.
      const short: [number, number] = [from[0] + 0.5 * along * ux, from[1] + 0.5 * along * uy];
      expect(across(from, short)).toEqual([]);
    }),
  );
});

test('a stroke crosses no absent spring, and one of zero length crosses none', () => {
  const spring: [[number, number], [number, number]] = [
    [500, 400],
    [500, 600],
  ];
  expect(lookAt([spring, spring], [0, 1])([400, 500], [600, 500])).toEqual([0]);
  expect(lookAt([spring])([500, 500], [500, 500])).toEqual([]);
});

test('crossings are in the order of the stroke, with their place between the two ends of the spring', () => {
  const picking = createPicking();
  picking.rebuild(4);
  // In clip space, from x = 0.5 and y = 0 to y = 1, and at x = −0.5 from y = 0.3 to y = −0.1.
  picking.project(
    Float32Array.from([0.5, 0, 0, 0, 0.5, 1, 0, 0, -0.5, 0.3, 0, 0, -0.5, -0.1, 0, 0]),
    IDENTITY,
    SIZE,
    SIZE,
  );
  const structure = { springs: Uint32Array.from([0, 1, 2, 3]), kinds: new Uint8Array(2), absent: new Uint8Array(2) };
  // At y = 0.2.
  const crossings = picking.springsAcross([100, 400], [900, 400], structure as unknown as Structure);
  expect(crossings.map(({ spring }) => spring)).toEqual([1, 0]);
  expect(crossings[0].at).toBeCloseTo(0.25, 5);
  expect(crossings[1].at).toBeCloseTo(0.2, 5);
});
