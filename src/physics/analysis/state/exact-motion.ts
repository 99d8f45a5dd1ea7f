/** Finds the particles of a run whose exact motion is known, and describes it. */
import { dot } from '../../model/deterministic-math';
import type { Model, Vec3 } from '../../model/model';
import { forces } from '../../registry';
import type { Simulation } from '../../simulation';
import type { ExactMotion } from './observables';

/** Of lengths and speeds, below which two directions count as one. */
const PARALLEL = 1e-9;

/**
 * The exact motion of a particle from the present state, in the scene's own forces: a free fall with or without drag, an oscillator on
 * a pin that moves along its spring, or the rest of a chain between two pins. Velocity decay counts as the drag that it approximates.
 * @returns null where none of them applies, or something else acts
 */
export function exactMotion(simulation: Simulation, particle: number): ExactMotion | null {
  const { model, params, environment, definitions, grabs, push } = simulation;
  const acts =
    grabs.length > 0 ||
    push.some((part) => part !== 0) ||
    environment.forces.length > 0 ||
    environment.motion.length > 0 ||
    environment.spheres.length > 0 ||
    environment.bodies.length > 0 ||
    definitions.forces.length > forces.length ||
    params.strainLimit > 0;
  if (acts || model.surface.length > 0) return null;
  const { position, velocity, pinned, mass } = simulation.particle(particle);
  const zero: Vec3 = [0, 0, 0];
  const rest = {
    start: simulation.time,
    offset: zero,
    velocity: zero,
    acceleration: zero,
    damping: 0,
    omegaSquared: 0,
    planes: [],
  };
  if (pinned) return { ...rest, center: position };
  const springs = springsAt(model, particle);
  const gravity: Vec3 = [0, -params.gravity, 0];
  const drag = params.drag / mass + params.decay;
  const { planes } = environment;
  if (springs.length === 0)
    return { ...rest, center: position, velocity, acceleration: gravity, damping: drag, planes };
  if (springs.length === 1) {
    const found = oscillator(simulation, particle, springs[0], gravity);
    return found && { ...rest, ...found, damping: drag + model.damping[springs[0]] / mass };
  }
  const center = planes.length > 1 ? null : restOfChain(simulation, particle);
  return center && { ...rest, center };
}

/** The springs of a particle that are on and not cut. */
function springsAt({ springs, springCount, stiffness, cut }: Model, particle: number): number[] {
  const found: number[] = [];
  for (let j = 0; j < springCount; j++) {
    const isOf = springs[2 * j] === particle || springs[2 * j + 1] === particle;
    if (isOf && cut[j] === 0 && stiffness[j] > 0) found.push(j);
  }
  return found;
}

const scaled = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
const sum = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const lengthOf = (a: Vec3) => Math.sqrt(dot(a, a));
const otherEnd = ({ springs }: Model, j: number, end: number) => springs[2 * j] + springs[2 * j + 1] - end;

/** On a line through its pin, which it never reaches. */
function oscillator(simulation: Simulation, particle: number, j: number, gravity: Vec3) {
  const { model } = simulation;
  const { position, velocity, mass } = simulation.particle(particle);
  const pin = simulation.particle(otherEnd(model, j, particle));
  if (!pin.pinned) return null;
  const arm = sum(position, scaled(pin.position, -1));
  const length = lengthOf(arm);
  if (length === 0) return null;
  const along = scaled(arm, 1 / length);
  const isAlong = (vector: Vec3) =>
    lengthOf(sum(vector, scaled(along, -dot(vector, along)))) <= PARALLEL * lengthOf(vector);
  if (!isAlong(velocity) || !isAlong(gravity)) return null;
  const k = model.stiffness[j];
  const middle = model.restLengths[j] + (mass * dot(gravity, along)) / k;
  // What is damped never swings further than this.
  const reach = Math.sqrt((length - middle) ** 2 + (mass * dot(velocity, velocity)) / k);
  if (reach >= middle) return null;
  const center = sum(pin.position, scaled(along, middle));
  return { center, offset: scaled(along, length - middle), velocity, omegaSquared: k / mass };
}

