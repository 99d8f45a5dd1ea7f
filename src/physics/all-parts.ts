/** All parts of the engine, loaded: for Node, and for what needs no small first load. */
import { SELF_COLLISION } from './collision/part';
import * as selfCollision from './constraints/self-collision/correction';
import * as ledger from './energy/ledger';
import * as springMethods from './integrators/springs';
import { SPRING_METHODS } from './integrators/springs/part';
import { loadedParts, type Parts, partWith } from './model/parts';
import { ENVIRONMENT, EQUILIBRIUM, LEDGER, RESAMPLE, SCENE_FILE, SHEET_MATERIAL, SLITS } from './run/parts';
import * as slits from './run/slits';
import * as resample from './scenes/builders/resample';
import * as sceneFile from './scenes/file/load-file';
import * as environment from './scenes/file/parse-environment';
import * as sheetMaterial from './scenes/materials/sheet-material';
import * as multigrid from './solvers/multigrid';
import { MULTIGRID } from './solvers/preconditioners/multigrid';
import * as equilibrium from './statics/equilibrium/equilibrium';

export const ALL_PARTS: Parts = loadedParts(
  new Map([
    partWith(SCENE_FILE, sceneFile),
    partWith(ENVIRONMENT, environment),
    partWith(SHEET_MATERIAL, sheetMaterial),
    partWith(RESAMPLE, resample),
    partWith(SLITS, slits),
    partWith(EQUILIBRIUM, equilibrium),
    partWith(LEDGER, ledger),
    partWith(MULTIGRID, multigrid),
    partWith(SPRING_METHODS, springMethods),
    partWith(SELF_COLLISION, selfCollision),
  ]),
);
