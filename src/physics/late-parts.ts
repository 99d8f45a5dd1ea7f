import type { changeGrid } from './commands/change-grid';
import type { openLedger } from './energy/ledger';
import type { loadFile } from './scenes/file/load-file';
import type { parseEnvironment } from './scenes/file/parse-environment';
import type { writeSceneFile } from './scenes/file/parse-scene-file';
import type { findEquilibrium } from './statics/equilibrium';

/** What some commands, and saving, need beyond the registries: `surroundings` brings it. */
export interface LateParts {
  changeGrid: typeof changeGrid;
  findEquilibrium: typeof findEquilibrium;
  loadFile: typeof loadFile;
  openLedger: typeof openLedger;
  parseEnvironment: typeof parseEnvironment;
  writeSceneFile: typeof writeSceneFile;
}

let parts: LateParts | null = null;

export function bringParts(brought: LateParts): void {
  parts = brought;
}

/** @throws Error before they have been brought: whoever asks has forgotten `outfit` */
export function lateParts(): LateParts {
  if (!parts) throw new Error('the surroundings have not been loaded');
  return parts;
}
