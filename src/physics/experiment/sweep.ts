/** The runs of an experiment: every combination of the values that its sweeps have. */
import { exp, log } from '../model/deterministic-math';
import { checkSwept, type Experiment, experimentErrors, type Sweep } from './experiment-file';

/** What a run differs in from the others, by key, in the order of the sweeps. */
export type SweptValues = Readonly<Record<string, number | string>>;

const MAX_RUNS = 10_000;

/** Digits of the values of a range: those of decimal fractions stay short. */
const DIGITS = 12;

/** @param experiment a checked one @throws RangeError for an invalid value, or too many runs */
export function runsOf({ sweep = [] }: Experiment): SweptValues[] {
  const lists = sweep.map((one, i) => {
    const values = valuesOf(one);
    const at = (k: number) => (one.values ? ['sweep', i, 'values', k] : ['sweep', i]);
    for (const [k, value] of values.entries()) checkSwept(one.key, value, at(k));
    return { key: one.key, values };
  });
  const count = lists.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_RUNS) experimentErrors.fail(['sweep'], `${count} runs, at most ${MAX_RUNS}`);
  return lists.reduce<SweptValues[]>(
    (runs, { key, values }) => runs.flatMap((run) => values.map((value) => ({ ...run, [key]: value }))),
    [{}],
  );
}

/** The values of a range to 12 digits, its ends exactly. Logarithmic: each is the one before times the same factor. */
export function valuesOf({
  values,
  from = 0,
  to = 0,
  count = 0,
  scale,
}: Omit<Sweep, 'key'>): readonly (number | string)[] {
  if (values) return values;
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const fraction = i / (count - 1);
    const value = scale === 'logarithmic' ? from * factor(to / from, fraction) : from + (to - from) * fraction;
    return Number(value.toPrecision(DIGITS));
  });
}

/** ratio^part, the same bits in every JavaScript engine. */
function factor(ratio: number, fraction: number): number {
  return ratio >= 1 ? exp(fraction * log(ratio)) : exp(-fraction * log(1 / ratio));
}
