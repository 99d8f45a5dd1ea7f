import { bindings } from '../device-memory';
import { contactSource } from '../forces/contact';
import type { Moment, NetFeatures } from '../forces/external';
import { impactSource } from '../forces/impact';
import type { GpuNet } from '../gpu-net';
import { netSource } from '../net-source';
import { impactsSource } from './impacts';
import { HOLD, MODE } from './solver/blocks';
import {
  forEachParticle,
  onNet,
  PREDICTED,
  partial,
  REPORT,
  type Shape,
  SLOTS,
  solverSource,
  sumOnNet,
  threadsOf,
  total,
} from './solver/solver-source';

const head = (features: NetFeatures, moment: Moment) =>
  `${netSource(features, moment)}${solverSource(2)}${contactSource(features.obstacles)}${impactSource(features.obstacles)}`;

/**
 * Before a step: which surfaces a particle rests on, what they give it, and what they keep it from. Then what it would hit with the
 * velocity that it has.
 */
export const touchSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${head(features, { decays: true })}
${impactsSource(features.obstacles)}
${bindings(1, 2, 'write touches sums')}
/** Orthogonal unit vectors that span the normals of the active contacts. */
fn find_axes_of_contacts(word: u32, x: vec3f) {
  axes = array<vec3f, 3>();
  for (var c = 0u; c < contacts_of(word); c++) {
    if (is_active(word, c)) { axes[c] = axis_beside(surface_of(obstacle_of(word, c), x).xyz, axes, c, 1e-5); }
  }
}
${sumOnNet(
  shape,
  'touch',
  [SLOTS.impacts],
  'if (solve.halted == 1u) { return; }',
  /* wgsl */ `
    own = Touch();
    let w = positions[i].w;
    let x = positions[i].xyz;
    let v = velocity(i);
    let contacts = find_contacts(x, v);
    if (w > 0.0 && contacts_of(contacts) > 0u) {
      let a = acceleration(i, u32(row), u32(column));
      let reaction = react(contacts, true, x, v, v, a);
      own.push = (reaction.a - a) / w;
      own.contacts = reaction.word;
      find_axes_of_contacts(reaction.word, x);
      own.hold = hold_of(axes);
      if (sticks(reaction.word)) { own.hold = vec4f(0.0, 0.0, 0.0, 1.0); }
    }
    if (w > 0.0 && !starts_deep_inside(x) && add_impacts(x, v, x + step.h * v, v, 1.0 / w, 0u)) {
      own.hold = hold_after_impacts();
      added.x += 1.0;
    }
    touches[i] = own;`,
)}`;

/** If something is predicted to hit a surface, a solve without that is not needed: all that follows waits for the CPU. */
export const predictSource = (shape: Shape) => /* wgsl */ `${solverSource(0, true)}
${bindings(0, 2, 'read sums', 'write reports')}
${total(shape)}${partial(shape)}
@compute @workgroup_size(${threadsOf(shape)})
fn predict(@builtin(local_invocation_index) t: u32) {
  let hits = total(t, vec4f(partial(${SLOTS.impacts}u, t), 0.0, 0.0, 0.0)).x;
  if (t > 0u || solve.halted == 1u || hits == 0.0) { return; }
  solve.halted = 1u;
  solve.done = 1u;
  let at = ${REPORT.count}u * solve.steps;
  reports[at + ${REPORT.exceeds}u] = 0.0;
  reports[at + ${REPORT.impacts}u] = ${PREDICTED}.0;
}
`;

/**
 * After a solve: what has hit a surface or left one, and whether what holds it has to be revised. In `solves` is the number of solves so
 * far in this step; 1 in y: it looks in any case.
 */
export const findSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${head(features, { decays: false })}
${impactsSource(features.obstacles)}
${bindings(1, 2, 'read start_positions start_velocities', 'write touches sums', 'uniform solves: vec4u')}
${sumOnNet(
  shape,
  'find',
  [SLOTS.impacts],
  'if (solves.y == 0u && (solve.halted == 1u || solve.done == 0u)) { return; }',
  /* wgsl */ `
    let w = positions[i].w;
    let x = positions[i].xyz;
    let v = velocities[i].xyz;
    let x0 = start_positions[i].xyz;
    let v0 = step.decay * start_velocities[i].xyz;
    if (w == 0.0 || starts_deep_inside(x0)) { continue; }
    own = touches[i];
    let mode = mode_of(own);
    var has_changed = false;
    if (mode == ${MODE.slides}u || mode == ${MODE.sticks}u) {
      let P = (v - v0 - step.h * acceleration(i, u32(row), u32(column))) / w;
      has_changed = revise(x, v, P, solves.x);
    }
    has_changed = add_impacts(x0, v0, x, v, 1.0 / w, solves.x) || has_changed;
    if (!has_changed) { continue; }
    own.hold = hold_after_impacts();
    touches[i] = own;
    added.x += 1.0;`,
)}`;

