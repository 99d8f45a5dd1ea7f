import { expect, test } from 'vitest';
import { applyCommand, type Command, reapplyCommand } from '../../../src/physics/commands/apply-command';
import type { Run } from '../../../src/physics/run/run';
import { checkSetup } from '../../../src/physics/run/setup';
import { startRun } from '../../../src/physics/run/start-run';
import { nextChange } from '../../../src/physics/timeline/undo';

/** Bytes that the changes of a run may need: the recording has as many for itself. */
const MEMORY = 64e6;

function start(): Run {
  return startRun({ params: { rows: 96, columns: 96 } }, checkSetup({}), reapplyCommand);
}

/** Bytes of the typed arrays that can be reached from a value, without what was seen before. */
function bytesOf(value: unknown, seen: Set<unknown>): number {
  const open = [value];
  let bytes = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (ArrayBuffer.isView(one)) bytes += one.byteLength;
    else for (const [key, inner] of Object.entries(one)) if (key !== 'definitions') open.push(inner);
  }
  return bytes;
}

/** Bytes that only undo and redo need, now or after a rewind to any recorded command. */
function bytesOfChanges({ recording, ...run }: Run): number {
  const entries = recording.entriesFrom(0);
  const seen = new Set<unknown>();
  bytesOf([run, recording.checkpoints, entries.map(({ command, result }) => [command, result])], seen);
  return bytesOf([recording.history, recording.stoppedHistory, entries.map(({ history }) => history)], seen);
}

function send(run: Run, command: Command): void {
  applyCommand(run, command, 0);
}

const CASES: readonly [what: string, count: number, act: (run: Run, i: number) => void][] = [
  ['scenes', 40, (run, i) => send(run, { type: 'scene', scene: 'cloth', params: { rows: 96, columns: 90 + (i % 7) } })],
  ['changes of a setting', 200, (run, i) => send(run, { type: 'set', key: 'gravity', value: 9 + i / 1e4 })],
  ['pins', 200, (run, i) => send(run, { type: 'pin', particle: i, pinned: true })],
  ['masses', 200, (run, i) => send(run, { type: 'particle', particle: i, mass: 1 })],
  [
    'undone and redone changes',
    300,
    (run, i) => {
      if (i === 0) send(run, { type: 'set', key: 'gravity', value: 9 });
      send(run, { type: i % 2 === 0 ? 'undo' : 'redo' });
    },
  ],
];

test.each(CASES)('undo needs at most 64 MB after many %s', { tags: ['long'] }, (_, count, act) => {
  const run = start();
  for (let i = 0; i < count; i++) act(run, i);
  expect(bytesOfChanges(run)).toBeLessThanOrEqual(MEMORY);
  // As many of the last ones as fit can be taken back.
  let undone = 0;
  for (; nextChange(run, 'done'); undone++) send(run, { type: 'undo' });
  expect(undone).toBeGreaterThan(0);
  expect(bytesOfChanges(run)).toBeLessThanOrEqual(MEMORY);
});
