/** Exercises, the texts of their definitions, and what a definition has in reach. */
import type { GradedLaw } from '../../../runtime/definitions/definitions';
import type { ExerciseFile } from '../../../runtime/definitions/exercise-file';

/** What an exercise has, from a file or of the page. */
export type Exercise = Omit<ExerciseFile, 'hookeExercise'>;

/** An exercise of the page. */
export interface OwnExercise extends Exercise {
  id: string;
  solution: string;
}

/** The text of a method around the lines that differ. */
interface MethodText {
  id: string;
  label: string;
  order: number;
  summary: string;
  /** Lines of `create` before its result. */
  create: string;
}

/** The lines in which the text to begin with and the solution differ. */
type Differing = Record<'stub' | 'solution', string>;

/** @param steps lines of `step` */
export function methodTexts({ id, label, order, summary, create }: MethodText, steps: Differing): Differing {
  const text = (step: string) => `/** A method, in the shape of IntegratorDefinition. */
export default {
  id: '${id}',
  label: '${label}',
  order: ${order},
  summary: '${summary}',
  create(world) {
    const { kernel, arena, model } = world;
    const size = 4 * model.particleCount;
${indented(create, 4)}
    return {
      step(state, h) {
        const { positions: x, velocities: v } = state;
${indented(step, 8)}
      },
    };
  },
};
`;
  return { stub: text(steps.stub), solution: text(steps.solution) };
}

/** The text of a force on all particles. */
interface ForceText {
  id: string;
  label: string;
  summary: string;
  account: 'elastic' | 'gravity' | 'heat';
  /** One line for each parameter. */
  params: string;
  /** Lines of `create` before its result. */
  create: string;
  /** Further functions. */
  more: string;
}

/** @param forces lines of `addForce` */
export function forceTexts(
  { id, label, summary, account, params, create, more }: ForceText,
  forces: Differing,
): Differing {
  const text = (force: string) => `/** A force on all particles, in the shape of ForceDefinition. */
export default {
  id: '${id}',
  label: '${label}',
  summary: '${summary}',
  account: '${account}',
  params: {
${indented(params, 4)}
  },
  create(world) {
${indented(create, 4)}
    return {
      addForce(f, { positions: x, velocities: v }) {
${indented(force, 8)}
      },
${indented(more, 6)}
    };
  },
};
`;
  return { stub: text(forces.stub), solution: text(forces.solution) };
}

function indented(lines: string, by: number): string {
  return lines
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');
}

/** What is still missing in an exercise; empty: it is solved. */
export function missing({ laws, says }: Exercise, grades: readonly GradedLaw[]): string[] {
  const known = grades.map(({ law }) => law);
  const unknown = [...(laws ?? []), ...(says ? [says.law] : [])].find((law) => !known.includes(law));
  if (unknown !== undefined) return [`the exercise asks for the law “${unknown}”; there are ${known.join(', ')}`];
  const asked = grades.filter(({ law }) => laws?.includes(law) ?? true);
  const broken = asked.filter(({ holds }) => !holds).map(({ law, says: text }) => `${law}: ${text}`);
  const sentence = grades.find(({ law }) => law === says?.law)?.says ?? '';
  return says && !sentence.includes(says.text) ? [...broken, `${says.law} must be “${says.text}”`] : broken;
}

// What a definition has in reach: names, units and meaning, for hover, completion and the list beside the editor.

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
