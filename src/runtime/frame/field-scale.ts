import { STRAIN_STOPS } from './strain-scale';

/**
 * The colours of a field from its low end to its high one, evenly spaced, as picture and legend both show them. Along
 * either palette lightness alone tells the order, or (diverging) the distance from the neutral zero, whatever colours one
 * can tell apart. Source of the sequential one: Nuñez, Anderton, Renslow, Optimizing colormaps with consideration for color
 * vision deficiency (cividis).
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
