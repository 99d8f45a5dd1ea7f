import type { Status } from '../../runtime/frame/frame';
import { SHARE, shortened } from './limit-follower';

/**
 * A dt to go on with, s, to two digits: below the method's limit, and shorter than the present one; 0 where no dt is safe. The limit
 * is one for small motion, so where dt was below it already, the step is halved.
 */
export function safeStep({ params, stability }: Status): number {
  if (!(stability.dt > 0)) return 0;
  const wanted = Math.min(
    SHARE * stability.dt,
    params.dt > SHARE * stability.dt ? Number.POSITIVE_INFINITY : params.dt / 2,
  );
  return shortened(wanted, 2);
}
