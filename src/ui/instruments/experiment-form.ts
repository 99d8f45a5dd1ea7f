/** The form that makes an experiment from the current scene. */
import { t, withLocalNumbers } from '../../language/translate';
import type { Experiment, Ramp } from '../../physics';
import { choice, controlRow, element, labelled } from '../controls/element';
import { decimalInput, scaleOf } from '../controls/number-box';
import { parseNumber } from '../controls/number-format';
import type { Lab } from '../lab/lab';

/** Runs at first, and simulated time and the time between rows, s. */
const RUNS = 8;
const DURATION = 0.5;
const INTERVAL = 0.05;
/** Between the current value and the ends of the range at first. */
const SPAN = 10;
/** Parameters that a ramp can't change: its times count in steps of the first dt, and another grid has other particles. */
const NO_RAMP: readonly string[] = ['speed', 'dt', 'rows', 'columns'];

export function createExperimentForm(lab: Lab) {
  const { params: table } = lab.catalog;
  const key = choice(
    { title: 'The parameter that the runs differ in', change: proposeRange },
    parametersOf(lab, ['speed']),
  );
  key.value = 'stiffness';
  const number = (title: string, value: number) => decimalInput({ value, title });
  const from = number('Value in the first run, in the unit of the parameter', 0);
  const to = number('Value in the last run, in the unit of the parameter', 0);
  const count = element('input', { type: 'number', min: 1, max: 10_000, value: RUNS, title: 'Number of runs' });
  const scale = choice({ title: 'Equal differences, or equal ratios, between one value and the next' }, [
    ['linear', t('linear')],
    ['logarithmic', t('logarithmic')],
  ]);
  const duration = number('Simulated time of each run, s', DURATION);
  const interval = number('Simulated time between two rows of the table, s', INTERVAL);
  const particles = element('input', {
    type: 'text',
    placeholder: 'none',
    title: 'Numbers of the particles whose positions are recorded too, with commas between them',
  });
  const ramp = createRampFields(lab, number);
  const varied = controlRow(
    labelled('Vary ', key),
    labelled('from ', from),
    labelled('to ', to),
    labelled('in runs ', count),
    labelled('scale ', scale),
    labelled('Simulated time / s ', duration),
    labelled('A row every / s ', interval),
    labelled('Particles ', particles),
  );
  const node = element('div', varied, ramp.node);

  function proposeRange(): void {
    const spec = table[key.value];
    const now = lab.frame.status.params[key.value] ?? spec.range[0];
    const isLogarithmic = scaleOf(spec) === 'logarithmic' && now > 0;
    scale.value = isLogarithmic ? 'logarithmic' : 'linear';
    const ends = isLogarithmic ? [now / Math.sqrt(SPAN), now * Math.sqrt(SPAN)] : spec.range;
    [from.value, to.value] = ends.map((end) => withLocalNumbers(String(Number(end.toPrecision(3)))));
  }
  proposeRange();

  return {
    node,
    /** As in `8 runs with different stiffness`. */
    about: () => t`${count.value} runs with different ${table[key.value].label}`,
    /** The experiment as a file, with the current scene in it. */
    async make(): Promise<Experiment> {
      const { scene, precision, integrator } = lab.frame.status;
      const chosen = particles.value.split(/[\s,]+/).filter((word) => word !== '');
      return {
        hookeExperiment: 1,
        name: t`${table[key.value].label} of ${scene}`,
        scene: await lab.save(),
        integrator,
        precision,
        sweep: [
          {
            key: key.value,
            from: parseNumber(from.value),
            to: parseNumber(to.value),
            count: count.valueAsNumber,
            scale: scale.value as 'linear' | 'logarithmic',
          },
        ],
        duration: parseNumber(duration.value),
        interval: parseNumber(interval.value),
        ...(chosen.length > 0 && { particles: chosen.map(Number) }),
        ...ramp.read(parseNumber(duration.value)),
      };
    },
  };
}

/** Keys and names of the parameters, to choose from. */
const parametersOf = ({ catalog: { params } }: Lab, without: readonly string[]) =>
  Object.entries(params).flatMap(([id, { label, unit }]) =>
    without.includes(id) ? [] : [[id, unit ? `${t(label)} / ${t(unit)}` : label] as const],
  );

/** A parameter that changes during each run; at first none does. */
function createRampFields(lab: Lab, number: (title: string, value: number) => HTMLInputElement) {
  const { params: table } = lab.catalog;
  const key = choice(
    { title: 'A parameter that changes during each run, in equal parts of the time', change: propose },
    [['', t('nothing')], ...parametersOf(lab, NO_RAMP)],
  );
  const from = number('Value at the beginning, in the unit of the parameter', 0);
  const to = number('Value at the end, in the unit of the parameter', 0);
  const start = number('Simulated time at which the change begins, s', 0);
  const end = decimalInput({
    placeholder: 'the end',
    title: 'Simulated time at which it ends, s; empty: at the end of the run',
  });
  const rest = [
    labelled('begins with ', from),
    labelled('ends with ', to),
    labelled('changes from / s ', start),
    labelled('until / s ', end),
  ];

  function propose(): void {
    for (const one of rest) one.hidden = key.value === '';
    if (key.value === '') return;
    const { range } = table[key.value];
    const now = lab.frame.status.params[key.value] ?? range[0];
    from.value = withLocalNumbers(String(now));
    to.value = withLocalNumbers(String(now > 0 ? Number((now * SPAN).toPrecision(3)) : range[1]));
    end.value = '';
  }
  propose();

  return {
    node: controlRow(labelled('Change over time ', key), ...rest),
    /** @param duration of a run, s */
    read(duration: number): { ramps?: Ramp[] } {
      if (key.value === '') return {};
      const until = end.value.trim() === '' ? duration : parseNumber(end.value);
      const values = { from: parseNumber(from.value), to: parseNumber(to.value) };
      return { ramps: [{ key: key.value, ...values, start: parseNumber(start.value), end: until }] };
    },
  };
}
