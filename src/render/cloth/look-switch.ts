/** Which look the cloth has: the one that is requested, or else that of its material or of the scene. */
import type { Background } from '../background/background';
import type { ClothSurface } from './cloth-surface';
import { LOOKS, type Look } from './looks';

/** The look of each material, by its id. Others have the look of the same id. */
const MATERIAL_LOOKS: Readonly<Record<string, string>> = { wool: 'plaid', nylon: 'sailcloth' };

/** @param onChange called when another look has been set */
export function createLookSwitch(cloth: ClothSurface, background: Background, onChange: () => void) {
  let requested: string | null = null;
  /** Undefined before the first scene. */
  let own: string | null | undefined;
  let shown: Look | null = null;

  function update(): void {
    if (own === undefined) return;
    const look = LOOKS.find(({ id }) => id === (requested ?? own)) ?? LOOKS[0];
    if (look === shown) return;
    shown = look;
    cloth.setLook(look);
    background.setShadowTint(look.finish.opacity < 1 ? look.yarns[0] : null);
    onChange();
  }

  return {
    all: LOOKS,
    /** Id of the look that is shown. */
    get shown() {
      return shown?.id ?? '';
    },
    /** @param id of a look; null: that of the material or the scene */
    request(id: string | null) {
      if (id === requested) return;
      requested = id;
      update();
    },
    /**
     * @param scene id of the look that the scene asks for
     * @param material id of what the surface is made of, which comes before
     */
    setScene(scene?: string, material?: string) {
      own = (material === undefined ? scene : (MATERIAL_LOOKS[material] ?? material)) ?? null;
      update();
    },
  };
}
