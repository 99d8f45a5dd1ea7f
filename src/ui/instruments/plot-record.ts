import { t } from '../../language/translate';
import {
  type ExactMotion,
  exactAt,
  type Observable,
  type Observed,
  OBSERVABLES as RECORDED,
} from '../../physics/analysis/state/observables';
import type { Frame } from '../../runtime/frame/frame';
import type { Sample } from '../../runtime/frame/samples';
import { createParticleBox } from '../controls/number-box';
import { gravityOf, massOf, sizeOf } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { extremes } from './parts/axis';

/** The run at one time, with the motion of one particle. */
export interface Moment extends Observed {
  /** These change only a few times per second of wall time. */
  readonly status: Pick<Frame['status'], 'stability' | 'stepTime'>;
}

/** What can be plotted: what experiments record too, and what only a running page has. */
export const OBSERVABLES: readonly Observable<Moment>[] = [
  ...RECORDED.map((one) => (one.ofParticle ? { ...one, label: t`particle’s ${one.label}` } : one)),
  {
    id: 'limit',
    label: 'dt / limit',
    unit: '%',
    read: ({ status: { stability } }) => (stability.dt > 0 ? 100 * stability.fraction : Number.NaN),
  },
  { id: 'cost', label: 'computing time per step', unit: 'ms', read: ({ status }) => status.stepTime },
];

/** The present of a run. */
export function momentOf(
  { status, positions, velocities }: Frame,
  particle: number,
  motion: ExactMotion | null = null,
): Moment {
  const { time, energy, strain, report } = status;
  const exact = motion && exactAt(motion, time);
  return { time, energy, strain, iterations: report.iterations, positions, velocities, o: 4 * particle, exact, status };
}

/** What was sampled; null if it does not have the particle. @param status of the present */
function sampledMoment(
  { run, particles, ...sample }: Sample,
  particle: number,
  status: Frame['status'],
  motion: ExactMotion | null,
): Moment | null {
  const at = particles.indexOf(particle);
  const exact = motion && exactAt(motion, sample.time);
  return run && at >= 0 ? { ...sample, ...run, o: 3 * at, exact, status } : null;
}

type PlotRecord = ReturnType<typeof createPlotRecord>;

/** Observables over simulated time. @param capacity points kept at most: when it is full, the oldest tenth is dropped */
export function createPlotRecord(observables: readonly Pick<Observable<Moment>, 'read'>[], capacity: number) {
  let columns: (number | null)[][] = observables.map(() => []);
  let lastIsProvisional = false;

  function keep(from: number, to: number): void {
    record.times = record.times.slice(from, to);
    columns = columns.map((column) => column.slice(from, to));
  }

  const record = {
    /** s, ascending. */
    times: [] as number[],
    /** Of one observable, by its index; null where it was undefined. */
    values: (observable: number) => columns[observable],
    /**
     * Adds a point; removes points at its time or later, as after a reset or rewind, and the last one if it was provisional.
     * @param provisional true for the present between two samples
     */
    add(moment: Moment, provisional: boolean): void {
      if (lastIsProvisional) {
        record.times.pop();
        for (const column of columns) column.pop();
      }
      lastIsProvisional = provisional;
      const { time } = moment;
      const kept = 1 + record.times.findLastIndex((one) => one < time);
      if (kept < record.times.length) keep(0, kept);
      if (record.times.length === capacity) keep(capacity / 10, capacity);
      record.times.push(time);
      for (const [i, { read }] of observables.entries()) {
        const value = read(moment);
        columns[i].push(Number.isFinite(value) ? value : null);
      }
    },
    clear(): void {
      keep(0, 0);
      lastIsProvisional = false;
    },
  };
  return record;
}

/** What a recorder is made of. */
interface RecorderOptions {
  record: PlotRecord;
  /** The particle at first, and the tooltip of its box. */
  first: number;
  title: string;
  /** Called when the record has been cleared. */
  onRestart?(): void;
  /** The exact motion of the particle, where it is shown. */
  exactMotion?(frame: Frame, particle: number): ExactMotion | null;
}

