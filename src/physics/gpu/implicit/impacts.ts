import { DEEP_LAYERS } from '../../constraints/contact/contact';
import { MIN_COMPONENT } from '../../constraints/contact/impact-set';
import { CONTACT_TOLERANCE } from '../../constraints/contact/obstacle-cache';
import {
  FRICTION_TOLERANCE,
  HOLDING_PASSES,
  REVISING_PASSES,
  SOLVE_ERROR,
  SWEEPS,
} from '../../constraints/contact/revise-impacts';
import { HOLD, HOLD_OF_AXES, MODE } from './solver/blocks';

/** The surfaces that hold a particle after an impact, in `own`. */
const SURFACES = /* wgsl */ `
var<private> own: Touch;
var<private> axes: array<vec3f, 3>;

fn surfaces() -> u32 { return contacts_of(own.impacts); }
fn set_surfaces(count: u32) { own.impacts = (own.impacts & ~(3u << 15u)) | (count << 15u); }
fn set_mode(mode: u32) { own.impacts = (own.impacts & ~(3u << 17u)) | (mode << 17u); }

fn set_surface(s: u32, k: u32, height: f32, rebound: f32) {
  own.impacts = (own.impacts & ~(31u << (5u * s))) | (k << (5u * s));
  own.height[s] = height;
  own.rebound[s] = rebound;
}

fn add_surface(k: u32, height: f32, rebound: f32) {
  let count = surfaces();
  for (var s = 0u; s < count; s++) { if (obstacle_of(own.impacts, s) == k) { return; } }
  if (count == 3u) { return; }
  set_surface(count, k, height, rebound);
  set_surfaces(count + 1u);
}

fn remove_surface(s: u32) {
  let last = surfaces() - 1u;
  set_surface(s, obstacle_of(own.impacts, last), own.height[last], own.rebound[last]);
  set_surfaces(last);
}

fn find_axes(x: vec3f) {
  axes = array<vec3f, 3>();
  for (var s = 0u; s < surfaces(); s++) {
    axes[s] = axis_beside(surface_of(obstacle_of(own.impacts, s), x).xyz, axes, s, ${MIN_COMPONENT});
  }
}

/** v without its parts along the axes. */
fn along_surfaces(v: vec3f) -> vec3f {
  var rest = v;
  for (var s = 0u; s < 3u; s++) { rest -= dot(rest, axes[s]) * axes[s]; }
  return rest;
}
`;

/**
 * What holds the particles of a step that has been solved, by the formulas of `constraints/contact/impact-set.ts`,
 * `revise-impacts.ts` and `find-impacts.ts`:
 *
 *    N·w ← N·v⁺ − (φ − height)/h                             what a surface prescribes
 *    P = M(v⁺ − v) − h f = Σ λN + P_T                        what it would have to give
 *    λ = 0: it lets go;   |P_T| > μλ: what stuck slides;   friction along the motion: what slid sticks
 */
