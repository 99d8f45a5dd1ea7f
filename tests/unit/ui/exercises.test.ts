import { describe, expect, test } from 'vitest';
import { gradeBy, METHOD_LAWS } from '../../../src/physics/analysis/methods/grade';
import { FORCE_LAWS } from '../../../src/physics/analysis/methods/laws';
import { missing } from '../../../src/ui/instruments/write-your-own/exercise';
import { EXERCISES } from '../../../src/ui/instruments/write-your-own/exercises';
import { adopted } from '../../fixtures/definitions-from-source';
import { everyNth } from '../../fixtures/run-length';

async function gradesOf(source: string) {
  const one = await adopted(source);
  return one.kind === 'force' ? gradeBy(FORCE_LAWS, one.definition) : gradeBy(METHOD_LAWS, one.definition);
}

describe.each(everyNth(3, EXERCISES))('the exercise $id', { tags: ['sampled'] }, (exercise) => {
  test('is solved by its solution, and not by its stub', async () => {
    expect(missing(exercise, await gradesOf(exercise.solution))).toEqual([]);
    expect(missing(exercise, await gradesOf(exercise.stub))).not.toEqual([]);
  });
});
