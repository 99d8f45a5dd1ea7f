import { t } from '../../../language/translate';
import type { BlowUp, Energy, Floats } from '../../../physics';
import type { CompanionFrame, Frame, Structure } from '../../../runtime/frame/frame';
import { element } from '../../controls/element';
import { currentTheme, type Theme } from '../../controls/media';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatQuantity,
  listed,
  prefixed,
} from '../../controls/number-format';
import { isAtRest, sizeOf } from '../../lab/extent';
import { GROWS } from '../../lab/limit';
import type { Column } from '../parts/canvas';
import { type Conclusion, capitalized, nothingToSee } from '../parts/instrument';
import { LINE_COLORS } from '../parts/line-markers';
import { column, createTable, withNote } from '../parts/tables';

/** The values of one run. */
type Row = Omit<CompanionFrame, 'positions' | 'texels' | 'integrator' | 'show'> & { difference: number | null };

/** One row for the main run, and one for each companion. */
export function createRunsTable() {
  const table = createTable<Row>({
    name: 'The runs',
    style: 'runs',
    columns: [
      {
        head: 'run',
        cell({ label, blowUp }, i) {
          const swatch = element('span.swatch', { 'aria-hidden': 'true', style: `--color: var(--run-${i})` });
          return [swatch, ...withNote(label, i === 0 ? t`main run: ${stateOf(blowUp)}` : stateOf(blowUp))];
        },
      },
      column('dt', 'Time step', ({ dt }) => formatQuantity(dt, 's')),
      column(t('time'), 'Simulated time reached', ({ time }) => `${time.toFixed(3)} s`),
      column(t('energy'), 'Total energy: kinetic, elastic and gravitational', ({ energy }) =>
        formatQuantity(energy.total, 'J'),
      ),
      column(t('strain'), 'Largest strain of a spring', ({ strain }) => formatPercent(strain)),
      column(
        t('difference'),
        'Root mean square distance of its particles from those of the main run',
        ({ difference }) => (difference === null ? '–' : prefixed(difference, 'm')),
      ),
    ],
    attributes: ({ blowUp }) => ({ 'data-state': blowUp ? 'blown-up' : 'stable' }),
  });
  return {
    node: table.node,
    /** @param method label of the main run's method @param differences of the companions from the main run, m */
    show({ status, companions }: Frame, method: string, differences: readonly (number | null)[]): void {
      const main: Row = { ...status, label: method, dt: status.params.dt, difference: null };
      table.show([main, ...companions.map((one, i): Row => ({ ...one, difference: differences[i] ?? null }))]);
    },
  };
}

/** `stable`, `blew up at step 812: numbers overflowed` */
function stateOf(blowUp: CompanionFrame['blowUp']): string {
  if (!blowUp) return 'stable';
  return t`blew up at step ${formatCount(blowUp.step)}: ${CAUSES[blowUp.cause]}`;
}

const CAUSES = {
  'non-finite': 'numbers overflowed',
  energy: 'its energy exceeded what was put in',
  jitter: 'springs jittered',
};

/** Distance below which two runs look alike, over the longest side of the scene. */
const SEEN = 0.002;
/** The energies of two runs differ by at least this part of what they have of kinetic and elastic energy, or it is not said. */
const ENERGY_SEEN = 0.01;

/** What “Side by side” shows, in one sentence: which runs blew up and when, and how far the others are apart.
 *  @param differences of the companions from the main run, m; null: not known */
export function resultText(frame: Frame, differences: readonly (number | null)[]): Conclusion {
  const { status, companions, positions } = frame;
  const all = [{ ...status, label: 'the main run' }, ...companions];
  const failed = all.flatMap(({ label, blowUp }) => (blowUp ? [{ label: nameOf(label), at: blowUp.time }] : []));
  const seen = SEEN * sizeOf(positions);
  const largest = Math.max(0, ...differences.map((difference) => difference ?? 0));
  if (failed.length === 0 && largest < seen && isAtRest(frame)) {
    const nothing = nothingToSee(frame);
    const apart = largest === 0 ? 'The runs are equal' : t`The runs are at most ${prefixed(largest, 'm')} apart`;
    return { ...nothing, text: `${apart}. ${nothing.text}` };
  }
  const parts = companions.flatMap((run, i) => (run.blowUp ? [] : [partOf(run, frame, differences[i] ?? null)]));
  if (failed.length === 0) return t`No run has blown up: ${parts.join('; ')}.`;
  const times = failed.map(({ label, at }, i) => t`${label}${i === 0 ? ' blew up' : ''} at t = ${at.toFixed(3)} s`);
  if (failed.length === all.length) parts.push('no run is left');
  else if (!status.blowUp) parts.unshift('the main run holds');
  return capitalized(`${listed(times)}; ${parts.join('; ')}.`);
}

/** Of a run that has not blown up. */
function partOf(run: CompanionFrame, { status }: Frame, difference: number | null): string {
  const name = nameOf(run.label);
  if (status.blowUp) return t`${name} holds`;
  if (run.time < status.time - 2 * Math.max(run.dt, status.params.dt))
    return t`${name} is behind, at t = ${run.time.toFixed(3)} s`;
  if (difference === null) return t`${name} holds`;
  return t`${name} is ${prefixed(difference, 'm')} from the main run${energyText(run.energy, status.energy)}`;
}

function energyText(own: Energy, main: Energy): string {
  const difference = own.total - main.total;
  const moving = Math.max(...[own, main].map(({ kinetic, elastic }) => kinetic + elastic));
  if (!(Math.abs(difference) >= ENERGY_SEEN * moving) || difference === 0) return '';
  return t`, with ${prefixed(Math.abs(difference), 'J')} ${difference < 0 ? 'less' : 'more'} energy`;
}