export const impactsSource = (obstacles: number) => /* wgsl */ `${HOLD}${HOLD_OF_AXES}${SURFACES}
fn prescribe(x: vec3f, v: vec3f) {
  find_axes(x);
  own.prescribed = vec3f(0.0);
  for (var s = 0u; s < surfaces(); s++) {
    let surface = surface_of(obstacle_of(own.impacts, s), x);
    let component = dot(axes[s], surface.xyz);
    if (component == 0.0) { continue; }
    let missing = dot(v, surface.xyz) - (surface.w - own.height[s]) / step.h - dot(own.prescribed, surface.xyz);
    own.prescribed += missing / component * axes[s];
  }
}

fn hold_in_place() {
  set_mode(${MODE.sticks}u);
  set_surfaces(0u);
  own.prescribed = vec3f(0.0);
}

/** Friction against the motion along the surfaces, of a particle that slides. */
fn slide(v: vec3f, limit: f32) {
  let motion = along_surfaces(v);
  let speed = length(motion);
  own.friction = select(vec3f(0.0), -limit / speed * motion, speed > 0.0);
}

/** @param P N·s @param revises false: only holds more @returns true if something has changed */
fn revise_hold(x: vec3f, v: vec3f, P: vec3f, revises: bool) -> bool {
  var rest = P;
  var lambda = vec3f(0.0);
  let count = surfaces();
  for (var sweep = 0u; sweep < select(${SWEEPS}u, 1u, count < 2u); sweep++) {
    for (var s = 0u; s < count; s++) {
      let normal = surface_of(obstacle_of(own.impacts, s), x).xyz;
      let added = max(-lambda[s], dot(rest, normal));
      lambda[s] += added;
      rest -= added * normal;
    }
  }
  var limit = 0.0;
  for (var c = count; c > 0u; c--) {
    limit += surroundings.obstacles[obstacle_of(own.impacts, c - 1u)].friction * lambda[c - 1u];
    if (revises && lambda[c - 1u] == 0.0) { remove_surface(c - 1u); }
  }
  let is_released = surfaces() < count;
  if (is_released && surfaces() == 0u) {
    set_mode(${MODE.free}u);
    return true;
  }
  if (mode_of(own) == ${MODE.slides}u) {
    if (dot(own.friction, v) > 0.0) {
      set_mode(${MODE.sticks}u);
      return true;
    }
    if (!revises || abs(limit - length(own.friction)) <= ${FRICTION_TOLERANCE} * limit) { return is_released; }
    slide(v, limit);
    return true;
  }
  let needed = length(rest);
  if (!revises || needed <= ${1 + SOLVE_ERROR} * limit) { return is_released; }
  set_mode(${MODE.slides}u);
  own.friction = limit / needed * rest;
  return true;
}

fn revise(x: vec3f, v: vec3f, P: vec3f, solves: u32) -> bool {
  var off = 0.0;
  for (var s = 0u; s < surfaces(); s++) {
    off = max(off, abs(surface_of(obstacle_of(own.impacts, s), x).w - own.height[s]));
  }
  find_axes(x);
  let has_changed = revise_hold(x, v, P, solves < ${REVISING_PASSES}u);
  if (!has_changed && off <= ${CONTACT_TOLERANCE} * scale_of(x)) { return false; }
  if (mode_of(own) == ${MODE.free}u) { return true; }
  if (solves >= ${HOLDING_PASSES}u) { hold_in_place(); } else { prescribe(x, v); }
  return true;
}

/** The friction on a particle at the start of the step, N; without any it is 0 but for rounding. */
fn friction_at_start() -> vec3f {
  var most = 0.0;
  for (var c = 0u; c < contacts_of(own.contacts); c++) {
    if (is_pressed(own.contacts, c)) { most = max(most, surroundings.obstacles[obstacle_of(own.contacts, c)].friction); }
  }
  return select(vec3f(0.0), held(own.hold, own.push), most > 0.0);
}

/** True if a particle is off the sphere that it slides on, or if its friction has pushed it on. */
fn leaves_surface(x: vec3f, v: vec3f, predicts: bool) -> bool {
  if (dot(friction_at_start(), v) > 0.0) { return true; }
  for (var c = 0u; c < contacts_of(own.contacts); c++) {
    let k = obstacle_of(own.contacts, c);
    if (!is_active(own.contacts, c) || !is_pressed(own.contacts, c) || curvature_of(k) == 0.0) { continue; }
    if (predicts || abs(surface_of(k, x).w) > ${CONTACT_TOLERANCE} * scale_of(x)) { return true; }
  }
  return false;
}

/** Adds the surfaces that the parabola through both ends of the step crosses, which \`p\`, \`u\` and \`bend\` are. */
fn add_surfaces_hit(x: vec3f, predicts: bool) {
  for (var k = 0u; k < ${obstacles}u; k++) {
    // Where a particle is reflected to depends on the solution.
    if (predicts && surroundings.obstacles[k].restitution > 0.0) { continue; }
    let t = time_of_impact(k, step.h);
    let is_inside = surface_of(k, x).w < -${CONTACT_TOLERANCE} * scale_of(x);
    if (!is_inside && (t < 0.0 || curvature_of(k) == 0.0)) { continue; }
    let left = step.h - max(0.0, t);
    let normal = surface_at(k, step.h - left).xyz;
    let press = dot(bend, normal);
    let speed = select(surroundings.obstacles[k].restitution * abs(dot(u, normal) + t * press), 0.0, t < 0.0);
    // One that would return within two steps stays.
    if (speed <= 2.0 * step.h * abs(press)) { add_surface(k, 0.0, 0.0); } else {
      add_surface(k, left * (speed + 0.5 * left * press), speed + (left - 0.5 * step.h) * press);
    }
  }
}

/** Guesses if a particle that has hit something slides or sticks: it sticks if μ|Δv_N| ≥ |v_T|. @param m kg */
fn hold_after_impact(x: vec3f, v: vec3f, m: f32) {
  let motion = along_surfaces(v);
  var coefficient = 0.0;
  for (var s = 0u; s < surfaces(); s++) {
    coefficient = max(coefficient, surroundings.obstacles[obstacle_of(own.impacts, s)].friction);
  }
  let change = coefficient * length(own.prescribed + motion - v);
  if (coefficient > 0.0 && change >= length(motion)) { set_mode(${MODE.sticks}u); } else { slide(v, change * m); }
}

/**
 * Adds what a particle hits between x₀, v₀ and x, v, or has left. @param solves so far; 0: predicts, at an end with the velocity of the
 * start, what will slide on a sphere, or hit a surface that does not reflect it @returns true if there is something
 */
fn add_impacts(x0: vec3f, v0: vec3f, x: vec3f, v: vec3f, m: f32, solves: u32) -> bool {
  let slides = contacts_of(own.contacts) > 0u;
  if (slides && sticks(own.contacts)) { return false; }
  let is_known = mode_of(own) != ${MODE.none}u;
  let leaves = slides && !is_known && leaves_surface(x, v, solves == 0u);
  let way = x - x0;
  let turn = v - v0;
  if (!leaves && !is_near(x, way, turn)) { return false; }
  let pushed = friction_at_start();
  if (!is_known) {
    own.impacts = ${MODE.slides}u << 17u;
    own.friction = vec3f(0.0);
  }
  let before = surfaces();
  p = x0;
  bend = turn / step.h;
  u = way / step.h - 0.5 * step.h * bend;
  add_surfaces_hit(x, solves == 0u);
  if (surfaces() == before && !leaves) {
    if (!is_known) { own.impacts = 0u; }
    return false;
  }
  // The surfaces that it slides on hold it from now on as those that it hits.
  for (var c = 0u; c < contacts_of(own.contacts); c++) {
    if (is_active(own.contacts, c)) { add_surface(obstacle_of(own.contacts, c), 0.0, 0.0); }
  }
  own.contacts &= ~(7u << 17u);
  if (solves >= ${HOLDING_PASSES}u) {
    hold_in_place();
    return true;
  }
  prescribe(x, v);
  set_mode(${MODE.slides}u);
  if (slides && !is_known) {
    own.friction = step.h * pushed;
    if (dot(own.friction, v) > 0.0) { set_mode(${MODE.sticks}u); }
  } else { hold_after_impact(x, v, m); }
  return true;
}

/** S of what holds it now. */
fn hold_after_impacts() -> vec4f {
  switch mode_of(own) {
    case ${MODE.slides}u: { return hold_of(axes); }
    case ${MODE.sticks}u: { return vec4f(0.0, 0.0, 0.0, 1.0); }
    default: { return vec4f(0.0); }
  }
}

fn starts_deep_inside(x0: vec3f) -> bool {
  return least_distance(x0) < -${DEEP_LAYERS * CONTACT_TOLERANCE} * scale_of(x0);
}
`;
