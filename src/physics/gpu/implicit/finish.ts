import { ROUNDING, TOLERANCE } from '../../solvers/energy-balance';
import { bindings } from '../device-memory';
import { bendingDampingSource, bendingSource } from '../forces/bending';
import { eachListed } from '../forces/external';
import type { GpuNet } from '../gpu-net';
import { FAMILIES, netSource, OF_PARTICLES } from '../net-source';
import {
  forEachSpring,
  partial,
  REPORT,
  type Shape,
  SLOTS,
  solverSource,
  sumOnNet,
  threadsOf,
  total,
} from './solver/solver-source';

/** Where a corrected step is looked at: v⁺ = s(v + Δv + α δ). Prescribed velocities keep theirs. */
const ALONG = /* wgsl */ `
struct Line { alpha: f32, scale: f32 };
${bindings(1, 6, 'uniform line: Line', 'read direction')}
fn end_velocity(j: u32) -> vec3f {
  let v = velocity(j);
  return select(v, line.scale * (v + change[j].xyz + line.alpha * direction[j].xyz), positions[j].w > 0.0);
}
`;

/** ½D Σ X d², with the differences d of one particle before and after; d⁺² − d² = (d⁺ − d)·(d⁺ + d). */
const BENDING = /* wgsl */ `
${bendingSource('end', { ...OF_PARTICLES, value: (j) => `end_position(${j})` })}
fn bending_energy(q: u32) -> vec4f {
  let weights = particles[q].curvature;
  let before = array(bending_along(q, q), bending_down(q, q), bending_across(q, q));
  let after = array(end_along(q, q), end_down(q, q), end_across(q, q));
  var energy = vec4f(0.0);
  for (var k = 0u; k < 3u; k++) {
    if (weights[k] == 0.0) { continue; }
    let change = dot(after[k] - before[k], after[k] + before[k]);
    energy += 0.5 * step.bending / weights[k] * vec4f(change, dot(before[k], before[k]), 0.0, 0.0);
  }
  return energy;
}
`;

const BENDING_DAMPING = bendingDampingSource('end_damping', {
  ...OF_PARTICLES,
  position: (j) => `end_position(${j})`,
  value: (j) => `end_velocity(${j})`,
});

/** Energy of an anchor, ½k|x − point|², and of a listed gravity, −m g·x. */
const ANCHOR = `let before = x - one.point;
      let after = end - one.point;
      added += 0.5 * one.stiffness * vec4f(dot(after - before, after + before), dot(before, before), 0.0, 0.0);`;
const LISTED_GRAVITY = 'added -= m * vec4f(step.h * dot(one.acceleration, v_end), 0.0, dot(one.acceleration, x), 0.0);';

/**
 * The end of a step, and what it changes in energy:
 *
 *   v⁺ = v + Δv,  x⁺ = x + h v⁺
 *   E⁺ − E = Σ ½m (v⁺ − v)·(v⁺ + v) + m g (y⁺ − y) + Σ ½k (l⁺ − l)(l⁺ + l − 2L₀)
 *   W = h (Σ f_outside(x⁺, v⁺)·v⁺ − Σ_pinned f(x⁺, v⁺)·v⁺)
 *
 * Differences come first, so that single precision keeps their digits. As in `solvers/energy-balance.ts`, what is put in is the
 * work of forces from outside and of what moves the pins, at the power of the end.
 * @param isAlong the step is corrected: its end lies on a line
 */
