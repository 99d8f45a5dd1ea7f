import { CONTACT_TOLERANCE } from '../../constraints/contact/obstacle-cache';
import { SWEEPS } from '../../constraints/contact/reaction';
import { ROUNDS } from '../../constraints/contact/resolve-penetration';
import { MAX_CONTACTS } from '../../constraints/contact/resting-contacts';

/**
 * Contact with obstacles for one particle, by the formulas of `constraints/contact/`, there with their sources: `resting-contacts.ts`
 * and `reaction.ts` here, `impact.ts` in the file beside. Forces are divided by the mass.
 *
 * A word holds the contacts of a step: which obstacles the particle rests on (5 bits each), how many (2 bits), which of them are active
 * and which press in the last evaluation (3 bits each), and whether friction holds it. It has 24 bits, so that a float can hold it.
 */
export function contactSource(obstacles: number): string {
  return /* wgsl */ `
fn scale_of(x: vec3f) -> f32 { return max(1.0, max(abs(x.x), max(abs(x.y), abs(x.z)))); }

/** The outward normal of obstacle k at x, and the distance φ in w. */
fn surface_of(k: u32, x: vec3f) -> vec4f {
  let one = surroundings.obstacles[k];
  let d = x - one.at;
  if (one.radius == 0.0) { return vec4f(one.normal, dot(d, one.normal)); }
  let l = length(d);
  return vec4f(select(vec3f(0.0, 1.0, 0.0), d / l, l > 0.0), l - one.radius);
}

fn curvature_of(k: u32) -> f32 {
  let radius = surroundings.obstacles[k].radius;
  return select(1.0 / radius, 0.0, radius == 0.0);
}

fn obstacle_of(word: u32, c: u32) -> u32 { return (word >> (5u * c)) & 31u; }
fn contacts_of(word: u32) -> u32 { return (word >> 15u) & 3u; }
fn is_active(word: u32, c: u32) -> bool { return ((word >> (17u + c)) & 1u) == 1u; }
fn is_pressed(word: u32, c: u32) -> bool { return ((word >> (20u + c)) & 1u) == 1u; }
fn sticks(word: u32) -> bool { return ((word >> 23u) & 1u) == 1u; }

/** The surfaces that a particle is on at the start of a step, without normal velocity. */
fn find_contacts(x: vec3f, v: vec3f) -> u32 {
  var word = 0u;
  var count = 0u;
  for (var k = 0u; k < ${obstacles}u && count < ${MAX_CONTACTS}u; k++) {
    let surface = surface_of(k, x);
    if (surface.w > ${CONTACT_TOLERANCE} * scale_of(x)) { continue; }
    // Rounding alone explains so much.
    if (abs(dot(v, surface.xyz)) > 2e-6 * length(v) + 1e-9) { continue; }
    word |= k << (5u * count);
    count++;
  }
  return word | (count << 15u);
}

struct Reaction { a: vec3f, word: u32 };
/** The direction of the part of a normal that is orthogonal to the first axes; 0 if it is no longer than \`least\`. */
fn axis_beside(normal: vec3f, axes: array<vec3f, ${MAX_CONTACTS}>, count: u32, least: f32) -> vec3f {
  var axis = normal;
  for (var other = 0u; other < count; other++) { axis -= dot(axis, axes[other]) * axes[other]; }
  let l = length(axis);
  return select(vec3f(0.0), axis / l, l > least);
}

/** y without its parts along the axes; 0 if only rounding errors are left. */
fn projected(y: vec3f, axes: array<vec3f, ${MAX_CONTACTS}>) -> vec3f {
  var rest = y;
  for (var c = 0u; c < ${MAX_CONTACTS}u; c++) { rest -= dot(rest, axes[c]) * axes[c]; }
  return select(vec3f(0.0), rest, dot(rest, rest) > 1e-12 * dot(y, y));
}

/**
 * a, with the reactions of the surfaces that the particle rests on.
 * @param first true in the first evaluation of a step: it decides which contacts are active, and whether friction holds
 */
fn react(contacts: u32, first: bool, x: vec3f, v: vec3f, start: vec3f, free: vec3f) -> Reaction {
  var word = contacts & ~(7u << 20u);
  let count = contacts_of(word);
  if (count == 0u || (!first && ((word >> 17u) & 7u) == 0u)) { return Reaction(free, word); }
  var a = free;
  var lambda = array<f32, ${MAX_CONTACTS}>();
  for (var sweep = 0u; sweep < select(${SWEEPS}u, 1u, count == 1u); sweep++) {
    for (var c = 0u; c < count; c++) {
      if (!first && !is_active(word, c)) { continue; }
      let k = obstacle_of(word, c);
      let n = surface_of(k, x).xyz;
      let along = dot(v, n);
      let missing = -(dot(a, n) + curvature_of(k) * (dot(v, v) - along * along));
      let change = max(-lambda[c], missing);
      lambda[c] += change;
      a += change * n;
    }
  }
  var limit = 0.0;
  var axes = array<vec3f, ${MAX_CONTACTS}>();
  for (var c = 0u; c < count; c++) {
    if (lambda[c] <= 0.0) { continue; }
    let k = obstacle_of(word, c);
    limit += surroundings.obstacles[k].friction * lambda[c];
    word |= 1u << (20u + c);
    if (first) { word |= 1u << (17u + c); }
    axes[c] = axis_beside(surface_of(k, x).xyz, axes, c, 1e-5);
  }
  if (((word >> 20u) & 7u) == 0u) { return Reaction(free, word); }
  if (sticks(word)) { return Reaction(vec3f(0.0), word); }
  let pull = projected(a, axes);
  let slip = projected(v, axes);
  let slip_at_start = projected(start, axes);
  let needed = pull + slip_at_start / step.h;
  if (first && limit > 0.0 && dot(needed, needed) <= limit * limit) {
    word |= 1u << 23u;
    return Reaction(vec3f(0.0), word);
  }
  if (all(pull == vec3f(0.0)) && all(slip == vec3f(0.0))) { return Reaction(vec3f(0.0), word); }
  if (limit == 0.0) { return Reaction(a, word); }
  let motion = select(slip, slip_at_start, dot(slip, slip_at_start) < 0.0);
  let rests = all(motion == vec3f(0.0));
  let along = select(motion, pull, rests);
  let l = length(along);
  if (l > 0.0) { a -= (select(limit, min(limit, l), rests) / l) * along; }
  return Reaction(a, word);
}

struct Motion { x: vec3f, v: vec3f };

/** How far a position may be off the surface, m. */
fn rounding_of(word: u32, x: vec3f) -> f32 {
  return ${CONTACT_TOLERANCE} * select(0.25, 1.0, sticks(word)) * scale_of(x);
}

/** Stops what friction holds, and puts what slides back on its surface. */
fn project_to_surfaces(word: u32, end: Motion) -> Motion {
  var x = end.x;
  var v = end.v;
  let rounding = rounding_of(word, x);
  for (var c = 0u; c < contacts_of(word); c++) {
    if (!is_active(word, c) || !is_pressed(word, c)) { continue; }
    let surface = surface_of(obstacle_of(word, c), x);
    if (sticks(word)) { v = vec3f(0.0); }
    if (abs(surface.w) > rounding) { x -= surface.w * surface.xyz; }
    v -= dot(v, surface.xyz) * surface.xyz;
  }
  return Motion(x, v);
}

fn least_distance(x: vec3f) -> f32 {
  var least = 3e38;
  for (var k = 0u; k < ${obstacles}u; k++) { least = min(least, surface_of(k, x).w); }
  return least;
}

/** Moves a particle that is deeper than the tolerance in an obstacle onto its surface. @param back where it may return to */
fn resolve_penetration(end: Motion, tolerance: f32, back: vec3f) -> Motion {
  var x = end.x;
  var v = end.v;
  var inside = true;
  for (var round = 0u; round < ${ROUNDS}u && inside; round++) {
    inside = false;
    for (var k = 0u; k < ${obstacles}u; k++) {
      let surface = surface_of(k, x);
      if (surface.w >= -tolerance) { continue; }
      inside = true;
      x -= surface.w * surface.xyz;
      v -= min(0.0, dot(v, surface.xyz)) * surface.xyz;
    }
  }
  if (inside && least_distance(back) > least_distance(x)) { return Motion(back, vec3f(0.0)); }
  return Motion(x, v);
}

/** True if a particle is inside an obstacle, or may have crossed a sphere on its way x − x₀. @param bent v − v₀ */
fn is_near(x: vec3f, way: vec3f, bent: vec3f) -> bool {
  let reach = 2.0 * (dot(way, way) + step.h * step.h * dot(bent, bent) / 16.0);
  for (var k = 0u; k < ${obstacles}u; k++) {
    let phi = surface_of(k, x).w;
    if (phi < 0.0 || (curvature_of(k) > 0.0 && phi * phi < reach)) { return true; }
  }
  return false;
}

/** Ends a step that has led from x₀, v₀ to an end; \`moved\` is x − x₀ before it was rounded. */
fn end_of_contacts(word: u32, x0: vec3f, v0: vec3f, free: Motion, moved: vec3f) -> Motion {
  var end = project_to_surfaces(word, free);
  var way = moved;
  if (any(end.x != free.x)) { way = end.x - x0; }
  if (!is_near(end.x, way, end.v - v0)) { return end; }
  var support = 0u;
  for (var c = 0u; c < contacts_of(word); c++) {
    if (is_active(word, c)) { support |= 1u << obstacle_of(word, c); }
  }
  end = bounce(support, x0, v0, end, way);
  return resolve_penetration(end, rounding_of(word, end.x), x0);
}
`;
}
