/** What the limit says about the present dt, in one sentence: the same for every instrument. Its definition: docs/engine.md. */
import type { Status } from '../../../runtime/frame/frame';
import type { Catalog } from '../../../runtime/host/catalog-types';
import { formatQuantity, ofLimit } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';

export function limitSentence(catalog: Catalog, { stability, params, integrator }: Status): string {
  const { dt: limit, fraction, grows, sought, isBound } = stability;
  const method = methodLabel(catalog, integrator);
  if (limit === Number.POSITIVE_INFINITY) {
    return params.clamp === 0 && catalog.integrators.find(({ id }) => id === integrator)?.implicit
      ? `With ${method}, dt has no limit for small motion while no spring is compressed.`
      : `With ${method}, dt has no limit for small motion.`;
  }
  if (sought) return 'The limit of dt is being computed.';
  if (!(limit > 0)) {
    return isBound
      ? 'The limit of dt is not known yet: pause the run, and it is computed.'
      : `With ${method}, motion grows at every dt here, as too little damps it.`;
  }
  const dt = `dt = ${formatQuantity(params.dt, 's')}`;
  const [most, least] = isBound ? ['at most ', 'at least '] : ['', ''];
  const is = `${dt} is ${most}${ofLimit(fraction)} its limit, ${least}${formatQuantity(limit, 's')}`;
  if (fraction <= 1) return `${is}: small motion stays small.`;
  if (isBound) return `${is}: small motion may grow.`;
  return grows
    ? `${is}: small motion grows until the run blows up.`
    : `${is}, at this moment: what grows is too small to be seen, and decays again below the limit.`;
}
