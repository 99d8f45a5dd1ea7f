import { clothBy, entrants } from '../league/entrants';
import { iterationsToStep } from '../league/iterations-to-step';
import { distance, FRAMES, type Measured, measure, reference } from '../league/measure';
import { FRAME, netOf } from '../peers/net';
import type { Suite, Table } from '../report';

const SIZES = [33, 65, 129];
const STIFFNESSES = [1e3, 1e5];
/** m; 1 % of the diagonal of a cloth of 1 m by 1 m. */
const VISIBLE = 0.01 * Math.SQRT2;

interface Run extends Measured {
  engine: string;
  settings: string;
  error: number;
}

/** The same cloth in every method and engine: error against a converged reference, over computing time. */
export const league: Suite = {
  id: 'league',
  about:
    'methods and other engines: error over computing time at 33², 65², 129² and 1e3, 1e5 N/m; --sizes 33 takes some',
  isLong: true,
  async run(report, { sizes = SIZES.join() }) {
    report.tables.push(iterationsToStep());
    for (const n of sizes.split(',').map(Number)) {
      for (const k of STIFFNESSES) {
        const which = { n, k };
        const net = netOf(clothBy(which, 'implicit-euler', 1));
        const exact = reference(net, which);
        const runs: Run[] = [];
        const names = new Set<string>();
        for (const { engine, settings, open } of entrants(which)) {
          names.add(engine);
          const found = await measure(net, open);
          if (found) runs.push({ engine, settings, ...found, error: distance(found.motion, exact.motion) });
          console.error(
            `  ${n}² ${k} ${engine}, ${settings}: ${found ? `${(1000 * runs[runs.length - 1].error).toFixed(2)} mm, ${found.ms.toFixed(0)} ms` : 'no result'}`,
          );
        }
        report.tables.push({
          title: `League: cloth ${n}×${n}, k = ${k} N/m`,
          about: `${(FRAMES * FRAME).toFixed(2)} s from the flat cloth. Reference: TR-BDF2, ${exact.steps} steps per frame, itself ${millimetres(exact.error)} from the limit. Of each method its cheapest run with an error of at most ${millimetres(VISIBLE)} (1 % of the cloth's size), or else its most accurate one; steps per frame of 1/60 s. Times are of the processor.`,
          rows: rowsOf(runs, [...names]),
        });
      }
    }
  },
};

/** The best run of each engine, the cheapest of those that are close enough first. */
function rowsOf(runs: readonly Run[], names: readonly string[]): Table['rows'] {
  const isClose = ({ error }: Run) => error <= VISIBLE;
  const best = names.flatMap((name): Run[] => {
    const own = runs.filter(({ engine, error }) => engine === name && Number.isFinite(error));
    const close = own.filter(isClose).sort((a, b) => a.ms - b.ms);
    return (close.length > 0 ? close : own.sort((a, b) => a.error - b.error)).slice(0, 1);
  });
  best.sort((a, b) => Number(isClose(b)) - Number(isClose(a)) || (isClose(a) ? a.ms - b.ms : a.error - b.error));
  const missing = names.filter((name) => !best.some(({ engine }) => engine === name));
  return [
    ...best.map((run) => ({
      engine: run.engine,
      settings: run.settings,
      error: millimetres(run.error),
      'visually equal': isClose(run) ? 'yes' : 'no',
      'ms per simulated second': run.ms / (FRAMES * FRAME),
      'largest stretch': `${(100 * run.stretch).toPrecision(2)} %`,
    })),
    ...missing.map((engine) => ({ engine, settings: 'blew up, or took too long' })),
  ];
}

const millimetres = (metres: number) => `${(1000 * metres).toPrecision(2)} mm`;
