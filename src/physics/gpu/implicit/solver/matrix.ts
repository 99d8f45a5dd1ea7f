import { bindings } from '../../device-memory';
import { bendingDiagonal, bendingSource } from '../../forces/bending';
import { CELLS, eachListed, type NetFeatures } from '../../forces/external';
import type { GpuNet } from '../../gpu-net';
import { FAMILIES, netSource, OF_PARTICLES } from '../../net-source';
import { BLOCKS, blockAccess, HELD_BLOCKS, HOLD } from './blocks';
import { forEachParticle, forEachSpring, onNet, planesOf, type Shape, solverSource } from './solver-source';

/**
 * The derivative of wind, as in `forces/wind.ts`: of each triangle, on each pair of its corners,
 *
 *    −h ∂f/∂v = d dᵀ,   d = (h Σ ρC_d |w·c| / 18)^½ c/|c|
 *
 * with the sum over the winds that it feels, as they share its normal.
 */
export const windDamper = ({ winds }: NetFeatures) => /* wgsl */ `
fn damper(q: u32, triangle: u32) -> vec4f {
  var strength = 0.0;
  var normal = vec3f(0.0);
  for (var k = 0u; k < ${winds}u; k++) {
    if (!feels(q, triangle, k)) { continue; }
    let c = face_of(k, q, triangle);
    normal = c.xyz;
    strength += surroundings.winds[k].strength * abs(c.w);
  }
  let squared = dot(normal, normal);
  return vec4f(select(0.0, sqrt(step.h * strength / (18.0 * squared)), squared > 0.0) * normal, 0.0);
}
`;

/** Where the dampers of a net lie among its tangents: two planes, one for each triangle of a cell. */
export function dampersOf({ winds }: NetFeatures, plane: number): string {
  return winds === 0
    ? ''
    : /* wgsl */ `${CELLS}
/** d of one of the six triangles around a particle; 0 where there is none. */
fn damper_at(row: i32, column: i32, cell: vec3u) -> vec3f {
  let top = row - i32(cell.x);
  let left = column - i32(cell.y);
  if (!inside(top, left)) { return vec3f(0.0); }
  return tangents[(${plane}u + cell.z) * solver.rows * solver.columns + u32(top) * solver.columns + u32(left)].xyz;
}
`;
}

/** Weight ω of Jacobi sweeps, as on the CPU. */
export const OMEGA = 0.7;

/** Derivatives of the forces on a particle that are a multiple of I: k and c of −∂f/∂x and −∂f/∂v. */
const OWN_DERIVATIVES = ({ airDrag, listed }: NetFeatures) => /* wgsl */ `
fn own_derivatives(i: u32) -> vec2f {
  var kc = vec2f(0.0, step.drag${airDrag ? ' + step.air_drag * particles[i].area' : ''});
  for (var k = 0u; k < 2u; k++) {
    let hand = step.hands[k];
    if (i == hand.particle) { kc += vec2f(hand.stiffness, hand.damping); }
  }
${listed > 0 ? eachListed(listed, 'kc += vec2f(one.stiffness, one.drag);') : ''}
  return kc;
}
`;

/** Of a spring, seen from the particle that owns it; h is the step. */
const LINEAR = /* wgsl */ `
struct Linear {
  tangent: vec4f,  // w and β
  impulse: vec3f,  // h(f + h K⁺ v) on the owner, N·s
};
fn linear(s: u32, family: u32, i: u32, j: u32) -> Linear {
  let h = step.h;
  let spring = springs[s];
  let k_d = damping_of(s, spring);
  let d = positions[j].xyz - positions[i].xyz;
  let q = velocity(j) - velocity(i);
  let l = length(d);
  // A spring without length has no direction: it takes that of its axis.
  let is_short = l <= 1e-6 * max(spring.y, step.mean_length);
  let axis = family % 3u;
  let n = select(d / l, -vec3f(f32(axis == 0u), f32(axis == 1u), f32(axis == 2u)), is_short);
  let c = select(max(0.0, 1.0 - spring.y / l), f32(spring.y == 0.0), is_short);
  let beta = h * h * spring.x * c;
  let along = h * h * spring.x - beta;
  let u = dot(q, n);
  let pull = h * (spring.x * (l - spring.y) + k_d * u);
  return Linear(vec4f(sqrt(along + h * k_d) * n, beta), (pull + along * u) * n + beta * q);
}
`;

const STEPPED_BENDING = bendingSource('stepped', {
  ...OF_PARTICLES,
  value: (j) => `(positions[${j}].xyz + step.h * velocity(${j}))`,
});

/**
 * Bending: h D (∇E(x) + h K_E v) of the right side is h D ∇E(x + h v), as it is linear. The smoother gets half of the sums of absolute
 * values over each row of K_E, as on the CPU: then K_E is at most twice that. In the cycle, bending with the rigidity D′/h stands for
 * damping.
 */
