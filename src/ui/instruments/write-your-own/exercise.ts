/** Exercises, and the texts of their definitions. */
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
