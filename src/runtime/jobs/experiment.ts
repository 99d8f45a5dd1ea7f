/** The jobs of an experiment: its plan, and some of its runs. */
import { type ExperimentPlan, type ExperimentRun, openExperiment } from '../../physics';
import type { Progress } from '../../physics/analysis/sliced-work';

/** Checks the file of an experiment. @throws RangeError with the path of the first invalid value */
export function experimentPlan(file: unknown): ExperimentPlan {
  const { run: _, ...plan } = openExperiment(file);
  return plan;
}

/** Makes some runs; each that is finished is a partial result. @throws RangeError for an invalid file, or a refused command */
export function* experimentRuns({
  file,
  runs,
}: {
  file: unknown;
  runs: readonly number[];
}): Generator<Progress<ExperimentRun | null>, null, void> {
  const experiment = openExperiment(file);
  const all = runs.reduce((sum, index) => sum + experiment.runs[index].steps, 0);
  let before = 0;
  for (const index of runs) {
    const work = experiment.run(index);
    for (;;) {
      const { done, value } = work.next();
      before += done ? experiment.runs[index].steps : 0;
      yield done ? { done: before / all, partial: value } : { done: (before + value) / all, partial: null };
      if (done) break;
    }
  }
  return null;
}
