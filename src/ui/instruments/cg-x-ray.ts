import { element } from '../element';
import type { Lab } from '../lab';
import type { Instrument } from './index';

export function createCgXRay(_lab: Lab): Instrument {
  return { node: element('div') };
}
