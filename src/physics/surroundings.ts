import { changeGrid } from './commands/change-grid';
import * as CONSTRAINTS from './constraints';
import * as OBSTACLES from './constraints/obstacles';
import type { ObstacleDefinition } from './constraints/obstacles/obstacle';
import * as MOTIONS from './constraints/prescribed-motion/motions';
import type { MotionDefinition } from './constraints/prescribed-motion/motions/motion';
import { openLedger } from './energy/ledger';
import { bringParts } from './late-parts';
import { constraints, motions, obstacles } from './registry';
import * as SCENES from './scenes/catalog';
import { loadFile } from './scenes/file/load-file';
import { parseEnvironment } from './scenes/file/parse-environment';
import { writeSceneFile } from './scenes/file/parse-scene-file';
import { scenes } from './scenes/load-scene';
import { SCENE_GROUPS } from './scenes/scene';
import { findEquilibrium } from './statics/equilibrium';

/** Puts into the registries what is not needed to see a cloth move; doing it again changes nothing. */
export function outfit(): void {
  if (constraints.length > 0) return;
  constraints.push(...Object.values(CONSTRAINTS));
  // Each reads its own fields: what a table of different ones has in common is that.
  motions.push(...(Object.values(MOTIONS) as unknown as MotionDefinition[]));
  obstacles.push(...(Object.values(OBSTACLES) as unknown as ObstacleDefinition[]));
  scenes.splice(0, scenes.length, ...Object.values(SCENES));
  scenes.sort((a, b) => SCENE_GROUPS.indexOf(a.group) - SCENE_GROUPS.indexOf(b.group) || a.rank - b.rank);
  bringParts({ changeGrid, findEquilibrium, loadFile, openLedger, parseEnvironment, writeSceneFile });
}
