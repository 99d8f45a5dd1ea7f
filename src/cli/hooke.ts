#!/usr/bin/env node
/** The program of `npx hooke`. In a worker, which `hooke run` starts from this same file, it makes runs. */
import { isMainThread } from 'node:worker_threads';
import { CommandFailure } from './command';
import { COMMANDS, helpText, parseArguments } from './commands';
import { runInThisWorker } from './run';

async function main(args: readonly string[]): Promise<void> {
  // As after `hooke run … | head`.
  process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));
  try {
    const parsed = parseArguments(args, COMMANDS);
    if (parsed.help) process.stdout.write(helpText(COMMANDS));
    else await parsed.command.act({ ...parsed, program: new URL(import.meta.url) });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    process.stderr.write(`hooke: ${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

if (isMainThread) await main(process.argv.slice(2));
else await runInThisWorker();
