import { marked } from '../model/state';
import type { RunSummary } from '../run/checkpoint';
import type { PlainCommand } from '../run/recording';
import type { Run } from '../run/run';
import type { Settings } from '../run/setup';
import { writeEnvironment } from '../scenes/file/write-scene-file';

type SettingsCommands = (from: RunSummary, to: RunSummary, run: Run) => PlainCommand[];

/** One entry for everything that a command can set. What can be refused comes first: then nothing has changed. */
const SETTINGS: Record<string, SettingsCommands> = {
  precision: (from, to) => method(from, to, 'precision'),
  preconditioner: (from, to) => method(from, to, 'preconditioner'),
  integrator: (from, to) => method(from, to, 'integrator'),

  params({ settings: { params: from } }, { settings: { params: to } }) {
    const keys = (Object.keys(to) as (keyof typeof to)[]).filter((key) => from[key] !== to[key]);
    return keys.map((key) => command({ type: 'set', key, value: to[key] }));
  },

  masses(from, to, run) {
    const { mass } = run.settings.params;
    const scale = mass / run.coefficients.at.mass;
    return differing(from.masses, to.masses).map((particle) =>
      command({ type: 'particle', particle, mass: scale === 1 ? to.masses[particle] : to.masses[particle] * scale }),
    );
  },

  pins(from, to, { model }) {
    const changed = differing(from.pinned, to.pinned);
    if (changed.length === 0) return [];
    const pinned = model.pinned.slice();
    for (const i of changed) pinned[i] = to.pinned[i];
    return [command({ type: 'pins', particles: marked(pinned) })];
  },

  cuts(from, to) {
    const changed = differing(from.cut, to.cut);
    const [mended, cut] = [0, 1].map((mark) => changed.filter((j) => to.cut[j] === mark));
    return [
      ...(mended.length > 0 ? [command({ type: 'mend', spring: mended })] : []),
      ...(cut.length > 0 ? [command({ type: 'cut', spring: cut })] : []),
    ];
  },

  environment({ settings: { environment: from } }, { settings: { environment: to } }) {
    const written = writeEnvironment(to);
    const lists = Object.keys(written).filter(
      (list) => from[list] !== to[list] && JSON.stringify(from[list] ?? []) !== JSON.stringify(to[list] ?? []),
    );
    return lists.map((list) => command({ type: list, [list]: written[list] }));
  },
};

/** The commands that restore, in the present run, each setting that differs between the two. */
export function settingsCommands(from: RunSummary, to: RunSummary, run: Run): PlainCommand[] {
  return Object.values(SETTINGS).flatMap((commands) => commands(from, to, run));
}

/** True if all settings are the same. */
export function sameSettings(from: RunSummary, to: RunSummary, run: Run): boolean {
  return from.initial === to.initial && settingsCommands(from, to, run).length === 0;
}

/** A command with its fields. */
const command = (fields: PlainCommand & Record<string, unknown>): PlainCommand => fields;

function method(from: RunSummary, to: RunSummary, key: 'precision' | 'preconditioner' | 'integrator'): PlainCommand[] {
  const id: Settings[typeof key] = to.settings[key];
  return id === from.settings[key] ? [] : [command({ type: key, id })];
}

function differing(from: ArrayLike<number>, to: ArrayLike<number>): number[] {
  const indices: number[] = [];
  if (from === to || from.length !== to.length) return indices;
  for (let i = 0; i < to.length; i++) if (from[i] !== to[i]) indices.push(i);
  return indices;
}
