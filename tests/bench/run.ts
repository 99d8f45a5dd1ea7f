import { parseArgs } from 'node:util';
import { asMarkdown } from './markdown';
import { publish } from './publish';
import { createReport } from './report';
import * as SUITES from './suites';

const suites = Object.values(SUITES);
const { values: wanted, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    publish: { type: 'boolean' },
    help: { type: 'boolean' },
    against: { type: 'string' },
    seeds: { type: 'string' },
    sizes: { type: 'string' },
  },
});
const unknown = names.filter((name) => !suites.some(({ id }) => id === name));

if (wanted.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no suite ${unknown.join(', ')}.\n`);
  console.log(help());
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  const report = createReport();
  for (const suite of suites.filter(({ id, isLong }) => (names.length === 0 && !isLong) || names.includes(id))) {
    console.error(`… ${suite.id}: ${suite.about}`);
    try {
      await suite.run(report, wanted);
    } catch (error) {
      // The other suites still run.
      console.error(error);
      process.exitCode = 1;
    }
  }
  console.log(wanted.json ? JSON.stringify(report, null, 2) : asMarkdown(report));
  if (wanted.publish && process.exitCode !== 1) publish(report);
}

function help(): string {
  const width = Math.max(...suites.map(({ id }) => id.length));
  return [
    'npm run bench                       all suites, as Markdown; some ten minutes on an idle machine',
    'npm run bench -- explicit peers     only these suites',
    'npm run --silent bench -- --json    as JSON',
    'npm run bench -- collision --seeds 1-20  some of its cloths',
    'npm run bench -- start frame --against dir  compares with the built site in a folder',
    'npm run bench -- --publish          also writes figures and plot into docs/benchmark.md',
    '',
    ...suites.map(({ id, about }) => `  ${id.padEnd(width)}  ${about}`),
  ].join('\n');
}
