import fc from 'fast-check';
import '../../src/physics';
import { SPRING_KINDS } from '../../src/physics/model';
import type { Params } from '../../src/physics/params';
import { defaultParams } from '../../src/physics/registry';
import type { Scenery } from '../../src/physics/scenery';
import type { SceneData } from '../../src/physics/scenes/scene';

/** Any number that a file can hold: JSON has no −0 of its own. */
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
const nonNegative = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 });
const positive = fc.double({ noNaN: true, noDefaultInfinity: true, min: Number.MIN_VALUE });

const vector = fc.tuple(number, number, number);
const direction = vector.filter((v) => v.some((x) => x !== 0));
const fraction = fc.double({ noNaN: true, min: 0, max: 1 });

/** Anything that may stand around n particles. */
export const anyScenery = (n: number): fc.Arbitrary<Scenery> => {
  const chosen = fc.uniqueArray(fc.nat(n - 1));
  const surface = { restitution: fraction, friction: nonNegative };
  const things = (...models: Record<string, fc.Arbitrary<unknown>>[]) =>
    fc.array(fc.oneof(...models.map((model) => fc.record(model, { noNullPrototype: true }))), { maxLength: 3 });
  return fc.record(
    {
      planes: things({ point: vector, normal: direction, ...surface }),
      spheres: things({ center: vector, radius: positive, ...surface }),
      forces: things(
        { type: fc.constant('push'), force: vector },
        { type: fc.constant('push'), particles: chosen, force: vector },
      ),
      motion: things({ type: fc.constant('velocity'), particles: chosen, velocity: vector }),
    },
    { noNullPrototype: true },
  ) as fc.Arbitrary<never>;
};

/** Any scene of n particles and m springs, all alike or each its own. */
export const anyScene: fc.Arbitrary<SceneData> = fc
  .tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 0, max: 12 }))
  .chain(([n, m]) => {
    const floats = (item: fc.Arbitrary<number>, count: number) =>
      fc
        .oneof(
          fc.array(item, { minLength: count, maxLength: count }),
          item.map((x) => new Array<number>(count).fill(x)),
        )
        .map((values) => Float64Array.from(values));
    const some = (size: number) => fc.uniqueArray(fc.nat(n - 1), { minLength: size, maxLength: size });
    return fc.record(
      {
        name: fc.string(),
        positions: floats(number, 3 * n),
        velocities: floats(number, 3 * n),
        masses: floats(positive, n),
        pinned: fc.uniqueArray(fc.nat(n - 1)).map((pins) => pins.sort((a, b) => a - b)),
        springs: fc.array(some(2), { minLength: m, maxLength: m }).map((pairs) => Uint32Array.from(pairs.flat())),
        kinds: floats(fc.nat(SPRING_KINDS.length - 1), m).map((kinds) => Uint8Array.from(kinds)),
        restLengths: floats(nonNegative, m),
        stiffness: floats(nonNegative, m),
        damping: floats(nonNegative, m),
        surface: fc.array(some(3), { maxLength: 4 }).map((triangles) => Uint32Array.from(triangles.flat())),
        // What of a surface can act as one goes by its areas; it has a test of its own.
        membrane: fc.constant(null),
        scenery: anyScenery(n),
        grid: fc.constant(null),
        time: number,
      },
      { noNullPrototype: true },
    );
  });
export const anyParams: fc.Arbitrary<Params> = fc
  .record({
    dt: positive,
    gravity: number,
    drag: nonNegative,
    clamp: fc.constantFrom(0, 1),
    cgIterations: fc.nat().map((i) => i + 1),
  })
  .map((own) => ({ ...defaultParams(), ...own }));
