/** All looks of the cloth. */
import { denim } from './denim';
import { jelly } from './jelly';
import { linen } from './linen';
import type { Look } from './look';
import { plaid } from './plaid';
import { rubber } from './rubber';
import { sailcloth } from './sailcloth';
import { silk } from './silk';

/** In the order in which they are listed. */
export const LOOKS: readonly Look[] = [plaid, linen, silk, denim, sailcloth, rubber, jelly];
