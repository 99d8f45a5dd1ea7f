import { NEIGHBOURS } from '../kernels/grid-net';
import { bendingDampingSource, bendingSource } from './forces/bending';
import { externalForces, type Moment, type NetFeatures } from './forces/external';

/** Particles of a workgroup along columns and rows: 256 in all, which every device has. */
export const GROUP = { columns: 32, rows: 8 } as const;

/**
 * The neighbours of particle i in the net, as expressions in WGSL: both ends of each family of springs, in a fixed order, so that the same
 * device adds up the same bits.
 */
const PLACES = NEIGHBOURS.flatMap((place, family) =>
  [1, -1].map((side) => {
    const down = side * place.down;
    const right = side * place.right;
    const offset = (count: number, unit: string) =>
      count === 0 ? '' : ` ${count < 0 ? '-' : '+'} ${Math.abs(count)}u${unit}`;
    const j = `i${offset(down, ' * step.columns')}${offset(right, '')}`;
    const within = (count: number, index: string, size: string) =>
      count === 0 ? [] : [count < 0 ? `${index} >= ${-count}u` : `${index} + ${count}u < ${size}`];
    return {
      j,
      /** Index of the spring to it: they are stored family by family, each spring at the end that has the smaller index. */
      spring: `${family}u * step.rows * step.columns + ${side > 0 ? 'i' : j}`,
      inside: [...within(right, 'column', 'step.columns'), ...within(down, 'row', 'step.rows')].join(' && '),
      /** Direction of a spring without length, towards the neighbour. */
      axis: `vec3f(${[0, 1, 2].map((axis) => (axis === family % 3 ? `${-side}` : '0')).join(', ')})`,
      family,
      down,
      right,
    };
  }),
);

/** Steps down and right along the families of springs, in loops: unrolled, they compile slowly. */
export const FAMILIES = /* wgsl */ `
const DOWN = array<i32, ${NEIGHBOURS.length}>(${NEIGHBOURS.map(({ down }) => down).join(', ')});
const RIGHT = array<i32, ${NEIGHBOURS.length}>(${NEIGHBOURS.map(({ right }) => right).join(', ')});
`;

/** One statement for each of the 12 neighbours of particle i, at `row` and `column`. */
export function eachNeighbour(statement: (neighbour: (typeof PLACES)[number]) => string): string {
  return PLACES.map((place) => `  if (${place.inside}) { ${statement(place)} }`).join('\n');
}

/** The index i of the particle of an invocation, with its row and column; the rest of a workgroup beyond the net ends. */
export const PARTICLE_OF_INVOCATION = /* wgsl */ `
  let column = id.x;
  let row = id.y;
  if (column >= step.columns || row >= step.rows) { return; }
  let i = row * step.columns + column;`;

/** The numbers of bending, in `particles`. */
export const OF_PARTICLES = {
  weights: (q: string) => `particles[${q}].curvature`,
  sides: (q: string) => `particles[${q}].sides`,
};

/**
 * The net and the forces on it, for every kernel: bind group 0, and of group 1 the state at which forces are taken.
 *
 *    M a = Σ [k(l − L₀) + k_d u] n + M g + f_external
 *
 * with the spring's direction n = (x_j − x_i)/l towards neighbour j and u = (v_j − v_i)·n.
 */
export function netSource(features: NetFeatures, moment: Moment): string {
  const { ownDampings, bending, bendingDamping } = features;
  return /* wgsl */ `
struct Hand {
  point: vec3f,     // m; the target
  particle: u32,    // 0xffffffff: none
  stiffness: f32,   // k_g, N/m
  damping: f32,     // c_g, N·s/m
};
struct Step {
  rows: u32,
  columns: u32,
  h: f32,           // s
  gravity: f32,     // m/s²
  push: vec3f,      // F, N
  drag: f32,        // c, N·s/m
  damping: f32,     // k_d of every spring, N·s/m
  air_drag: f32,    // c_A, N·s/m³
  decay: f32,       // e^(−hr)
  mean_length: f32, // m
  bending: f32,     // D, N·m
  bending_damping: f32,    // over the square of twice the area of a cell, N·s/m³
  bending_viscosity: f32,  // the same without that area, N·m·s
  hands: array<Hand, 2>,
};
struct Particle {
  curvature: vec3f, // 1/m²; weights of its three differences
  area: f32,        // A, m²
  forces: u32,      // which listed forces act on it
  triangles: u32,   // which triangles of its cell feel which wind
  sides: u32,       // of its differences along rows and columns: where the third direction is
};
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> springs: array<vec2f>;      // k in N/m, 0 where there is none; L₀ in m
@group(0) @binding(3) var<storage, read> dampings: array<f32>;       // N·s/m
@group(0) @binding(4) var<storage, read> particles: array<Particle>;
@group(1) @binding(0) var<storage, read> positions: array<vec4f>;    // m; w: inverse mass, 1/kg, 0 where pinned
@group(1) @binding(1) var<storage, read> velocities: array<vec4f>;   // m/s

fn velocity(i: u32) -> vec3f { return velocities[i].xyz${moment.decays ? ' * step.decay' : ''}; }

fn damping_of(s: u32, spring: vec2f) -> f32 {
  return ${ownDampings ? 'dampings[s]' : 'select(0.0, step.damping, spring.x > 0.0)'};
}

/** [k(l − L₀) + k_d u] n of spring s to neighbour j. One without length has no direction: it takes that of its axis. */
fn spring_force(x: vec3f, v: vec3f, j: u32, s: u32, axis: vec3f) -> vec3f {
  let spring = springs[s];
  let d = positions[j].xyz - x;
  let l = length(d);
  let n = select(d / l, axis, l <= 1e-6 * max(spring.y, step.mean_length));
  let u = dot(velocity(j) - v, n);
  return (spring.x * (l - spring.y) + damping_of(s, spring) * u) * n;
}

${externalForces(features, moment)}
${bending ? bendingSource('bending', { ...OF_PARTICLES, value: (j) => `positions[${j}].xyz` }) : ''}
${bendingDamping ? bendingDampingSource('bending_damping', { ...OF_PARTICLES, position: (j) => `positions[${j}].xyz`, value: (j) => `velocity(${j})` }) : ''}
/** M⁻¹f of particle i, m/s²; 0 where it is pinned. */
fn acceleration(i: u32, row: u32, column: u32) -> vec3f {
  let w = positions[i].w;
  if (w == 0.0) { return vec3f(0.0); }
  let x = positions[i].xyz;
  let v = velocity(i);
  var f = external_force(i, row, column, x, v);
${eachNeighbour(({ j, spring, axis }) => `f += spring_force(x, v, ${j}, ${spring}, ${axis});`)}
${bending ? '  f -= step.bending * bending_gradient(i, i, row, column);' : ''}
${bendingDamping ? '  f -= step.bending_damping * bending_damping(i, row, column);' : ''}
  return w * f + free_fall(i);
}
`;
}