/** `Symplectic Euler with dt 3.1 ms` */
function nameOf(label: string): string {
  const [method, ...settings] = label.split(', ');
  return settings.length === 0 ? label : t`${method} with ${settings.join(', ')}`;
}

/** Points kept at most; when there are more, every second one is dropped. */
const CAPACITY = 800;

/** Root mean square distance between the particles of two runs, m. @param x 4n, m @param y 4n, m */
export function differenceOf(x: Floats, y: Floats): number {
  let sum = 0;
  for (let o = 0; o < x.length; o += 4) {
    const dx = x[o] - y[o];
    const dy = x[o + 1] - y[o + 1];
    const dz = x[o + 2] - y[o + 2];
    sum += dx * dx + dy * dy + dz * dz;
  }
  return Math.sqrt(sum / (x.length / 4));
}

/** The difference of each companion from the main run over time. */
export function createDifferenceRecord() {
  let points: Column[] = [];
  let time = -1;
  let generation = -1;
  /** Frames between two points, and since the last point. */
  let [every, since] = [1, 0];

  /** After the last good state of a run that has blown up, its points are of the blow-up itself: up to 1e30 m. */
  function forgetBlowUps({ status, companions }: Frame): void {
    companions.forEach((companion, i) => {
      const end = Math.min(...[status, companion].map((run) => (run.blowUp ? run.time : Number.POSITIVE_INFINITY)));
      for (const point of points) if ((point[0] ?? 0) > end) point[i + 1] = null;
    });
  }

  const record = {
    /** Present difference of each companion, m; null if one of the two runs has blown up. */
    now: [] as (number | null)[],
    clear(): void {
      points = [];
      [every, since] = [1, 0];
    },
    /** Adds a point if time has advanced; restarts if it went back or the scene changed. */
    follow(frame: Frame): void {
      const { status, structure, positions, companions } = frame;
      // A run that has blown up stands still while the others continue.
      const latest = Math.max(status.time, ...companions.map((companion) => companion.time));
      if (latest < time || structure.generation !== generation) record.clear();
      record.now = companions.map(({ blowUp, positions: other }) =>
        status.blowUp || blowUp || other.length !== positions.length ? null : differenceOf(positions, other),
      );
      const moved = latest !== time;
      time = latest;
      generation = structure.generation;
      forgetBlowUps(frame);
      if (companions.length === 0 || !moved || ++since < every) return;
      since = 0;
      points.push([time, ...record.now]);
      if (points.length <= CAPACITY) return;
      points = points.filter((_, i) => i % 2 === 0);
      every *= 2;
    },
    /** Times, s, then the differences of each companion, m; 0 is a gap, as the axis is logarithmic. */
    columns(): Column[] {
      const lines = points.length === 0 ? record.now.length + 1 : points[0].length;
      return Array.from({ length: lines }, (_, line) => points.map((point) => point[line] || (line === 0 ? 0 : null)));
    },
  };
  return record;
}

// The words and the colours of a duel’s runs, and of those side by side.

/** One of the two runs. */
export interface Side extends Pick<Frame['status'], 'blowUp' | 'replay'> {
  /** Of its method. */
  label: string;
  /** Of the fastest mode, per step; null: not known, or nothing has stiffness. */
  growth: number | null;
}

/** With more digits near 1, where they decide. */
export function growthText(growth: number | null): string {
  if (growth === null) return '–';
  return formatNumber(growth, Math.abs(growth - 1) < 0.01 ? 5 : 3);
}

/** @param since time at which the runs were equal, s */
export function fateText({ blowUp, growth, replay }: Side, since: number): string {
  if (blowUp) {
    const shown = replay?.playing ? ', shown in slow motion' : '';
    return t`blew up after ${formatQuantity(blowUp.time - since, 's')}${shown}`;
  }
  return growth !== null && !(growth <= GROWS) ? 'has not blown up yet' : t('holds');
}

/** @param dt s @param since as above */
export function duelSentence(sides: readonly Side[], dt: number, since: number): string {
  const step = formatQuantity(dt, 's');
  const known = sides.every(({ growth }) => growth !== null);
  const parts = sides.map((side) => {
    const { label, growth, blowUp } = side;
    const fate = fateText(side, since);
    if (!known) return t`${label} ${fate}`;
    // The factor is that of small motion in one mode.
    const other = blowUp && growth !== null && growth <= GROWS ? ' by other motion' : '';
    return t`${growthText(growth)} with ${label}, which ${fate}${other}`;
  });
  const what = known ? t`Growth factors per step of the fastest mode at dt = ${step}` : t`At dt = ${step}`;
  return `${what}: ${parts.join(known ? t(', and ') : '; ')}.`;
}

/** Colour of the main run: that of the cloth, or of other bodies. */
const CLOTH: Record<Theme, string> = { light: '#24646d', dark: '#d3c3a6' };
const BODIES = '#8d949c';

/** The colours of the main run and its companions, which the style sheet of the instrument gets as `--run-0` and so on. */
export function colorRuns(node: HTMLElement, { surface }: Structure): string[] {
  const theme = currentTheme();
  const colors = [surface.length > 0 ? CLOTH[theme] : BODIES, ...LINE_COLORS[theme]];
  colors.forEach((color, i) => {
    node.style.setProperty(`--run-${i}`, color);
  });
  return colors;
}

/** What the view writes above each run; the instrument says when and why one blew up. */
export const captionsOf = (runs: readonly { label: string; blowUp: BlowUp | null }[], colors: readonly string[]) =>
  runs.map(({ label, blowUp }, i) => ({ label: blowUp ? t`Blew up: ${label}` : label, color: colors[i] }));
