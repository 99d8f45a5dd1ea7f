/** The exercises, in the order in which they are listed. */
import type { GradedLaw } from '../../../../runtime/definitions/definitions';
import type { Exercise, OwnExercise } from './exercise';
import { FORCE_EXERCISES } from './forces';
import { METHOD_EXERCISES } from './methods';

export const EXERCISES: readonly OwnExercise[] = [...METHOD_EXERCISES, ...FORCE_EXERCISES];

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
