import { PERIODS } from '../../forces/wind';

/**
 * The forces on one particle that do not come from springs:
 *
 *    f = F − k_g(x − target) − c_g v + Σ listed F + Σ wind     of which no stored energy pays for the work,
 *      − (c + c_A A) v − Σ listed [c v + k(x − point)]         which make heat, or have an energy of their own
 *
 * A listed gravity is an acceleration.
 */
export function externalForces({ airDrag, listed, winds, obstacles }: NetFeatures, moment: Moment): string {
  return /* wgsl */ `
struct Wind {
  mean: vec3f,         // W̄, m/s
  strength: f32,       // ρC_d, kg/m³
  delay: vec3f,        // W̄/|W̄|², s/m
  gust: f32,           // m/s
  rate: f32,           // gust periods a second
  seed: u32,
};
struct Listed {
  acceleration: vec3f, // m/s²
  drag: f32,           // N·s/m
  push: vec3f,         // N
  stiffness: f32,      // N/m
  point: vec3f,        // m
};
struct Obstacle {
  at: vec3f,           // m; a point of a plane, or the center of a sphere
  radius: f32,         // m; 0: a plane
  normal: vec3f,       // of a plane
  restitution: f32,
  friction: f32,
};
struct Surroundings {
  winds: array<Wind, ${Math.max(1, winds)}>,
  listed: array<Listed, ${Math.max(1, listed)}>,
  obstacles: array<Obstacle, ${Math.max(1, obstacles)}>,
};
@group(0) @binding(5) var<uniform> surroundings: Surroundings;

fn outside_force(i: u32, row: u32, column: u32, x: vec3f, v: vec3f) -> vec3f {
  var f = step.push;
  for (var k = 0u; k < 2u; k++) {
    let hand = step.hands[k];
    if (i == hand.particle) { f -= hand.stiffness * (x - hand.point) + hand.damping * v; }
  }
${listed > 0 ? eachListed(listed, 'f += one.push;') : ''}
${winds > 0 ? '  f += wind_force(row, column);' : ''}
  return f;
}

fn external_force(i: u32, row: u32, column: u32, x: vec3f, v: vec3f) -> vec3f {
  var f = outside_force(i, row, column, x, v) - step.drag * v;
${airDrag ? '  f -= step.air_drag * particles[i].area * v;' : ''}
${listed > 0 ? eachListed(listed, 'f -= one.drag * v + one.stiffness * (x - one.point);') : ''}
  return f;
}

/** m/s²; of what is not pinned. */
fn free_fall(i: u32) -> vec3f {
  var a = vec3f(0.0, -step.gravity, 0.0);
${listed > 0 ? eachListed(listed, 'a += one.acceleration;') : ''}
  return a;
}
${winds > 0 ? windSource(winds, moment) : ''}
`;
}

/** Runs `text` for each listed force that acts on particle i, which is `one`. */
export const eachListed = (count: number, text: string) => /* wgsl */ `
  for (var k = 0u; k < ${count}u; k++) {
    if (((particles[i].forces >> k) & 1u) == 0u) { continue; }
    let one = surroundings.listed[k];
    ${text}
  }`;

/** Of the six triangles that a particle is a corner of: rows up and columns left to the cell, and which of its two it is. */
export const CELLS = /* wgsl */ `
const CELLS = array(vec3u(0, 0, 0), vec3u(0, 1, 0), vec3u(0, 1, 1), vec3u(1, 0, 0), vec3u(1, 0, 1), vec3u(1, 1, 1));
`;

/**
 * Wind on the triangles of the net, as in `forces/wind.ts`: with the cross product c of two edges and w = W − v̄ at a triangle, each
 * corner gets ρC_d (w·c)|w·c| c/(12|c|²). A particle is a corner of up to six triangles, two in each cell.
 */