const bendingBlocks = ({ bent, damped }: ReturnType<typeof planesOf>, isDamped: boolean) => /* wgsl */ `
    let c = solver.columns;
    let stiff = step.h * step.h * step.bending;
    let factor = stiff${isDamped ? ' + step.h * step.bending_viscosity' : ''};
    tangents[${bent}u * n + i] = vec4f(factor * particles[i].curvature, stiff / factor);
    b -= step.h * step.bending * stepped_gradient(i, i, u32(row), u32(column));
${isDamped ? dampedBlocks(damped) : ''}
${bendingDiagonal(OF_PARTICLES.weights)}
    D = plus(D, 1.0, diagonal_block(factor * own));`;
const dampedBlocks = (plane: number) => /* wgsl */ `
    let scale = sqrt(sqrt(step.bending_damping / step.bending_viscosity));
    tangents[${plane}u * n + i] = vec4f(scale * positions[i].xyz, f32(particles[i].sides));
    b -= step.h * step.bending_damping * bending_damping(i, u32(row), u32(column));`;

/** The dampers of its cell, and what those around it add to D. */
const windBlocks = (plane: number) => /* wgsl */ `
    for (var t = 0u; t < 6u; t++) {
      let cell = CELLS[t];
      var d = vec4f(0.0);
      if (inside(row - i32(cell.x), column - i32(cell.y)) && inside(row - i32(cell.x) + 1, column - i32(cell.y) + 1)) {
        d = damper(i - cell.x * solver.columns - cell.y, cell.z);
      }
      if (t == 0u) { tangents[${plane}u * n + i] = d; }
      D = plus(D, 1.0, spring_block(d));
    }
    tangents[${plane + 1}u * n + i] = vec4f(0.0);
    if (inside(row + 1, column + 1)) { tangents[${plane + 1}u * n + i] = damper(i, 1u); }`;

const FREE = /* wgsl */ `
    let is_free = w > 0.0;
    if (is_free) { set_smoother(i, n, weighted_inverse(D, ${OMEGA})); } else { set_smoother(i, n, no_block()); }`;
/** The forces of surfaces at the start of a step, and S. */
const HELD = (plane: number, isStep: boolean) => /* wgsl */ `
    let hold = touches[i].hold;
    tangents[${plane}u * n + i] = hold;
    let is_free = w > 0.0 && !is_fixed(hold);
    if (is_free) { set_smoother(i, n, held_inverse(hold, D, ${OMEGA})); } else { set_smoother(i, n, no_block()); }
    ${isStep ? 'b = held(hold, b + step.h * touches[i].push);' : ''}`;

/**
 * The matrix and the right side of a step on the net:
 *
 *     A = S(M − hD − h²K⁺)S,   b = S h (f + h K⁺ v)     with the surfaces' forces in f
 *
 * Of each spring w and β, with c = max(0, 1 − L₀/l): w = √(h²k(1 − c) + h k_d) n, β = h²k c, B = w wᵀ + β I; of each triangle the damper of
 * the wind. A particle adds up what its springs and triangles give it, and writes those of its own. Residuals and directions have
 * g = m + h c + h²k of the particle itself in their w, 0 where its motion is prescribed.
 * @param isStep false: the right side is there already, of an iteration of Newton's method about the same step's end
 */
export const assembleSource = (shape: Shape, { features }: GpuNet, isStep = true) => /* wgsl */ `
${netSource(features, { decays: isStep })}${solverSource(2)}${FAMILIES}${BLOCKS}
${bindings(1, 2, 'write tangents smoothers side')}
${features.obstacles > 0 ? `${bindings(1, 5, 'read touches')}${HOLD}${HELD_BLOCKS}` : ''}
${blockAccess('smoother', 'smoothers', true)}${OWN_DERIVATIVES(features)}${LINEAR}
${features.winds > 0 ? windDamper(features) : ''}
${features.bending ? STEPPED_BENDING : ''}
${onNet(
  shape,
  'assemble',
  /* wgsl */ `
  if (solve.halted == 1u) { return; }
  let n = solver.rows * solver.columns;
${forEachParticle(
  shape,
  /* wgsl */ `
    let w = positions[i].w;
    let m = select(0.0, 1.0 / w, w > 0.0);
    let v = velocity(i);
    let kc = own_derivatives(i);
    let g = m + step.h * (kc.y + step.h * kc.x);
    var D = diagonal_block(g);
    var b = step.h * (external_force(i, u32(row), u32(column), positions[i].xyz, v) + m * free_fall(i));
    b -= step.h * step.h * kc.x * v;
    for (var family = 0u; family < 6u; family++) { tangents[family * n + i] = vec4f(0.0); }
    ${forEachSpring(/* wgsl */ `
      let s = linear(family * n + owner, family, owner, select(i, j, sign == 1));
      if (sign == 1) { tangents[family * n + i] = s.tangent; }
      D = plus(D, 1.0, spring_block(s.tangent));
      b += f32(sign) * s.impulse;`)}
${features.winds > 0 ? windBlocks(planesOf(features).wind) : ''}
${features.bending ? bendingBlocks(planesOf(features), features.bendingDamping) : ''}
${features.obstacles > 0 ? HELD(planesOf(features).hold, isStep) : FREE}
    ${isStep ? 'side[i] = select(vec4f(0.0), vec4f(b, g), is_free);' : 'side[i].w = select(0.0, g, is_free);'}`,
)}`,
)}
`;
