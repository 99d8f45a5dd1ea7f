import type { Simulation } from '../../physics';
import type { Answer, Args, QueryName } from '.';

/**
 * Looks something up in a run, or computes it; the queries are loaded with the first one.
 * @throws RangeError for a question that there isn't, or that can't be answered
 */
export async function answerQuery<Name extends QueryName>(
  simulation: Simulation,
  name: Name,
  args: Args<Name>,
): Promise<Answer<Name>> {
  const { QUERIES } = await import('.');
  if (!Object.hasOwn(QUERIES, name)) throw new RangeError(`there is no query "${name}"`);
  return QUERIES[name](simulation, args as never) as Answer<Name>;
}