/**
 * Before a solve with impacts: w = what they prescribe, or 0, as Δv = w − v, and as a guess of the solution what leads to the last end.
 */
export const prescribeSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `
${netSource(features, { decays: true })}${solverSource(2)}${HOLD}
${bindings(1, 2, 'read end_velocities touches', 'write change guess')}
${onNet(
  shape,
  'prescribe',
  forEachParticle(
    shape,
    /* wgsl */ `
    change[i] = vec4f(0.0);
    guess[i] = vec4f(0.0);
    if (positions[i].w == 0.0) { continue; }
    let mode = mode_of(touches[i]);
    let w = select(vec3f(0.0), touches[i].prescribed, mode == ${MODE.slides}u || mode == ${MODE.sticks}u);
    change[i] = vec4f(w - velocity(i), 0.0);
    guess[i] = vec4f(held(touches[i].hold, end_velocities[i].xyz - w), 0.0);`,
  ),
)}`;

/**
 * The impact takes the normal velocity of what has hit a surface, and restitution returns a part s of what it would be alone, as in
 * \`constraints/contact/end-impacts.ts\`:
 *
 *    v_N ← s e|u_N|,  |Δv_T| ≤ μ Δv_N
 *
 * With s = 0 it measures what s has to be: the energy that the impact takes, and s² and s of what restitution returns; J.
 */
export const reboundSource = (
  shape: Shape,
  { features }: GpuNet,
) => /* wgsl */ `${head(features, { decays: true })}${HOLD}
${bindings(1, 2, 'read end_positions', 'write end_velocities', 'read touches', 'write sums', 'uniform part: vec4f')}
${sumOnNet(
  shape,
  'rebound',
  [SLOTS.rz, SLOTS.rz + 1, SLOTS.bb],
  /* wgsl */ `
  let s = part.x;
  let fall = step.h * step.gravity;`,
  /* wgsl */ `
    let w = positions[i].w;
    if (w == 0.0) { continue; }
    let touch = touches[i];
    let start = velocity(i);
    let end = end_velocities[i].xyz;
    var v = end;
    let is_held = mode_of(touch) == ${MODE.slides}u || mode_of(touch) == ${MODE.sticks}u;
    for (var c = 0u; is_held && c < contacts_of(touch.impacts); c++) {
      let speed = touch.rebound[c];
      if (s > 0.0 && speed <= 0.0) { continue; }
      let k = obstacle_of(touch.impacts, c);
      let normal = surface_of(k, end_positions[i].xyz).xyz;
      let into = dot(v, normal);
      let across = v - into * normal;
      let lost = surroundings.obstacles[k].friction * max(0.0, s * speed - into);
      let kept = select(0.0, 1.0 - lost / length(across), length(across) > lost);
      v = kept * across + s * speed * normal;
      added += vec4f(0.0, 0.5 * speed * speed, 0.5 * fall * speed * normal.y, 0.0) / w;
    }
    end_velocities[i] = vec4f(v, 0.0);
    added.x += (0.5 * dot(v - end, v + end) - 0.5 * fall * (v.y - start.y)) / w;`,
)}`;

/** The end of a step that stands: what rests is put back on its surface, and what is inside is moved out. */
export const endSource = (shape: Shape, { features }: GpuNet) => /* wgsl */ `${head(features, { decays: true })}${HOLD}
${bindings(1, 2, 'write end_positions end_velocities', 'read touches')}
${onNet(
  shape,
  'end_contacts',
  /* wgsl */ `
  if (solve.halted == 1u) { return; }
${forEachParticle(
  shape,
  /* wgsl */ `
    let w = positions[i].w;
    if (w == 0.0) { continue; }
    let touch = touches[i];
    let x0 = positions[i].xyz;
    var end = Motion(end_positions[i].xyz, end_velocities[i].xyz);
    if (mode_of(touch) == ${MODE.none}u) {
      end = end_of_contacts(touch.contacts, x0, velocity(i), end, end.x - x0);
    } else { end = resolve_penetration(end, rounding_of(touch.contacts, end.x), x0); }
    end_positions[i] = vec4f(end.x, w);
    end_velocities[i] = vec4f(end.v, 0.0);`,
)}`,
)}`;
