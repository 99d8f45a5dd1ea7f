/** The look that each scene starts with, by its id. Others have the first look of the list. */
export const SCENE_LOOKS: Readonly<Record<string, string>> = {
  'cloth-top-edge': 'linen',
  'cloth-four-corners': 'denim',
  'cloth-floating': 'silk',
  'cloth-on-sphere': 'silk',
  'bender-cloth': 'linen',
  'taichi-grid': 'denim',
  curtain: 'linen',
  flag: 'sailcloth',
  trampoline: 'sailcloth',
  'twisted-cloth': 'denim',
  'rope-bridge': 'linen',
  'membrane-cloth': 'rubber',
  'membrane-strip': 'rubber',
  'jelly-cube': 'jelly',
  'silk-scarf': 'silk',
  'paper-sheet': 'paper',
  'denim-drape': 'denim',
};

/** The look of each material, by its id. Others have the look of the same id. */
export const MATERIAL_LOOKS: Readonly<Record<string, string>> = { wool: 'plaid', nylon: 'sailcloth' };
