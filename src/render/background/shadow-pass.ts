/** Draws the shadow maps: which objects of the scene throw a shadow. */
import { type Object3D, Scene, type WebGLRenderer } from 'three';
import type { SoftShadow } from './soft-shadow';

export interface ShadowCasters {
  cloth: { mesh: Object3D; useShadowMaterial(on: boolean): void };
  springs: { mesh: Object3D; readonly hasRods: boolean };
  overlays: { useShadowMaterial(on: boolean): void };
}

export type ShadowPass = (options: { shadows: boolean; springs: boolean }) => void;

export function createShadowPass(
  renderer: WebGLRenderer,
  shadow: SoftShadow,
  scene: Scene,
  { cloth, springs, overlays }: ShadowCasters,
): ShadowPass {
  /** Without shadows the maps are empty. */
  const nothing = new Scene();
  return (options) => {
    if (!options.shadows) {
      shadow.render(renderer, nothing);
      return;
    }
    const shown = springs.mesh.visible;
    // The thin springs over a cloth throw none: they would cost time and hardly show.
    springs.mesh.visible = options.springs ? !cloth.mesh.visible : springs.hasRods;
    for (const part of [cloth, overlays]) part.useShadowMaterial(true);
    shadow.render(renderer, scene);
    for (const part of [cloth, overlays]) part.useShadowMaterial(false);
    springs.mesh.visible = shown;
  };
}
