/** The parts of the engine that only some commands and scenes need. */
import { SHEET_TEARING } from '../constraints/tearing';
import type * as ledger from '../energy/ledger';
import type { Part } from '../model/parts';
import type * as resample from '../scenes/builders/resample';
import type * as sceneFile from '../scenes/file/load-file';
import type * as environment from '../scenes/file/parse-environment';
import type * as sheetMaterial from '../scenes/materials/sheet-material';
import type * as search from '../statics/equilibrium/equilibrium';
import type * as slits from './slits';

/** Reads scene files. */
export const SCENE_FILE: Part<typeof sceneFile> = { name: 'scene file' };
/** Reads lists of the environment. */
export const ENVIRONMENT: Part<typeof environment> = { name: 'environment' };
/** Makes surfaces of a material. */
export const SHEET_MATERIAL: Part<typeof sheetMaterial> = { name: 'sheet material' };
/** Gives a cloth another number of rows and columns. */
export const RESAMPLE: Part<typeof resample> = { name: 'resample' };
/** Slits and tears cloth. */
export const SLITS = SHEET_TEARING as Part<typeof slits>;
/** Finds static equilibrium. */
export const EQUILIBRIUM: Part<typeof search> = { name: 'equilibrium' };
/** Keeps the energy ledger. */
export const LEDGER: Part<typeof ledger> = { name: 'energy ledger' };
