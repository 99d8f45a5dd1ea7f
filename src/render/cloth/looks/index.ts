/** All looks of the cloth. */
import { cotton } from './cotton';
import { denim } from './denim';
import { jelly } from './jelly';
import { jersey } from './jersey';
import { linen } from './linen';
import type { Look } from './look';
import { paper } from './paper';
import { plaid } from './plaid';
import { rubber } from './rubber';
import { sailcloth } from './sailcloth';
import { silk } from './silk';

/** In the order in which they are listed. */
export const LOOKS: readonly Look[] = [plaid, cotton, linen, silk, denim, jersey, sailcloth, rubber, paper, jelly];
