/** The table of commands, and how arguments are read by it. */
import { type CliCommand, CommandFailure, type CommandInput } from './command';
import { renderCommand } from './render';
import { runCommand } from './run';
import { serveCommand } from './serve';

/** In the order of the help. */
export const COMMANDS: readonly CliCommand[] = [serveCommand, runCommand, renderCommand];

export type ParsedArguments = { help: true } | ({ help: false; command: CliCommand } & Omit<CommandInput, 'program'>);

/**
 * Without the name of a command it is the first of the table.
 * @throws CommandFailure that names what is wrong, and its value
 */
export function parseArguments(args: readonly string[], commands: readonly CliCommand[]): ParsedArguments {
  if (args.includes('--help') || args.includes('-h')) return { help: true };
  const [first = ''] = args;
  const named = first !== '' && !first.startsWith('-');
  const command = named ? commands.find(({ name }) => name === first) : commands[0];
  if (!command) wrong(`there is no command "${first}"; there are ${commands.map(({ name }) => name).join(', ')}`);
  const operands: string[] = [];
  const options: Record<string, string> = {};
  const rest = args.slice(named ? 1 : 0);
  while (rest.length > 0) {
    const argument = rest.shift() as string;
    if (!argument.startsWith('-')) {
      operands.push(argument);
      continue;
    }
    const [, name = '', value = rest.shift()] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (!Object.hasOwn(command.options, name)) {
      const known = Object.keys(command.options).map((one) => `--${one}`);
      wrong(`${command.name} has no option "${argument}"; there is ${known.join(', ')}`);
    }
    if (value === undefined || value === '') wrong(`--${name} needs a value: --${name} ${command.options[name].value}`);
    options[name] = value;
  }
  const missing = command.operands[operands.length];
  if (missing !== undefined) wrong(`${command.name} needs ${missing}`);
  const extra = operands[command.operands.length];
  if (extra !== undefined) wrong(`${command.name} takes no further argument "${extra}"`);
  return { help: false, command, operands, options };
}

function wrong(message: string): never {
  throw new CommandFailure(`${message}. hooke --help shows how to use it.`, 2);
}

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