/** Records the run, and one particle of it, with each sample of the engine, and the present until the next sample. */
export function createRecorder(
  lab: Lab,
  { record, first, title, onRestart = () => {}, exactMotion = () => null }: RecorderOptions,
) {
  let { sceneNumber } = lab.frame.structure;
  /** Number of the next sample. */
  let next = lab.frame.samples.end;
  const recorder = {
    particle: createParticleBox(first, title, restart),
    /** True until what is recorded is drawn. */
    isNew: true,
    restart,
    /** @returns true with the first frame of a scene: its last particle is chosen, as it usually moves */
    follow(frame: Frame): boolean {
      const { samples, status, structure } = frame;
      const isOther = structure.sceneNumber !== sceneNumber;
      sceneNumber = structure.sceneNumber;
      if (isOther) {
        recorder.particle.show(status.particleCount - 1);
        restart();
      }
      const chosen = recorder.particle.in(frame);
      lab.watch(record, chosen);
      const sampled = samples.from(next);
      next = samples.end;
      if (chosen >= 0) add(frame, sampled, chosen);
      return isOther;
    },
    close: () => lab.watch(record, -1),
  };

  function add(frame: Frame, sampled: readonly Sample[], chosen: number): void {
    const { status } = frame;
    const motion = exactMotion(frame, chosen);
    if (sampled.length === 0 && status.time === record.times.at(-1)) return;
    for (const sample of sampled) {
      const moment = sampledMoment(sample, chosen, status, motion);
      if (moment) record.add(moment, false);
    }
    if (status.time !== record.times.at(-1)) record.add(momentOf(frame, chosen, motion), true);
    recorder.isNew = true;
  }

  function restart(): void {
    record.clear();
    recorder.isNew = true;
    onRestart();
  }
  return recorder;
}

// What a plot shows, in one sentence: the course of each quantity that is shown.

/** What is plotted of one quantity. */
interface Course {
  readonly label: string;
  readonly unit: string;
  /** In the order of time; null where it is undefined. */
  readonly values: readonly (number | null)[];
}

/** A quantity stays where it is if its values differ by less than this part of the largest one. */
const CONSTANT = 1e-3;
/** It rises or falls if this part of its range lies between the first and the last value. */
const MONOTONE = 0.9;
/** The same for small values: a part of the longest side D of the scene, of √(gD), and of the energy M g D. */
const SMALL = { length: 1e-4, speed: 1e-4, energy: 1e-6 };

/** By unit: the largest difference of two values that counts as none. */
export function smallest({ structure, positions, status }: Frame): Record<string, number> {
  const size = sizeOf(positions);
  const g = gravityOf(status.params);
  const energy = SMALL.energy * massOf(structure) * g * size;
  return { m: SMALL.length * size, 'm/s': SMALL.speed * Math.sqrt(g * size), J: energy };
}

/** `12.34 J`, `0.5 %`, `3` */
export function valueText(value: number, unit: string): string {
  const number = String(Number(value.toPrecision(4))).replaceAll('-', '−');
  return unit === '1' ? number : `${number} ${unit}`.trimEnd();
}

/** `stays`: the quantity does not change. */
export function courseText({ label, unit, values }: Course, least: Record<string, number>) {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return { text: t`${label} is not defined in this run`, stays: true };
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  const [low, high] = extremes(numbers) ?? [first, first];
  const [from, to] = [low, high].map((value) => valueText(value, unit));
  const near = Math.max(CONSTANT * Math.max(-low, high), least[unit] ?? 0);
  if (high - low <= near) {
    const about = t`about ${valueText(Math.abs(last) <= near ? 0 : last, unit)}`;
    return { text: t`${label} stays at ${low === high ? to : about}`, stays: true };
  }
  if (Math.abs(last - first) < MONOTONE * (high - low))
    return { text: t`${label} varies between ${from} and ${to}`, stays: false };
  const verb = last > first ? t('rises') : t('falls');
  return { text: t`${label} ${verb} from ${valueText(first, unit)} to ${valueText(last, unit)}`, stays: false };
}
