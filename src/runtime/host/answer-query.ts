import type { Simulation } from '../../physics';
import type { Answer, Args, QueryName } from '../queries';

/**
 * Answers a query. The table of queries is loaded with the first one: most runs need none.
 * @throws RangeError for an unknown query or bad arguments
 */
export async function answerQuery<Name extends QueryName>(
  simulation: Simulation,
  name: Name,
  args: Args<Name>,
): Promise<Answer<Name>> {
  const { QUERIES } = await import('../queries');
  if (!Object.hasOwn(QUERIES, name)) throw new RangeError(`there is no query "${name}"`);
  return QUERIES[name](simulation, args as never) as Answer<Name>;
}
