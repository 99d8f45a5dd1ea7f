/** Exercises in which a force is written. */
import { forceTexts, type OwnExercise } from './exercise';

const param = (key: string, unit: string, value: number, largest: number, help: string) =>
  `${key}: { label: '${key}', unit: '${unit}', default: ${value}, range: [0, ${largest}], scale: 'linear', accepts: 'non-negative', group: 'Forces', help: '${help}' },`;

/** Loops over the springs: their ends a and b, the unit vector n from a to b, and the length. */
const EACH_SPRING = `
for (let j = 0; j < springCount; j++) {
  const a = 4 * springs[2 * j], b = 4 * springs[2 * j + 1];
  const dx = x[b] - x[a], dy = x[b + 1] - x[a + 1], dz = x[b + 2] - x[a + 2];
  const length = Math.hypot(dx, dy, dz);`;

/** In that loop: a pull on both ends, given over the length. */
const PULL_ENDS = `
  f[a] += pull * dx;
  f[a + 1] += pull * dy;
  f[a + 2] += pull * dz;
  f[b] -= pull * dx;
  f[b + 1] -= pull * dy;
  f[b + 2] -= pull * dz;`;

const SPRING = {
  id: 'my-spring',
  label: 'My spring',
  summary: 'Hooke’s law along each spring of the net.',
  account: 'elastic' as const,
  params: param('myStiffness', 'N/m', 20, 100, 'Stiffness of each spring.'),
  create: 'const { springs, springCount, restLengths } = world.model;',
  more: `
energy({ positions: x }) { // ½ k (l − l₀)², J
  let sum = 0;
  for (let j = 0; j < springCount; j++) {
    const a = 4 * springs[2 * j], b = 4 * springs[2 * j + 1];
    const stretch = Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]) - restLengths[j];
    sum += 0.5 * world.params.myStiffness * stretch * stretch;
  }
  return sum;
},`,
};

const spring: OwnExercise = {
  id: 'spring',
  title: 'Hooke’s spring',
  statement:
    'The energy of a spring is E = ½k(l − l₀)². Write its force on both ends, f = −∇E. The law f = −∇E compares the two.',
  hints: [
    'Along the spring: f_a = k (l − l₀) n and f_b = −f_a, with n = (x_b − x_a)/l.',
    'A spring that is longer than at rest pulls its ends together.',
    'f is a sum over all forces: add to it, f[a] += …',
  ],
  ...forceTexts(SPRING, {
    stub: '// f in N: 4 numbers for each particle, of which the last stays 0.',
    solution: `${EACH_SPRING}
  const pull = (world.params.myStiffness * (length - restLengths[j])) / length; // N/m${PULL_ENDS}
}`,
  }),
};

const DAMPER = {
  id: 'my-damper',
  label: 'My damper',
  summary: 'A dashpot along each spring of the net.',
  account: 'heat' as const,
  params: param('myDamping', 'N·s/m', 0.005, 0.1, 'Damping of each spring.'),
  create: 'const { springs, springCount } = world.model;',
  more: `
heat({ positions: x, velocities: v }) { // c (n·(v_b − v_a))², W
  let sum = 0;
  for (let j = 0; j < springCount; j++) {
    const a = 4 * springs[2 * j], b = 4 * springs[2 * j + 1];
    const dx = x[b] - x[a], dy = x[b + 1] - x[a + 1], dz = x[b + 2] - x[a + 2];
    const rate = dx * (v[b] - v[a]) + dy * (v[b + 1] - v[a + 1]) + dz * (v[b + 2] - v[a + 2]);
    sum += (world.params.myDamping * rate * rate) / (dx * dx + dy * dy + dz * dz);
  }
  return sum;
},`,
};

const damper: OwnExercise = {
  id: 'damped-spring',
  title: 'A damped spring',
  statement:
    'A dashpot resists the rate at which its spring changes its length, and nothing else: a spring that turns is not braked. Write its force. The law of heat compares its power with the heat that is given.',
  hints: [
    'The rate is l̇ = n·(v_b − v_a); the force on a is c l̇ n, and on b the opposite.',
    'n·(v_b − v_a) n has dx twice: divide by l².',
    'If a turning cloth slows down, the force is not along n.',
  ],
  ...forceTexts(DAMPER, {
    stub: '// A spring that becomes longer is held back: f_a = c l̇ n.',
    solution: `${EACH_SPRING}
  const rate = dx * (v[b] - v[a]) + dy * (v[b + 1] - v[a + 1]) + dz * (v[b + 2] - v[a + 2]);
  const pull = (world.params.myDamping * rate) / (length * length); // N/m${PULL_ENDS}
}`,
  }),
};

