import { element } from '../element';
import type { Lab } from '../lab';
import type { Instrument } from './index';

export function createDetective(_lab: Lab): Instrument {
  return { node: element('div') };
}
