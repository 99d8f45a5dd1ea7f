/** The registry of the tests of validation, in the order of the table: a new one is one file and one entry here. */
import type { ValidationCase } from '../validation-case';
import { bendingLength } from './bending-length';
import { cooksMembrane } from './cooks-membrane';
import { drape } from './drape';
import { endMomentCase } from './end-moment';
import { hangingChain } from './hanging-chain';
import { ownWeight } from './own-weight';
import { pictureFrame } from './picture-frame';
import { slope } from './slope';
import { standingStrip } from './standing-strip';
import { stickSlip } from './stick-slip';
import { stretchAndShear } from './stretch-and-shear';
import { terminalFall } from './terminal-fall';
import { tipLoad } from './tip-load';

export const VALIDATION_CASES: readonly ValidationCase[] = [
  ownWeight,
  tipLoad,
  endMomentCase,
  standingStrip,
  bendingLength,
  hangingChain,
  stretchAndShear,
  pictureFrame,
  cooksMembrane,
  drape,
  slope,
  stickSlip,
  terminalFall,
];