function windSource(winds: number, { c = 0, isEnd }: Moment): string {
  const x = isEnd ? 'end_position' : 'position';
  const v = isEnd ? 'end_velocity' : 'velocity';
  return /* wgsl */ `
struct Clock { gusts: array<vec4f, 16> };              // whole periods, and the rest, at the start of the step
@group(0) @binding(1) var<uniform> clock: Clock;

${CELLS}
fn position(i: u32) -> vec3f { return positions[i].xyz; }

/** A random number in [−1, 1]. Source: the finalizer of MurmurHash3 by Austin Appleby, public domain. */
fn random(seed: u32, i: u32) -> f32 {
  var word = (seed * 0x9e3779b1u) ^ ((i + 1u) * 0x85ebca77u);
  word = (word ^ (word >> 16u)) * 0x85ebca6bu;
  word = (word ^ (word >> 13u)) * 0xc2b2ae35u;
  return f32(word ^ (word >> 16u)) * ${2 ** -31} - 1.0;
}

fn random_vector(seed: u32, k: u32) -> vec3f {
  let i = 3u * (k & ${PERIODS - 1}u);
  return vec3f(random(seed, i), random(seed, i + 1u), random(seed, i + 2u));
}

fn gust_at(seed: u32, periods: i32, rest: f32) -> vec3f {
  let k = u32(periods + i32(floor(rest)));
  let u = rest - floor(rest);
  let first = random_vector(seed, k);
  return first + u * u * u * (u * (6.0 * u - 15.0) + 10.0) * (random_vector(seed, k + 1u) - first);
}

/** The cross product c of triangle abc, and w·c for wind k. */
fn face(k: u32, a: u32, b: u32, c: u32) -> vec4f {
  let wind = surroundings.winds[k];
  let xa = ${x}(a);
  let xb = ${x}(b);
  let xc = ${x}(c);
  let n = cross(xb - xa, xc - xa);
  var w = wind.mean - (${v}(a) + ${v}(b) + ${v}(c)) / 3.0;
  if (wind.gust > 0.0) {
    let begin = clock.gusts[k];
    let later = ${c.toFixed(12)} * step.h - dot(wind.delay, xa + xb + xc) / 3.0;
    w += wind.gust * gust_at(wind.seed, i32(begin.x), begin.y + later * wind.rate);
  }
  return vec4f(n, dot(w, n));
}

/** That of a triangle of the cell whose first particle is q. */
fn face_of(k: u32, q: u32, triangle: u32) -> vec4f {
  return face(k, q + triangle, q + step.columns, q + 1u + triangle * step.columns);
}

fn feels(q: u32, triangle: u32, k: u32) -> bool { return ((particles[q].triangles >> (2u * k + triangle)) & 1u) == 1u; }

fn wind_force(row: u32, column: u32) -> vec3f {
  var f = vec3f(0.0);
  for (var t = 0u; t < 6u; t++) {
    let cell = CELLS[t];
    let top = row - cell.x;
    let left = column - cell.y;
    // Below 0 the differences wrap around to large numbers.
    if (top >= step.rows - 1u || left >= step.columns - 1u) { continue; }
    let q = top * step.columns + left;
    for (var k = 0u; k < ${winds}u; k++) {
      if (!feels(q, cell.z, k)) { continue; }
      let c = face_of(k, q, cell.z);
      let squared = dot(c.xyz, c.xyz);
      f += select(0.0, surroundings.winds[k].strength * c.w * abs(c.w) / (12.0 * squared), squared > 0.0) * c.xyz;
    }
  }
  return f;
}
`;
}

/** What the forces of a net consist of: the kernels are written for that. */
export type NetFeatures = Readonly<typeof SPRINGS_ALONE>;

/** A net without anything else. */
export const SPRINGS_ALONE = {
  /** True if dampings differ from spring to spring, or a spring without stiffness has one. */
  ownDampings: false,
  /** True if the air resists by area. */
  airDrag: false,
  /** True if the surface resists bending by its rigidity or its damping; and true if by its damping. */
  bending: false,
  bendingDamping: false,
  /** Number of winds, and of other listed forces. */
  winds: 0,
  listed: 0,
  /** Number of obstacles. */
  obstacles: 0,
};

/** When a kernel evaluates forces. */
export interface Moment {
  /** True at the start of a step: v ← v·e^(−hr) comes before it. */
  readonly decays: boolean;
  /** Time after the start of the step, in steps; absent: 0. */
  readonly c?: number;
  /** True for the end of the step, which the functions end_position and end_velocity of the kernel compute. */
  readonly isEnd?: boolean;
}
