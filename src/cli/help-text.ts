/** The help of the command line, from the table of commands. */
import type { CliCommand } from './command';

/** Spaces between an option and its explanation. */
const GAP = 2;

export function helpText(commands: readonly CliCommand[]): string {
  const parts = commands.map(({ name, operands, options, summary }) => {
    const entries = Object.entries(options).map(([option, { value, help }]) => ({ use: `--${option} ${value}`, help }));
    const width = Math.max(...entries.map(({ use }) => use.length)) + GAP;
    const usage = ['hooke', name, ...operands, ...entries.map(({ use }) => `[${use}]`)].join(' ');
    return [usage, `    ${summary}`, ...entries.map(({ use, help }) => `    ${use.padEnd(width)}${help}`)].join('\n');
  });
  return `${['Hooke: an interactive mass–spring laboratory', ...parts].join('\n\n')}\n\nWithout a command: ${commands[0].name}.\n`;
}
