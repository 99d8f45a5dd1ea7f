/** A change to a good file, and what the message of its refusal must say. */
export interface Malformed {
  /** The keys that lead to the place; the last one may be new. */
  at: (string | number)[];
  /** What stands there instead; absent: the key is taken away. */
  value?: unknown;
  /** How the message begins. */
  path: string;
  /** What else it says: the value, the count, the range. */
  says: string[];
}

/** Two triangles of four particles and five springs, every key given, that a file may be made bad from. */
export function goodFile(): Record<string, unknown> {
  return {
    hooke: 1,
    name: 'two triangles',
    particles: {
      positions: [
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 0],
        [1, 0, 0],
      ],
      velocities: [
        [0, 0, 0],
        [0, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
      ],
      masses: [1, 2, 3, 4],
      pinned: [0, 1],
    },
    springs: {
      pairs: [
        [0, 1],
        [2, 3],
        [0, 2],
        [1, 3],
        [1, 2],
      ],
      restLengths: [1, 1, 1, 1, 1.4],
      stiffness: [10, 10, 10, 10, 5],
      damping: [0.1, 0.1, 0.1, 0.1, 0],
      kinds: ['structural', 'structural', 'structural', 'structural', 'shear'],
    },
    surface: [
      [0, 2, 1],
      [1, 2, 3],
    ],
    time: 2.5,
    integrator: 'rk4',
    params: { dt: 0.001, gravity: 0 },
  };
}

const is = (at: Malformed['at'], value: unknown, path: string, ...says: string[]): Malformed => ({
  at,
  value,
  path,
  says,
});
const without = (at: Malformed['at'], path: string): Malformed => ({ at, path, says: ['missing'] });

