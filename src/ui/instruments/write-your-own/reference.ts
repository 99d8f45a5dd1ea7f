/** What a definition has in reach: names, units and meaning, for hover, completion and the list beside the editor. */

/** @param name as it is written @param unit '' for what has none */
const entry = (name: string, unit: string, help: string) => ({ name, unit, help });

export const REFERENCE = [
  entry('state.positions', 'm', 'x, y, z, 0 for each particle: 4n numbers; y points upwards'),
  entry('state.velocities', 'm/s', 'x, y, z, 0 for each particle: 4n numbers'),
  entry('state.time', 's', 'time of the state; the engine advances it after a step'),
  entry('h', 's', 'the step dt'),
  entry('world.computeForces', 'N', '(state, f): f becomes the sum of all forces'),
  entry('world.computeAccelerations', 'm/s²', '(state, a): a becomes M⁻¹ f; 0 for pinned particles'),
  entry('world.prescribe', '', '(state): moves driven pins to their place at the time of the state'),
  entry(
    'world.linearize',
    '',
    '(state, clamp): sets the state of the derivatives; clamp drops what can make them indefinite',
  ),
  entry('world.addDerivatives', '', '(y, p, a, b): y += (a ∂f/∂x + b ∂f/∂v) p'),
  entry('world.addDiagonals', '', '(blocks, a, b): adds the 3×3 blocks of a ∂f/∂x + b ∂f/∂v, 9n numbers'),
  entry('world.energy', 'J', '(state): { kinetic, elastic, gravity, total }'),
  entry(
    'world.filter',
    '',
    '(y): clears what cannot change in the step: pins, and components into a contact; 64-bit arrays',
  ),
  entry('world.params', '', 'values of the panel by key, in SI units: params.gravity, params.stiffness, and your own'),
  entry('model.particleCount', '', 'number n of particles'),
  entry('model.masses', 'kg', 'mass of each particle'),
  entry('model.inverseMasses', '1/kg', '1/m of each particle, and 0 for a pinned one'),
  entry('model.pinned', '', '1 for a pinned particle, else 0'),
  entry('model.springs', '', 'the two ends of each spring: particles 2j and 2j + 1'),
  entry('model.springCount', '', 'number of springs'),
  entry('model.restLengths', 'm', 'rest length of each spring'),
  entry('model.stiffness', 'N/m', 'stiffness of each spring'),
  entry('model.damping', 'N·s/m', 'damping of each spring'),
  entry('arena.floats', '', '(count): an array in the precision of the run; call it in create'),
  entry('arena.doubles', '', '(count): a 64-bit array; call it in create'),
  entry('kernel.combineOne', '', '(out, y, w, k): out = y + w k'),
  entry('kernel.combineTwo', '', '(out, y, w0, k0, w1, k1): out = y + w0 k0 + w1 k1'),
  entry('kernel.kickAndDrift', '', '(x, v, h, w, f): v += h w f for each particle, then x += h v'),
  entry('kernel.scaleRows', '', '(y, w): the numbers of each particle times its weight'),
  entry('id', '', 'small letters, digits and hyphens; a definition with the same id is replaced'),
  entry('order', '', 'order of the method: the error goes with h to this power; a force has none'),
  entry('create', '', '(world): called once for each scene; allocate here'),
  entry('step', '', '(state, h): advances positions and velocities by h'),
  entry('addForce', 'N', '(f, state): adds the force to f, 4n numbers'),
  entry('energy', 'J', '(state): potential energy; the force must be its negative gradient'),
  entry('heat', 'W', '(state): the power that becomes heat'),
  entry(
    'addDerivative',
    '',
    '(y, p, a, b): y += (a ∂f/∂x + b ∂f/∂v) p about the state of linearize; absent: differenced',
  ),
  entry('memory', '', 'a Float64Array of what a method remembers from step to step'),
  entry('account', '', 'where the energy of a force goes: elastic, gravity or heat'),
];

/** The entry of a word in the text, by its last part. */
export function entryOf(word: string) {
  return REFERENCE.find(({ name }) => name === word) ?? REFERENCE.find(({ name }) => name.endsWith(`.${word}`));
}
