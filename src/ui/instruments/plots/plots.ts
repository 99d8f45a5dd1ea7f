import type { Frame } from '../../../runtime/frame/frame';
import { button, element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { downloadTable } from '../../sharing/files';
import type { Instrument } from '../index';
import { type Chart, createChart } from '../parts/chart';
import { zoomed } from '../parts/pan-and-zoom';
import { createParticleBox } from '../parts/particle-box';
import { OBSERVABLES } from './observables';
import { createPlotRecord } from './plot-record';

const ZOOM = 1.6;
/** Part of what is shown by which the buttons go to and fro. */
const STEP = 0.4;

/** Any two observables over simulated time, from when it is opened; to drag, to zoom, and to take away as a table. */
export function createPlots(lab: Lab): Instrument {
  const record = createPlotRecord();
  const shown = ['total', 'height'].map((id) => OBSERVABLES.findIndex((one) => one.id === id));
  const lists = shown.map((first, side) => {
    const list = element(
      'select',
      {
        title: side === 0 ? 'What the left axis shows' : 'What the right axis shows',
        change() {
          shown[side] = Number(list.value);
          renew();
        },
      },
      ...OBSERVABLES.map(({ label, unit }, i) => element('option', { value: i }, `${label} / ${unit}`)),
    );
    list.value = String(first);
    return list;
  });
  const particle = createParticleBox(
    lab.selection.particles[0] ?? lab.frame.status.held ?? lab.frame.status.particleCount - 1,
    'Whose place and speed are followed, by its number; another one begins anew',
    begin,
  );
  const place = element('div');
  const now = element('p', { class: 'now' });
  const node = element(
    'div',
    {},
    place,
    element(
      'div',
      { class: 'controls' },
      element('label', {}, 'Left ', lists[0]),
      element('label', {}, 'Right ', lists[1]),
      element('label', {}, 'Particle ', particle.node),
    ),
    element(
      'div',
      { class: 'controls' },
      button('Zoom in', 'A shorter time, larger; the wheel does it too', () => zoom(ZOOM)),
      button('Zoom out', 'A longer time', () => zoom(1 / ZOOM)),
      button('Earlier', 'Back in time; dragging the plot does it too', () => pan(-STEP)),
      button('Later', 'On in time', () => pan(STEP)),
      button('All', 'Everything since it was opened, and what comes; a double click does it too', () =>
        chart.look(null),
      ),
      button('Clear', 'Forget what has been, and begin anew', begin),
      button('CSV', 'Everything that has been recorded, all quantities with their units, as a table in a file', save),
    ),
    now,
  );
  let chart = makeChart();
  let dirty = true;
  let generation = lab.frame.structure.generation;

  function makeChart(): Chart {
    const [left, right] = shown.map((i) => OBSERVABLES[i]);
    const made = createChart({
      name: `${left.label} and ${right.label} over time`,
      x: 't / s',
      y: `${left.label} / ${left.unit}`,
      right: `${right.label} / ${right.unit}`,
      lines: [left.label, right.label],
      zoomable: true,
    });
    place.replaceChildren(made.node);
    return made;
  }

  /** Other quantities, the same time. */
  function renew(): void {
    const { range } = chart;
    chart.dispose();
    chart = makeChart();
    chart.look(range);
    dirty = true;
  }

  function begin(): void {
    record.clear();
    chart.look(null);
    dirty = true;
  }

  function range(): [number, number] {
    return chart.range ?? [record.times[0] ?? 0, record.times.at(-1) ?? 1];
  }

  function zoom(factor: number): void {
    chart.look(zoomed(range(), factor));
  }

  function pan(part: number): void {
    const [low, high] = range();
    const way = part * (high - low);
    chart.look([low + way, high + way]);
  }

  function save(): void {
    const titles = ['t / s', ...OBSERVABLES.map(({ label, unit }) => `${label} / ${unit}`)];
    const columns = OBSERVABLES.map((_, i) => record.values(i));
    downloadTable(lab, 'plots', [
      titles,
      ...record.times.map((time, row) => [time, ...columns.map((column) => column[row])]),
    ]);
  }

  return {
    node,
    follow(frame) {
      if (frame.structure.generation !== generation) {
        generation = frame.structure.generation;
        particle.show(frame.status.particleCount - 1);
        begin();
      }
      if (frame.status.time === record.times.at(-1) || particle.in(frame) < 0) return;
      record.add(frame, particle.in(frame));
      dirty = true;
    },
    update(frame) {
      if (dirty) chart.draw([[...record.times], ...shown.map((i) => [...record.values(i)])]);
      dirty = false;
      setText(now, particle.in(frame) < 0 ? particle.complaint(frame) : valuesNow(frame));
    },
    dispose: () => chart.dispose(),
  };

  function valuesNow(frame: Frame): string {
    const values = shown.map((i) => {
      const { label, unit, read } = OBSERVABLES[i];
      return `${label} ${Number(read(frame, 4 * particle.in(frame)).toPrecision(4))} ${unit}`.replace('-', '−');
    });
    return `${values.join(', ')}; ${record.length} ${record.length === 1 ? 'point' : 'points'}`;
  }
}