const NOT_OBJECTS: [unknown, string][] = [
  [null, 'null'],
  [[], '[]'],
  [7, '7'],
  ['x', '"x"'],
  [true, 'true'],
];
const NOT_NUMBERS: [unknown, string][] = [
  [null, 'null'],
  ['1', '"1"'],
  [true, 'true'],
  [{}, '{}'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
];

const WHOLE: Malformed[] = [
  ...NOT_OBJECTS.map(([value, text]) => is([], value, 'scene file', text)),
  is([], '{"hooke": 1}', 'scene file', 'must be an object'),
  is([], undefined, 'scene file', 'undefined'),
  is([], {}, 'hooke', 'missing'),
  without(['hooke'], 'hooke'),
  is(['hooke'], 2, 'hooke', '2', 'format 1'),
  is(['hooke'], 0, 'hooke', '0'),
  is(['hooke'], '1', 'hooke', '"1"'),
  is(['name'], 5, 'name', '5'),
  is(['name'], null, 'name', 'null'),
  ...NOT_NUMBERS.map(([value, text]) => is(['time'], value, 'time', text)),
  is(['planets'], 1, 'planets', 'unknown'),
  is(['toString'], 1, 'toString', 'unknown'),
  is(['constructor'], {}, 'constructor', 'unknown'),
  is(['two words'], 1, '["two words"]', 'unknown'),
  is(['particles', 'colour'], 'red', 'particles.colour', 'unknown'),
  is(['springs', 'length'], [1], 'springs.length', 'unknown'),
];

const PARTICLES: Malformed[] = [
  without(['particles'], 'particles'),
  ...NOT_OBJECTS.map(([value, text]) => is(['particles'], value, 'particles', text)),
  without(['particles', 'positions'], 'particles.positions'),
  is(['particles', 'positions'], [], 'particles.positions', 'at least one'),
  is(['particles', 'positions'], {}, 'particles.positions', '{}'),
  is(['particles', 'positions', 3], [1, 2], 'particles.positions[3]', '[1,2]'),
  is(['particles', 'positions', 0], [1, 2, 3, 4], 'particles.positions[0]', '[1,2,3,4]'),
  is(['particles', 'positions', 0], 4, 'particles.positions[0]', '4'),
  is(['particles', 'positions', 1], null, 'particles.positions[1]', 'null'),
  ...NOT_NUMBERS.map(([value, text]) => is(['particles', 'positions', 2, 1], value, 'particles.positions[2][1]', text)),
  is(['particles', 'velocities'], [[0, 0, 0]], 'particles.velocities', '1 value for 4 particles'),
  is(['particles', 'velocities'], [], 'particles.velocities', '0 values for 4'),
  is(['particles', 'velocities'], 0, 'particles.velocities', '0'),
  is(['particles', 'velocities', 1], [0, 0], 'particles.velocities[1]', '[0,0]'),
  is(['particles', 'velocities', 1, 2], 'fast', 'particles.velocities[1][2]', '"fast"'),
  is(['particles', 'velocities', 0, 0], Number.NEGATIVE_INFINITY, 'particles.velocities[0][0]', '-Infinity'),
  without(['particles', 'masses'], 'particles.masses'),
  is(['particles', 'masses'], [1, 2, 3], 'particles.masses', '3 values for 4 particles'),
  is(['particles', 'masses'], 0, 'particles.masses', 'positive', '0'),
  is(['particles', 'masses'], -1, 'particles.masses', '-1'),
  is(['particles', 'masses'], 'heavy', 'particles.masses', '"heavy"'),
  is(['particles', 'masses', 2], 0, 'particles.masses[2]', '0'),
  is(['particles', 'masses', 2], -0.5, 'particles.masses[2]', '-0.5'),
  is(['particles', 'masses', 3], null, 'particles.masses[3]', 'null'),
  is(['particles', 'pinned'], 0, 'particles.pinned', '0'),
  is(['particles', 'pinned', 1], 4, 'particles.pinned[1]', '4 is not a particle (0–3)'),
  is(['particles', 'pinned', 1], -1, 'particles.pinned[1]', '-1 is not a particle'),
  is(['particles', 'pinned', 0], 0.5, 'particles.pinned[0]', '0.5 is not a particle'),
  is(['particles', 'pinned', 0], '0', 'particles.pinned[0]', '"0"'),
  is(['particles', 'pinned', 1], 0, 'particles.pinned[1]', 'particle 0', 'already'),
];

const SPRINGS: Malformed[] = [
  ...NOT_OBJECTS.map(([value, text]) => is(['springs'], value, 'springs', text)),
  without(['springs', 'pairs'], 'springs.pairs'),
  without(['springs', 'stiffness'], 'springs.stiffness'),
  is(['springs', 'pairs'], 'all', 'springs.pairs', '"all"'),
  is(['springs', 'pairs', 0], [0], 'springs.pairs[0]', '[0]'),
  is(['springs', 'pairs', 0], [0, 1, 2], 'springs.pairs[0]', '[0,1,2]'),
  is(['springs', 'pairs', 4], 3, 'springs.pairs[4]', '3'),
  is(['springs', 'pairs', 2, 1], 4, 'springs.pairs[2][1]', '4 is not a particle (0–3)'),
  is(['springs', 'pairs', 2, 0], -1, 'springs.pairs[2][0]', '-1 is not a particle'),
  is(['springs', 'pairs', 3, 0], 1.5, 'springs.pairs[3][0]', '1.5 is not a particle'),
  is(['springs', 'pairs', 3, 0], null, 'springs.pairs[3][0]', 'null'),
  is(['springs', 'pairs', 1], [2, 2], 'springs.pairs[1]', 'particle 2 to itself'),
  is(['springs', 'restLengths'], [1, 1, 1], 'springs.restLengths', '3 values for 5 springs'),
  is(['springs', 'restLengths'], 1, 'springs.restLengths', '1'),
  is(['springs', 'restLengths', 4], -0.1, 'springs.restLengths[4]', '-0.1'),
  is(['springs', 'restLengths', 0], Number.NaN, 'springs.restLengths[0]', 'NaN'),
  is(['springs', 'stiffness'], -5, 'springs.stiffness', '-5'),
  is(['springs', 'stiffness'], [1, 2], 'springs.stiffness', '2 values for 5 springs'),
  is(['springs', 'stiffness'], null, 'springs.stiffness', 'null'),
  is(['springs', 'stiffness', 1], -1e-9, 'springs.stiffness[1]', '-1e-9'),
  is(['springs', 'stiffness', 1], Number.POSITIVE_INFINITY, 'springs.stiffness[1]', 'Infinity'),
  is(['springs', 'damping'], -0.1, 'springs.damping', '-0.1'),
  is(['springs', 'damping'], [0, 0, 0, 0, 0, 0], 'springs.damping', '6 values for 5 springs'),
  is(['springs', 'damping', 2], '0', 'springs.damping[2]', '"0"'),
  is(['springs', 'damping', 2], -3, 'springs.damping[2]', '-3'),
  is(['springs', 'kinds'], 'diagonal', 'springs.kinds', '"diagonal"'),
  is(['springs', 'kinds'], 1, 'springs.kinds', '1'),
  is(['springs', 'kinds'], ['shear'], 'springs.kinds', '1 value for 5 springs'),
  is(['springs', 'kinds', 3], 'Structural', 'springs.kinds[3]', '"Structural"'),
  is(['springs', 'kinds', 3], 0, 'springs.kinds[3]', '0'),
];

const OTHERS: Malformed[] = [
  is(['surface'], {}, 'surface', '{}'),
  is(['surface', 1], [1, 2], 'surface[1]', '[1,2]'),
  is(['surface', 0, 2], 9, 'surface[0][2]', '9 is not a particle (0–3)'),
  is(['surface', 0, 2], 'one', 'surface[0][2]', '"one"'),
  is(['surface', 1, 2], 1, 'surface[1][2]', 'particle 1'),
  is(['integrator'], 'euler', 'integrator', '"euler"', 'symplectic-euler'),
  is(['integrator'], 'toString', 'integrator', '"toString"'),
  is(['integrator'], 4, 'integrator', '4'),
  ...NOT_OBJECTS.map(([value, text]) => is(['params'], value, 'params', text)),
  is(['params', 'viscosity'], 1, 'params.viscosity', 'viscosity'),
  is(['params', 'constructor'], 1, 'params.constructor', 'constructor'),
  is(['params', 'dt'], 0, 'params.dt', '0'),
  is(['params', 'dt'], -0.1, 'params.dt', '-0.1'),
  is(['params', 'dt'], '1', 'params.dt', '"1"'),
  is(['params', 'drag'], -1, 'params.drag', '-1'),
  is(['params', 'gravity'], Number.NaN, 'params.gravity', 'NaN'),
  is(['params', 'hardHold'], 0.5, 'params.hardHold', '0.5'),
  is(['params', 'cgIterations'], 1.5, 'params.cgIterations', '1.5'),
  is(['params', 'rows'], 1, 'params.rows', '1'),
  is(['params', 'columns'], 2.5, 'params.columns', '2.5'),
  is(['params', 'stiffness'], 100, 'params.stiffness', 'follows from the springs', '100'),
  is(['params', 'shear'], 0.5, 'params.shear', 'follows from the springs', '0.5'),
  is(['params', 'bend'], 0, 'params.bend', 'follows from the springs', '0'),
  is(['params', 'damping'], 0.1, 'params.damping', 'follows from the springs', '0.1'),
  is(['params', 'mass'], 1, 'params.mass', 'follows from the masses', '1'),
];

const plane = { point: [0, 0, 0], normal: [0, 1, 0] };
const push = { type: 'push', force: [0, 0, 0] };
const steady = { particles: [0], velocity: [0, 0, 0] };
const membrane = { triangles: [[0, 1, 2]], lambda: 1, mu: 1, thickness: 1 };

const SCENERY: Malformed[] = [
  is(['planes'], {}, 'planes', 'a list', '{}'),
  is(['planes'], [7], 'planes[0]', 'an object', '7'),
  is(['planes'], [plane, { normal: [0, 1, 0] }], 'planes[1].point', 'is missing'),
  is(['planes'], [{ point: [0, 0, 0] }], 'planes[0].normal', 'is missing'),
  is(['planes'], [{ ...plane, normal: [0, 0, 0] }], 'planes[0].normal', '[0,0,0]'),
  is(['planes'], [{ ...plane, point: [0, 0] }], 'planes[0].point', '[0,0]'),
  is(['planes'], [{ ...plane, point: [0, Number.NaN, 0] }], 'planes[0].point[1]', 'NaN'),
  is(['planes'], [{ ...plane, restitution: 1.5 }], 'planes[0].restitution', 'from 0 to 1', '1.5'),
  is(['planes'], [{ ...plane, friction: -1 }], 'planes[0].friction', '-1'),
  is(['planes'], [{ ...plane, bounce: 1 }], 'planes[0]', 'unknown key "bounce"'),
  is(['planes'], [{ ...plane, constructor: 1 }], 'planes[0]', 'unknown key "constructor"'),
  is(['spheres'], [{ center: [0, 0, 0] }], 'spheres[0].radius', 'is missing'),
  is(['spheres'], [{ center: [0, 0, 0], radius: 0 }], 'spheres[0].radius', 'positive', '0'),
  is(['spheres'], [{ center: 'here', radius: 1 }], 'spheres[0].center', '"here"'),
  is(['forces'], 'wind', 'forces', '"wind"'),
  is(['forces'], [{ force: [0, 0, 0] }], 'forces[0].type', 'undefined', 'push'),
  is(['forces'], [{ ...push, type: 'magic' }], 'forces[0].type', '"magic"', 'push'),
  is(['forces'], [{ ...push, type: 'toString' }], 'forces[0].type', '"toString"'),
  is(['forces'], [{ type: 'push' }], 'forces[0].force', 'is missing'),
  is(['forces'], [{ ...push, power: 1 }], 'forces[0]', 'unknown key "power"'),
  is(['forces'], [{ ...push, particles: 3 }], 'forces[0].particles', '3'),
  is(['forces'], [{ ...push, particles: [0, 4] }], 'forces[0].particles[1]', '4 is not a particle (0–3)'),
  is(['forces'], [{ ...push, particles: [1, 1] }], 'forces[0].particles[1]', 'particle 1 is there already'),
  is(['motion'], [{ particles: [0] }], 'motion[0]', 'needs one of', 'velocity'),
  is(['motion'], [{ velocity: [0, 0, 0] }], 'motion[0].particles', 'is missing'),
  is(['motion'], [{ ...steady, velocity: 3 }], 'motion[0].velocity', '3'),
  is(['motion'], [{ ...steady, dance: {} }], 'motion[0]', 'unknown key "dance"'),
  is(['motion'], [{ ...steady, particles: [-1] }], 'motion[0].particles[0]', '-1'),
  is(['membrane'], 3, 'membrane', '3'),
  is(['membrane'], { ...membrane, triangles: 3 }, 'membrane.triangles', '3'),
  is(['membrane'], { ...membrane, triangles: [[0, 1, 7]] }, 'membrane.triangles[0][2]', '7 is not a particle (0–3)'),
  is(['membrane'], { ...membrane, triangles: [[0, 1, 1]] }, 'membrane.triangles[0][2]', 'particle 1'),
  is(['membrane'], { ...membrane, rest: [[0, 0, 0]] }, 'membrane.rest', '1 value for 4 particles'),
  is(['membrane'], { ...membrane, rest: new Array(4).fill([0, 0, 0]) }, 'membrane.triangles[0]', 'no area'),
  is(['membrane'], { ...membrane, lambda: -1 }, 'membrane.lambda', '-1'),
  is(['membrane'], { ...membrane, mu: 'stiff' }, 'membrane.mu', '"stiff"'),
  is(['membrane'], { ...membrane, psi: -1 }, 'membrane.psi', '-1'),
  is(['membrane'], { ...membrane, thickness: 0 }, 'membrane.thickness', 'positive', '0'),
  is(['membrane'], { ...membrane, young: 1 }, 'membrane.young', 'unknown key'),
  is(['params', 'membraneMu'], 1, 'params.membraneMu', 'follows from the membrane', '1'),
];

export const MALFORMED: readonly Malformed[] = [...WHOLE, ...PARTICLES, ...SPRINGS, ...SCENERY, ...OTHERS];
