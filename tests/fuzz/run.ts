/** `npm run fuzz`: attacks the engine, the readers and the page with random input, for some minutes. */
import { parseArgs } from 'node:util';
import type { Attack } from './attack';
import * as ATTACKS from './attacks';

const attacks: readonly Attack[] = Object.values(ATTACKS);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    path: { type: 'string' },
    cases: { type: 'string' },
    only: { type: 'string' },
    site: { type: 'string' },
    trace: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
/** Lines of an error's stack that are printed. */
const STACK = 7;
const chosen = attacks.filter(({ id }) => values.only === undefined || values.only.split(',').includes(id));

if (values.help || chosen.length === 0) {
  console.log(help());
  process.exitCode = values.help ? 0 : 1;
} else {
  const seed = values.seed === undefined ? Date.now() % 2 ** 30 : Number(values.seed);
  const cases = values.cases === undefined ? Number.POSITIVE_INFINITY : Number(values.cases);
  const time = (Number(values.minutes) * 60_000) / chosen.length;
  for (const attack of chosen)
    await run(attack, {
      seed,
      cases,
      time,
      path: values.path,
      site: values.site,
      ...(values.trace && { onCase: console.log }),
    });
}

async function run(attack: Attack, options: Parameters<Attack['run']>[0]): Promise<void> {
  const start = performance.now();
  const { counts, failures } = await attack.run(options);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const counted = Object.entries(counts).map(([what, number]) => `${number.toLocaleString('en')} ${what}`);
  console.log(`${attack.id}: ${counted.join(', ')}; ${failures.length} failures; seed ${options.seed}, ${seconds} s`);
  for (const { seed, path, text, error } of failures) {
    process.exitCode = 1;
    console.log(
      `\n${error.split('\n').slice(0, STACK).join('\n')}\n\n${text}\n\nnpm run fuzz -- --only ${attack.id} --seed ${seed} --path ${path}\n`,
    );
  }
}

function help(): string {
  return [
    'npm run fuzz -- --minutes 30                          all attacks, for the same time each',
    'npm run fuzz -- --only files,obj                      only these',
    'npm run fuzz -- --only files --seed 5                 from this seed on',
    'npm run fuzz -- --only files --cases 1000             at most so many cases',
    'npm run fuzz -- --only files --seed 5 --path 17:2:0   only one case, as a failure names it',
    'npm run fuzz -- --only files --seed 5 --trace         prints each case before it is run',
    'npm run fuzz -- --only browser --site dist            in a site that is built already',
    '',
    ...attacks.map(({ id, about }) => `  ${id.padEnd(9)} ${about}`),
  ].join('\n');
}
