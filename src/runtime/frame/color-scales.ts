/** The color scales of strain and of fields: the picture and its legend use the same. */

/** The scale of strain l/L₀ − 1: ±20 %; beyond that the end colors. */
export const STRAIN_RANGE = 0.2;

/**
 * From compressed to stretched: blue, neutral, orange. Blue and orange differ in lightness and hue for every kind of color vision.
 */
export const STRAIN_STOPS: readonly { strain: number; color: string }[] = [
  { strain: -STRAIN_RANGE, color: '#1f5fbf' },
  { strain: -STRAIN_RANGE / 2, color: '#7db1e8' },
  { strain: 0, color: '#9c9993' },
  { strain: STRAIN_RANGE / 2, color: '#f0a24a' },
  { strain: STRAIN_RANGE, color: '#d1480b' },
];

/**
 * The colors of a field from its low end to its high one, evenly spaced. Lightness alone tells the order, or (diverging) the
 * distance from zero, for every kind of color vision. Source of the sequential one: Nuñez, Anderton, Renslow, Optimizing
 * colormaps with consideration for color vision deficiency (cividis).
 */
export const FIELD_STOPS: { readonly diverging: readonly string[]; readonly sequential: readonly string[] } = {
  diverging: STRAIN_STOPS.map(({ color }) => color),
  sequential: [
    '#00306f',
    '#2a406c',
    '#48526b',
    '#5e626e',
    '#727274',
    '#878479',
    '#9e9677',
    '#b6a971',
    '#d0be67',
    '#ffea46',
  ],
};
