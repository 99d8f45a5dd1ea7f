import type { changeGrid } from './change-grid';
import type { openLedger } from './ledger';
import type { readThings } from './read-things';
import type { loadFile } from './scenes/load-file';
import type { writeSceneFile } from './scenes/scene-file';
import type { findEquilibrium } from './statics/equilibrium';

/** What some commands, and saving, need beyond the registries: `surroundings` brings it. */
export interface LateParts {
  changeGrid: typeof changeGrid;
  findEquilibrium: typeof findEquilibrium;
  loadFile: typeof loadFile;
  openLedger: typeof openLedger;
  readThings: typeof readThings;
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
