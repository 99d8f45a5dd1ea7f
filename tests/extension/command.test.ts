import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A new command: this file, and one line in the index beside it. */
const FILE = `import { STRIDE } from '../model/model';
import { vector } from '../model/validate';
import { defineCommand } from './command-definition';

/** Adds a velocity, m/s, to every particle that is not pinned. */
export const kick = defineCommand({
  type: 'kick',
  fields: { velocity: vector },
  effect: 'edit',
  prepare: (run, { velocity }) => () => {
    const { model, state } = run;
    for (let i = 0; i < model.particleCount; i++) {
      if (model.pinned[i] === 1) continue;
      for (let axis = 0; axis < 3; axis++) state.velocities[STRIDE * i + axis] += velocity[axis];
    }
  },
});
`;
const LINE = `export { kick } from './kick';\n`;

/** A use of it: what the type \`Command\` accepts and refuses. */
const USE = `import type { Command } from './physics';
export const good: Command = { type: 'kick', velocity: [0, 1, 0] };
// @ts-expect-error a vector has three components
export const bad: Command = { type: 'kick', velocity: [0, 1] };
// @ts-expect-error its field is \`velocity\`
export const missing: Command = { type: 'kick' };
`;

const PROJECT = ['src', '.build', 'package.json', 'tsconfig.json', 'vite.config.ts'];

let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'hooke-command-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of PROJECT) await cp(part, join(project, part), { recursive: true, filter });
  await symlink(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  await writeFile(join(project, 'src/physics/commands/kick.ts'), FILE);
  await appendFile(join(project, 'src/physics/commands/index.ts'), LINE);
  await writeFile(join(project, 'src/use-kick.ts'), USE);
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Runs a program of `node_modules` in the copy; returns what it printed, whether it failed or not. */
async function runThere(program: string, ...args: string[]): Promise<string> {
  return promisify(execFile)(process.execPath, [join('node_modules', program), ...args], { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );
}

describe('a command of one file and one line', () => {
  test('has its type in the engine, the runtime and the page', async () => {
    expect(await runThere('typescript/bin/tsc', '-p', '.')).toBe('');
  }, 120_000);

  test('is checked, applied, recorded and repeated to the bit', async () => {
    await runThere('vite/bin/vite.js', 'build', '--mode', 'engine', '--logLevel', 'error');
    const built = pathToFileURL(join(project, 'dist/engine/hooke.js')).href;
    const { createSimulation } = (await import(built)) as typeof import('../../src/physics');
    const simulation = createSimulation({ scene: 'two-bodies' });
    const apply = (command: object) => simulation.apply(command as never);
    simulation.step(10);
    expect(() => apply({ type: 'kick', velocity: [0, 1] })).toThrow('kick.velocity must be three numbers');
    expect(() => apply({ type: 'kick' })).toThrow('kick.velocity is missing');
    const { velocity } = simulation.particle(1);
    apply({ type: 'kick', velocity: [0, 0.5, 0] });
    expect(simulation.particle(1).velocity[1]).toBeCloseTo(velocity[1] + 0.5, 6);
    simulation.step(10);
    const hash = simulation.hash();
    expect(simulation.recorded.map(({ stepCount, command }) => [stepCount, command])).toEqual([
      [10, { type: 'kick', velocity: [0, 0.5, 0] }],
    ]);
    apply({ type: 'rewind', step: 3 });
    expect(simulation.hash()).not.toBe(hash);
    simulation.step(17);
    expect(simulation.hash()).toBe(hash);
  }, 120_000);
});
