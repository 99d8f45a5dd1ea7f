import { expect, test } from 'vitest';
import { COMMANDS, helpText, parseArguments } from '../../../src/cli/commands';

const parse = (line: string) => {
  const parsed = parseArguments(line === '' ? [] : line.split(' '), COMMANDS);
  return parsed.help ? 'help' : { name: parsed.command.name, operands: parsed.operands, options: parsed.options };
};

test.each([
  ['', { name: 'serve', operands: [], options: {} }],
  ['--port 0', { name: 'serve', operands: [], options: { port: '0' } }],
  ['serve --port=81', { name: 'serve', operands: [], options: { port: '81' } }],
  ['run a.json', { name: 'run', operands: ['a.json'], options: {} }],
  ['run --csv=a=b.csv a.json', { name: 'run', operands: ['a.json'], options: { csv: 'a=b.csv' } }],
  ['run a.json --csv b.csv', { name: 'run', operands: ['a.json'], options: { csv: 'b.csv' } }],
  ['run --help', 'help'],
  ['-h', 'help'],
])('reads “hooke %s”', (line, parsed) => {
  expect(parse(line)).toEqual(parsed);
});

test.each([
  ['srve', `there is no command "srve"; there are ${COMMANDS.map(({ name }) => name).join(', ')}`],
  ['run', 'run needs EXPERIMENT.json'],
  ['run a.json b.json', 'run takes no further argument "b.json"'],
  ['serve page', 'serve takes no further argument "page"'],
  ['run a.json --cvs b.csv', 'run has no option "--cvs"; there is --csv, --jobs, --mesh, --body'],
  ['run a.json -c', 'run has no option "-c"; there is --csv, --jobs, --mesh, --body'],
  ['run a.json --toString', 'run has no option "--toString"; there is --csv, --jobs, --mesh, --body'],
  ['run a.json --csv', '--csv needs a value: --csv FILE'],
  ['serve --port=', '--port needs a value: --port N'],
])('names what is wrong in “hooke %s”', (line, message) => {
  expect(() => parse(line)).toThrow(
    expect.objectContaining({ message: `${message}. hooke --help shows how to use it.`, exitCode: 2 }),
  );
});

test('the help has every command with its operands and options', () => {
  for (const { name, operands, options } of COMMANDS) {
    const use = Object.entries(options).map(([option, { value }]) => `[--${option} ${value}]`);
    expect(helpText(COMMANDS)).toContain(['hooke', name, ...operands, ...use].join(' '));
  }
});

test('the help has each option in a column of its own, before its explanation', () => {
  const lines = helpText(COMMANDS).split('\n');
  for (const { options } of COMMANDS) {
    const rows = Object.entries(options).map(([option, { value, help }]) => {
      const line = lines.find((one) => one.startsWith(`    --${option} ${value}`) && one.endsWith(help)) ?? '';
      expect(line, option).toMatch(/^ {4}--\S+ \S+ {2,}\S/);
      return line.length - help.length;
    });
    expect(new Set(rows).size, `columns of ${rows.join()}`).toBe(1);
  }
});
