/** The table of commands, in the order of the help. */
import type { CliCommand } from './command';
import { renderCommand } from './render';
import { runCommand } from './run';
import { serveCommand } from './serve';

export const COMMANDS: readonly CliCommand[] = [serveCommand, runCommand, renderCommand];
