/** Which look the cloth has: the one that is requested, or else that of its material or of the scene. */
import type { Background } from '../background/background';
import type { ClothSurface } from './cloth-surface';
import { LOOKS } from './looks';
import type { Look } from './looks/look';
import { MATERIAL_LOOKS, SCENE_LOOKS } from './looks/scene-looks';

export interface LookSwitch {
  readonly all: readonly Look[];
  /** Id of the look that is shown. */
  readonly shown: string;
  /** @param id of a look; null: that of the material or the scene */
  request(id: string | null): void;
  /** @param material id of what the surface is made of; null: of none */
  setScene(scene: string, material: string | null): void;
}

/** @param onChange called when another look has been set */
export function createLookSwitch(cloth: ClothSurface, background: Background, onChange: () => void): LookSwitch {
  let requested: string | null = null;
  let scene: string | null = null;
  let material: string | null = null;
  let shown: Look | null = null;

  function update(): void {
    if (scene === null) return;
    const id = requested ?? (material === null ? SCENE_LOOKS[scene] : (MATERIAL_LOOKS[material] ?? material));
    const look = LOOKS.find((one) => one.id === id) ?? LOOKS[0];
    if (look === shown) return;
    shown = look;
    cloth.setLook(look);
    background.setShadowTint(look.opacity < 1 ? look.yarns[0] : null);
    onChange();
  }

  return {
    all: LOOKS,
    get shown() {
      return shown?.id ?? '';
    },
    request(id) {
      if (id === requested) return;
      requested = id;
      update();
    },
    setScene(name, made) {
      scene = name;
      material = made;
      update();
    },
  };
}
