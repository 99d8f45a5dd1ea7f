/** The registry of the tests of validation, in the order of the table: a new one is one file and one entry here. */
import type { ValidationCase } from '../validation-case';
import { bendingLength } from './bending-length';
import { ownWeight } from './own-weight';
import { standingStrip } from './standing-strip';
import { tipLoad } from './tip-load';

export const VALIDATION_CASES: readonly ValidationCase[] = [ownWeight, tipLoad, standingStrip, bendingLength];
