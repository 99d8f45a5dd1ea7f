import { element } from '../element';
import type { Lab } from '../lab';
import type { Instrument } from './index';

export function createInspector(_lab: Lab): Instrument {
  return { node: element('div') };
}
