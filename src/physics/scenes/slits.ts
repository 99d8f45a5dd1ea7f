/** The slits of a cloth, in the order in which they were made. */

import { type Edge, surfaceMesh } from '../model/surface-mesh';
import { type Opened, openEdges, type Twin } from './open-edges';
import type { SceneData } from './scene';

/** The newest slit of a cloth, and those before it. Immutable: checkpoints refer to it. */
export interface Slits {
  readonly previous: Slits | null;
  /** The edges that it opened, in the surface as it was before. */
  readonly edges: readonly Edge[];
  /** Its ends, where the same stroke goes on. */
  readonly tips: readonly number[];
  readonly twins: readonly Twin[];
  /** Springs that it cut. */
  readonly crossing: readonly number[];
}

/** All slits, oldest first. */
function listOf(slits: Slits | null): Slits[] {
  const all: Slits[] = [];
  for (let one = slits; one; one = one.previous) all.push(one);
  return all.reverse();
}

/** The ends of all slits, oldest first. */
export function tipsOf(slits: Slits | null): number[] {
  return listOf(slits).flatMap(({ tips }) => tips);
}

/** A scene without slits, with these slits made in it. */
export function sceneWithSlits(whole: SceneData, slits: Slits | null): SceneData {
  return listOf(slits).reduce((scene, { edges }) => {
    const mesh = surfaceMesh(scene.surface, scene.masses.length);
    // These edges split particles when the slit was made, so they do again.
    return (openEdges(scene, mesh, edges) as Opened).scene;
  }, whole);
}