const DRAG = {
  id: 'my-drag',
  label: 'My drag',
  summary: 'Drag that grows with the square of the speed.',
  account: 'heat' as const,
  params: param('myDrag', 'N·s²/m²', 0.001, 0.01, 'Drag of each particle over the square of its speed.'),
  create: 'const { particleCount } = world.model;',
  more: `
heat({ velocities: v }) { // c |v|³, W
  let sum = 0;
  for (let i = 0; i < 4 * particleCount; i += 4) sum += world.params.myDrag * Math.hypot(v[i], v[i + 1], v[i + 2]) ** 3;
  return sum;
},`,
};

const drag: OwnExercise = {
  id: 'quadratic-drag',
  title: 'Drag quadratic in speed',
  statement:
    'A fast body in air feels a drag of f = −c |v| v. Write it for each particle. The law of heat compares its power, −f·v, with c|v|³.',
  hints: [
    'Four numbers for each particle: i, i + 1 and i + 2 are x, y and z.',
    '|v| = Math.hypot(v[i], v[i + 1], v[i + 2]).',
  ],
  ...forceTexts(DRAG, {
    stub: `
for (let i = 0; i < 4 * particleCount; i += 4) {
  // Linear in the speed so far.
  f[i] -= world.params.myDrag * v[i];
  f[i + 1] -= world.params.myDrag * v[i + 1];
  f[i + 2] -= world.params.myDrag * v[i + 2];
}`,
    solution: `
for (let i = 0; i < 4 * particleCount; i += 4) {
  const c = world.params.myDrag * Math.hypot(v[i], v[i + 1], v[i + 2]); // N·s/m
  f[i] -= c * v[i];
  f[i + 1] -= c * v[i + 1];
  f[i + 2] -= c * v[i + 2];
}`,
  }),
};

const BALL = {
  id: 'my-ball',
  label: 'My ball',
  summary: 'A soft ball that pushes particles out.',
  account: 'elastic' as const,
  params: `${param('ballStiffness', 'N/m', 5, 50, 'Stiffness of the ball.')}
${param('ballRadius', 'm', 0.4, 1, 'Radius of the ball.')}
${param('ballHeight', 'm', 0.5, 2, 'Height of its centre.')}`,
  create: 'const { particleCount } = world.model;',
  more: `
energy({ positions: x }) { // ½ k (r − d)² inside, J
  const { ballStiffness: k, ballRadius: r, ballHeight: y } = world.params;
  let sum = 0;
  for (let i = 0; i < 4 * particleCount; i += 4) {
    const depth = Math.max(0, r - Math.hypot(x[i], x[i + 1] - y, x[i + 2]));
    sum += 0.5 * k * depth * depth;
  }
  return sum;
},`,
};

const ball: OwnExercise = {
  id: 'repelling-ball',
  title: 'A repelling ball',
  statement:
    'Inside a soft ball of radius r a particle at the distance d from its centre has the energy ½k(r − d)². Write the force that pushes it out.',
  hints: [
    'f = k (r − d) n inside, with n from the centre to the particle, and 0 outside.',
    'At the centre n is not defined: skip d = 0.',
  ],
  ...forceTexts(BALL, {
    stub: '// Outward, and only inside the ball.',
    solution: `
const { ballStiffness: k, ballRadius: r, ballHeight: y } = world.params;
for (let i = 0; i < 4 * particleCount; i += 4) {
  const dx = x[i], dy = x[i + 1] - y, dz = x[i + 2];
  const d = Math.hypot(dx, dy, dz); // m
  if (d >= r || d === 0) continue;
  const push = (k * (r - d)) / d; // N/m
  f[i] += push * dx;
  f[i + 1] += push * dy;
  f[i + 2] += push * dz;
}`,
  }),
};

export const FORCE_EXERCISES: readonly OwnExercise[] = [spring, damper, drag, ball];
