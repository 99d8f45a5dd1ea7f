import { changeGrid } from './change-grid';
import * as CONSTRAINTS from './constraints';
import type { ForceObjectDefinition, MotionDefinition, ObstacleDefinition } from './contracts';
import * as FORCE_OBJECTS from './force-objects';
import { bringParts } from './late-parts';
import { openLedger } from './ledger';
import * as MOTIONS from './motions';
import * as OBSTACLES from './obstacles';
import { readThings } from './read-things';
import { constraints, forceObjects, motions, obstacles } from './registry';
import * as SCENES from './scenes';
import { SCENE_GROUPS } from './scenes/groups';
import { loadFile } from './scenes/load-file';
import { scenes } from './scenes/load-scene';
import { writeSceneFile } from './scenes/scene-file';
import { findEquilibrium } from './statics/equilibrium';

/** Puts into the registries what is not needed to see a cloth move; doing it again changes nothing. */
export function outfit(): void {
  if (constraints.length > 0) return;
  constraints.push(...Object.values(CONSTRAINTS));
  // Each reads its own fields: what a table of different ones has in common is that.
  forceObjects.push(...(Object.values(FORCE_OBJECTS) as unknown as ForceObjectDefinition[]));
  motions.push(...(Object.values(MOTIONS) as unknown as MotionDefinition[]));
  obstacles.push(...(Object.values(OBSTACLES) as unknown as ObstacleDefinition[]));
  scenes.splice(0, scenes.length, ...Object.values(SCENES));
  scenes.sort((a, b) => SCENE_GROUPS.indexOf(a.group) - SCENE_GROUPS.indexOf(b.group) || a.rank - b.rank);
  bringParts({ changeGrid, findEquilibrium, loadFile, openLedger, readThings, writeSceneFile });
}
