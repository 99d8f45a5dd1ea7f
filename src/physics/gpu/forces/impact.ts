import { CONTACT_TOLERANCE } from '../../constraints/contact/obstacle-cache';

/** Bounces of one particle in one step at most. */
const MAX_BOUNCES = 8;
/** Iterations of the root finder, and halvings in the search for the lowest point over a sphere: single precision gains no more. */
const ROOT_STEPS = 30;
const LOWEST_STEPS = 24;

/**
 * Reflects a particle off the obstacles that it hits within a step, by the formulas of `constraints/contact/impact.ts` and
 * `ballistic-path.ts`: on the parabola through both ends of the step, x(t) = p + u t + ½ a t²,
 *
 *    u_N ← −e u_N,  |Δu_T| ≤ μ|Δu_N|
 */
export function impactSource(obstacles: number): string {
  return /* wgsl */ `
var<private> p: vec3f;      // m
var<private> u: vec3f;      // m/s
var<private> bend: vec3f;   // a, m/s²
var<private> offset: vec3f; // u − v, m/s

fn surface_at(k: u32, t: f32) -> vec4f { return surface_of(k, p + t * (u + 0.5 * t * bend)); }
fn slope_at(normal: vec3f, t: f32) -> f32 { return dot(u + t * bend, normal); }

fn advance_path(t: f32) {
  p += t * (u + 0.5 * t * bend);
  u += t * bend;
}

/** The last known time outside, between \`low\` (outside) and \`high\` (inside), by the Illinois method. */
fn find_root(k: u32, begin: f32, end: f32) -> f32 {
  var low = begin;
  var high = end;
  var outside = surface_at(k, low).w;
  var inside = surface_at(k, high).w;
  var side = 0;
  for (var i = 0u; i < ${ROOT_STEPS}u && high - low > 1e-7 * end; i++) {
    var t = (low * inside - high * outside) / (inside - outside);
    if (!(t > low && t < high)) { t = 0.5 * (low + high); }
    if (t == low || t == high) { break; }
    let phi = surface_at(k, t).w;
    if (phi >= 0.0) {
      low = t;
      outside = phi;
      if (side == 1) { inside *= 0.5; }
      side = 1;
    } else {
      high = t;
      inside = phi;
      if (side == -1) { outside *= 0.5; }
      side = -1;
    }
    if (phi == 0.0) { break; }
  }
  return low;
}

/** A time at which the path is inside a sphere that it crosses, or −1. */
fn time_inside(k: u32, s: f32) -> f32 {
  var before = 0.0;
  var after = s;
  for (var i = 0u; i < ${LOWEST_STEPS}u; i++) {
    let t = 0.5 * (before + after);
    let surface = surface_at(k, t);
    if (surface.w < 0.0) { return t; }
    if (slope_at(surface.xyz, t) < 0.0) { before = t; } else { after = t; }
  }
  return -1.0;
}

/** The time at which the path first enters an obstacle within s seconds; −1 if it does not, or starts inside and leaves. */
fn time_of_impact(k: u32, s: f32) -> f32 {
  let surface = surface_at(k, 0.0);
  let slope = slope_at(surface.xyz, 0.0);
  if (surface.w <= 0.0 && slope < 0.0) { return 0.0; }
  var outside = 0.0;
  if (surface.w <= 0.0) {
    // It may rise before it falls: the time of its highest point.
    let fall = dot(bend, surface.xyz);
    outside = select(s, -slope / fall, fall < 0.0);
    if (outside >= s) { return -1.0; }
  }
  if (surface_at(k, outside).w < 0.0) { return -1.0; }
  if (surface_at(k, s).w < 0.0) { return find_root(k, outside, s); }
  if (curvature_of(k) == 0.0) { return -1.0; }
  let inside = time_inside(k, s);
  if (inside < 0.0) { return -1.0; }
  return find_root(k, outside, inside);
}

/** True if a particle is on the surface or below it, and moves outwards. */
fn moves_away(k: u32, x: vec3f, v: vec3f) -> bool {
  let surface = surface_of(k, x);
  return surface.w <= ${CONTACT_TOLERANCE} * scale_of(x) && dot(v, surface.xyz) >= 0.0;
}

/** Friction in an impact removes up to \`impulse\` m/s of u_T; if it removes all, up to \`hold\` m/s² keep the particle at rest. */
fn rub(normal: vec3f, impulse: f32, hold: f32, remaining: f32) {
  if (impulse + hold == 0.0) { return; }
  let into = dot(u, normal) * normal;
  let across = u - into;
  let speed = length(across);
  let slowed = impulse + hold * remaining;
  var kept = 0.0;
  if (speed > slowed) { kept = 1.0 - slowed / speed; }
  let pull = bend - dot(bend, normal) * normal;
  u = into + kept * across;
  if (kept > 0.0 || length(pull) > hold) { return; }
  bend -= pull;
  offset = dot(offset, normal) * normal;
}

/** Reflects u at the surface that the path has reached. @returns true if the particle stays there */
fn reflect_at(k: u32, remaining: f32) -> bool {
  let normal = surface_at(k, 0.0).xyz;
  let e = surroundings.obstacles[k].restitution;
  let friction = surroundings.obstacles[k].friction;
  let into = dot(u, normal);
  let press = dot(bend, normal);
  let stays = e * abs(into) <= 2.0 * step.h * abs(press);
  let impulse = select(-(1.0 + e) * into, -into, stays);
  let force = select(0.0, max(0.0, -press), stays);
  if (stays) { offset -= dot(offset, normal) * normal; }
  u += impulse * normal;
  bend += force * normal;
  rub(normal, friction * abs(impulse), friction * force, remaining);
  return stays;
}

/** @param rests obstacles that the particle rests on, a bit each @param way x₁ − x₀ */
fn bounce(rests: u32, x0: vec3f, v0: vec3f, end: Motion, way: vec3f) -> Motion {
  let w = way / step.h;
  p = x0;
  bend = (end.v - v0) / step.h;
  u = w - 0.5 * step.h * bend;
  offset = w + 0.5 * step.h * bend - end.v;
  var support = rests;
  for (var k = 0u; k < ${obstacles}u; k++) {
    if (moves_away(k, x0, v0) && moves_away(k, end.x, end.v)) { support |= 1u << k; }
  }
  var stays = 0u;
  var remaining = step.h;
  var hit = false;
  for (var count = 0u; count < ${MAX_BOUNCES}u; count++) {
    var first = -1;
    var time = remaining;
    for (var k = 0u; k < ${obstacles}u; k++) {
      if (((support >> k) & 1u) == 1u) { continue; }
      let t = time_of_impact(k, remaining);
      if (t < 0.0 || (first >= 0 && t >= time)) { continue; }
      first = i32(k);
      time = t;
    }
    if (first < 0) { break; }
    hit = true;
    advance_path(time);
    remaining -= time;
    if (reflect_at(u32(first), remaining)) {
      support |= 1u << u32(first);
      stays |= 1u << u32(first);
    }
  }
  if (!hit) { return end; }
  advance_path(remaining);
  for (var k = 0u; k < ${obstacles}u; k++) {
    if (((stays >> k) & 1u) == 0u) { continue; }
    let surface = surface_at(k, 0.0);
    p -= surface.w * surface.xyz;
    offset += (dot(u, surface.xyz) - dot(offset, surface.xyz)) * surface.xyz;
  }
  return Motion(p, u - offset);
}
`;
}
