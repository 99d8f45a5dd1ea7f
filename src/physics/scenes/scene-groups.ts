/** What scenes teach, in the order in which they are listed. */
export const SCENE_GROUPS = [
  'Cloth',
  'Stability',
  'Statics and topology',
  'Membrane',
  'Particles and forces',
  'Contact',
  'Playground',
] as const;
export type SceneGroup = (typeof SCENE_GROUPS)[number];