export const finishSource = (shape: Shape, { features }: GpuNet, isAlong = false) => /* wgsl */ `
${netSource(features, { decays: true, isEnd: true })}${solverSource(2)}${FAMILIES}
${bindings(1, 2, 'read change', 'write end_positions end_velocities sums')}
${isAlong ? ALONG : 'fn end_velocity(j: u32) -> vec3f { return velocity(j) + change[j].xyz; }'}
${features.bending ? BENDING : ''}${features.bendingDamping ? BENDING_DAMPING : ''}
fn end_position(j: u32) -> vec3f { return positions[j].xyz + step.h * end_velocity(j); }
/** The force of spring s at the end, on its owner or on the other particle, towards neighbour j. */
fn end_force(s: u32, j: u32, x: vec3f, v: vec3f) -> vec3f {
  let spring = springs[s];
  let d = end_position(j) - x;
  let l = length(d);
  let n = select(d / l, vec3f(0.0), l <= 1e-6 * max(spring.y, step.mean_length));
  return (spring.x * (l - spring.y) + damping_of(s, spring) * dot(end_velocity(j) - v, n)) * n;
}
${sumOnNet(
  shape,
  'finish',
  [SLOTS.rise, SLOTS.energy, SLOTS.weight, SLOTS.work],
  /* wgsl */ `
  ${isAlong ? '' : 'if (solve.halted == 1u) { return; }'}
  let n = solver.rows * solver.columns;
  var work = 0.0;`,
  /* wgsl */ `
    let w = positions[i].w;
    let x = positions[i].xyz;
    let v = velocity(i);
    let end = end_position(i);
    let v_end = end_velocity(i);
    end_positions[i] = vec4f(end, w);
    end_velocities[i] = vec4f(v_end, 0.0);
    for (var family = 0u; family < 6u; family++) {
      let down = DOWN[family];
      let right = RIGHT[family];
      if (!inside(row + down, column + right)) { continue; }
      let j = u32(i32(i) + down * i32(solver.columns) + right);
      let spring = springs[family * n + i];
      let before = distance(positions[j].xyz, x);
      let after = distance(end_position(j), end);
      let e = before - spring.y;
      added += 0.5 * spring.x * vec4f((after - before) * (after + before - 2.0 * spring.y), e * e, 0.0, 0.0);
    }
${features.bending ? '    added += bending_energy(i);' : ''}
${features.listed > 0 ? eachListed(features.listed, ANCHOR) : ''}
    if (w > 0.0) {
      let m = 1.0 / w;
${features.listed > 0 ? eachListed(features.listed, LISTED_GRAVITY) : ''}
      added.x += 0.5 * m * dot(v_end - v, v_end + v) + m * step.gravity * step.h * v_end.y;
      added.y += 0.5 * m * dot(v, v);
      added.z += m * step.gravity * x.y;
      work += step.h * dot(outside_force(i, u32(row), u32(column), end, v_end), v_end);
    } else if (any(v_end != vec3f(0.0))) {
      var f = external_force(i, u32(row), u32(column), end, v_end);
      ${forEachSpring('f += end_force(family * n + owner, j, end, v_end);')}
${features.bending ? '      f -= step.bending * end_gradient(i, i, u32(row), u32(column));' : ''}
${features.bendingDamping ? '      f -= step.bending_damping * end_damping(i, u32(row), u32(column));' : ''}
      work -= step.h * dot(f - outside_force(i, u32(row), u32(column), end, v_end), v_end);
    }`,
  /* wgsl */ `
  added.x -= work;
  added.w = work;`,
)}
`;

/**
 * Whether the step stands. If the solve has not converged, the step makes energy or a particle hits something, all that follows waits
 * for the CPU.
 */
export const reportSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${solverSource(0, true)}
${bindings(0, 2, 'read sums', 'write reports')}
${total(shape)}${partial(shape)}
@compute @workgroup_size(${threadsOf(shape)})
fn report(@builtin(local_invocation_index) t: u32) {
  let sum = total(t, vec4f(partial(${SLOTS.rise}u, t), partial(${SLOTS.energy}u, t), partial(${SLOTS.weight}u, t),
    ${features.obstacles > 0 ? `partial(${SLOTS.impacts}u, t)` : '0.0'}));
  if (t > 0u || solve.halted == 1u) { return; }
  let is_within = sum.x <= ${ROUNDING} * (sum.y + abs(sum.z)) || solve.memory + sum.x <= ${TOLERANCE} * sum.y;
  let exceeds = solver.is_checked == 1u && !is_within;
  let at = ${REPORT.count}u * solve.steps;
  reports[at + ${REPORT.converged}u] = f32(solve.done);
  reports[at + ${REPORT.exceeds}u] = f32(exceeds);
  reports[at + ${REPORT.iterations}u] = f32(solve.iterations);
  reports[at + ${REPORT.residual}u] = select(sqrt(solve.rr / solve.bb), 0.0, solve.bb == 0.0);
  reports[at + ${REPORT.rise}u] = sum.x;
  reports[at + ${REPORT.impacts}u] = sum.w;
  if (solve.done == 0u || exceeds || sum.w > 0.0) {
    solve.halted = 1u;
    return;
  }
  solve.memory = max(0.0, solve.memory + sum.x);
  solve.done = 0u;
  solve.iterations = 0u;
  solve.steps += 1u;
}
`;