/** A spring of a chain, and the mass at its end. */
interface Link {
  particle: number;
  length: number;
  stiffness: number;
  mass: number;
}

/** The particles from one pin to the other, if they form a chain through this one; null: they do not. */
function chainThrough(model: Model, particle: number): { start: number; links: Link[] } | null {
  const walk = (from: number, j: number): [number, number][] => {
    const path: [number, number][] = [];
    for (let [at, spring] = [from, j]; ; ) {
      at = otherEnd(model, spring, at);
      path.push([at, spring]);
      if (model.pinned[at] === 1) return path;
      const onward = springsAt(model, at).filter((one) => one !== spring);
      if (onward.length !== 1 || path.length > model.particleCount) return [];
      [spring] = onward;
    }
  };
  const both = springsAt(model, particle);
  if (both.length !== 2) return null;
  const [back] = [walk(particle, both[0])];
  if (back.length === 0) return null;
  const [start, first] = back[back.length - 1];
  const path = walk(start, first);
  if (path.length === 0) return null;
  const links = path.map(([at, j]) => ({
    particle: at,
    length: model.restLengths[j],
    stiffness: model.stiffness[j],
    mass: model.masses[at],
  }));
  return { start, links };
}

/**
 * Where a particle of a hanging chain comes to rest. Along the chain the horizontal tension H stays and the vertical one V grows by the
 * weights; each link has the direction of its tension T and the length L₀ + T/k. Newton's method finds the H and V at the first pin
 * with which the last link ends at the other pin: the elastic catenary of a chain with links.
 */
function restOfChain(simulation: Simulation, particle: number): Vec3 | null {
  const chain = chainThrough(simulation.model, particle);
  if (!chain || !(simulation.params.gravity > 0)) return null;
  const { links } = chain;
  const from = simulation.particle(chain.start).position;
  const to = simulation.particle(links[links.length - 1].particle).position;
  const span = Math.sqrt((to[0] - from[0]) ** 2 + (to[2] - from[2]) ** 2);
  if (span === 0) return null;
  const weights = links.map(({ mass }, i) => (i + 1 < links.length ? mass * simulation.params.gravity : 0));
  const weight = weights.reduce((all, one) => all + one, 0);
  let [H, V] = [weight, -weight / 2];
  for (let round = 0; round < 100; round++) {
    const { x, y, a, b, c } = endOf(links, weights, H, V);
    const [ex, ey] = [span - x, to[1] - from[1] - y];
    const determinant = a * c - b * b;
    const [dH, dV] = [(c * ex - b * ey) / determinant, (a * ey - b * ex) / determinant];
    // H stays positive.
    const part = dH < -0.9 * H ? (-0.9 * H) / dH : 1;
    H += part * dH;
    V += part * dV;
    if (Math.abs(ex) + Math.abs(ey) > 1e-13 * (span + weight)) continue;
    const until = links.findIndex((link) => link.particle === particle) + 1;
    const at = endOf(links.slice(0, until), weights, H, V);
    const share = at.x / span;
    return [from[0] + share * (to[0] - from[0]), from[1] + at.y, from[2] + share * (to[2] - from[2])];
  }
  return null;
}

/** Where the last link ends, from the first pin, and how this changes with H and V: (a b; b c), m/N. */
function endOf(links: readonly Link[], weights: readonly number[], H: number, V: number) {
  let [x, y, a, b, c] = [0, 0, 0, 0, 0];
  let vertical = V;
  links.forEach(({ length, stiffness }, i) => {
    const tension = Math.sqrt(H * H + vertical * vertical);
    const [nx, ny] = [H / tension, vertical / tension];
    const extended = length + tension / stiffness;
    x += nx * extended;
    y += ny * extended;
    const turned = length / tension;
    a += turned * (1 - nx * nx) + 1 / stiffness;
    b -= turned * nx * ny;
    c += turned * (1 - ny * ny) + 1 / stiffness;
    vertical += weights[i];
  });
  return { x, y, a, b, c };
}
