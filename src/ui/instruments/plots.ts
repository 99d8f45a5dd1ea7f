import { t } from '../../language/translate';
import type { ExactMotion } from '../../physics/analysis/state/observables';
import type { Frame } from '../../runtime/frame/frame';
import { button, choice, controlRow, element, labelled, setText } from '../controls/element';
import { isAtRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { tableButtons, tableOfRows } from '../sharing/table-file';
import { zoomed } from './parts/axis';
import { type Chart, createChartPlace } from './parts/chart';
import { capitalized, createAsker, type Instrument, nothingToSee, untilBlowUp } from './parts/instrument';
import {
  courseText,
  createPlotRecord,
  createRecorder,
  momentOf,
  OBSERVABLES,
  smallest,
  valueText,
} from './plot-record';

/** Points kept at most: two and a half minutes of simulated time at 240 samples per second. */
const CAPACITY = 36_000;
const ZOOM = 1.6;
/** Share of the shown range by which the buttons pan. */
const STEP = 0.4;

/** Any two observables over simulated time since the instrument was opened, with pan, zoom and CSV export. */
export function createPlots(lab: Lab): Instrument {
  const record = createPlotRecord(OBSERVABLES, CAPACITY);
  const exact = createExactMotion(lab);
  const shown = ['total', 'y'].map((id) => OBSERVABLES.findIndex((one) => one.id === id));
  const lists = shown.map((first, side) => {
    const list = choice(
      {
        title: side === 0 ? 'Quantity on the left axis' : 'Quantity on the right axis',
        change() {
          shown[side] = Number(list.value);
          chart = makeChart();
          recorder.isNew = true;
        },
      },
      OBSERVABLES.map(({ label, unit }, i) => [i, `${t(label)} / ${t(unit)}`]),
    );
    list.value = String(first);
    return list;
  });
  const recorder = createRecorder(lab, {
    record,
    first: lab.selection.particles[0] ?? lab.frame.status.held ?? lab.frame.status.particleCount - 1,
    title: 'Number of the particle whose position and speed are recorded; another one restarts the recording',
    onRestart: () => chart.setRange(null),
    exactMotion: exact.now,
  });
  const { particle } = recorder;
  const place = createChartPlace();
  const now = element('p.now');
  const node = element(
    'div',
    place.node,
    controlRow(labelled('Left ', lists[0]), labelled('Right ', lists[1]), labelled('Particle ', particle.node)),
    controlRow(
      button('Zoom in', 'Show a shorter time (or use the mouse wheel)', () => zoom(ZOOM)),
      button('Zoom out', 'Show a longer time', () => zoom(1 / ZOOM)),
      button('Earlier', 'Go back in time (or drag the plot)', () => pan(-STEP)),
      button('Later', 'Go forward in time', () => pan(STEP)),
      button('All', 'Show all recorded points, and new ones as they come (or double-click the plot)', () =>
        chart.setRange(null),
      ),
      button('Clear', 'Delete the recorded points and restart', recorder.restart),
      ...tableButtons('Download all recorded quantities, with units, as a CSV file', recordedTable),
    ),
    now,
  );
  let chart = makeChart();

  function makeChart(): Chart {
    const [left, right] = shown.map((i) => OBSERVABLES[i]);
    return place.chart({
      name: t`${left.label} and ${right.label} over time`,
      x: 't / s',
      y: `${t(left.label)} / ${left.unit}`,
      right: `${t(right.label)} / ${right.unit}`,
      lines: [left.label, right.label],
      zoomable: true,
    });
  }

  function range(): [number, number] {
    return chart.range ?? [record.times[0] ?? 0, record.times.at(-1) ?? 1];
  }

  function zoom(factor: number): void {
    chart.setRange(zoomed(range(), factor));
  }

  function pan(part: number): void {
    const [low, high] = range();
    const shift = part * (high - low);
    chart.setRange([low + shift, high + shift]);
  }

  function recordedTable() {
    const titles = ['t / s', ...OBSERVABLES.map(({ label, unit }) => `${t(label)} / ${t(unit)}`)];
    const columns = OBSERVABLES.map((_, i) => record.values(i));
    return tableOfRows(lab, 'plots', [
      titles,
      ...record.times.map((time, row) => [time, ...columns.map((column) => column[row])]),
    ]);
  }

  return {
    node,
    follow: (frame) => void recorder.follow(frame),
    conclude(frame) {
      if (particle.in(frame) < 0) return 'Choose a particle of the scene.';
      const [from, to] = range();
      const seen = [...record.times.keys()].filter((i) => record.times[i] >= from && record.times[i] <= to);
      const least = smallest(frame);
      const courses = [...new Set(shown)].map((i) => {
        const { label, unit } = OBSERVABLES[i];
        return courseText({ label, unit, values: seen.map((at) => record.values(i)[at]) }, least);
      });
      if (isAtRest(frame) && courses.every(({ stays }) => stays)) return nothingToSee(frame);
      if (seen.length < 2) return 'One moment is too little for a plot: press Play.';
      const times = [seen[0], seen[seen.length - 1]].map((i) => record.times[i].toFixed(3));
      const text = untilBlowUp(frame.status) + courses.map((course) => course.text).join('; ');
      return t`${capitalized(text)}, from t = ${times[0]} s to ${times[1]} s.`;
    },
    update(frame) {
      if (recorder.isNew) chart.draw([[...record.times], ...shown.map((i) => [...record.values(i)])]);
      recorder.isNew = false;
      setText(now, particle.in(frame) < 0 ? particle.complaint(frame) : valuesNow(frame));
    },
    dispose: recorder.close,
  };

  function valuesNow(frame: Frame): string {
    const chosen = particle.in(frame);
    const now = momentOf(frame, chosen, exact.now(frame, chosen));
    const values = shown.map((i) => {
      const { label, unit, read } = OBSERVABLES[i];
      const value = read(now);
      return `${t(label)} ${Number.isFinite(value) ? valueText(value, unit) : t('unknown')}`;
    });
    return `${values.join(', ')}; ${record.times.length === 1 ? t`1 point` : t`${record.times.length} points`}`;
  }
}

/**
 * The exact motion of a particle from the present state, asked for again when what acts on it has changed, or time went back. It is
 * null until the answer is there.
 */
function createExactMotion(lab: Pick<Lab, 'ask'>) {
  let acting: readonly unknown[] = [];
  let time = 0;
  let motion: ExactMotion | null = null;
  const asker = createAsker(lab);
  return {
    now({ status }: Frame, particle: number): ExactMotion | null {
      const { params, environment, pinned, grabs, push, loadNumber, springCount } = status;
      const now = [
        particle,
        JSON.stringify([{ ...params, speed: 1 }, pinned, push]),
        environment,
        grabs.length,
        loadNumber,
        springCount,
      ];
      const isSame = status.time >= time && now.every((one, i) => one === acting[i]);
      time = status.time;
      if (isSame) return motion;
      // One question at a time: the next frame asks for it.
      acting = asker.busy ? [] : now;
      motion = null;
      void asker.ask('exactMotion', { particle }, (answer) => {
        motion = answer;
      });
      return null;
    },
  };
}
