/** The scale of strain l/L₀ − 1, as picture and legend both show it: ±20 %, and the end colours beyond. */
export const STRAIN_RANGE = 0.2;

/**
 * From compressed to stretched: blue, neutral, orange. Blue and orange differ in lightness and hue to every kind of
 * colour vision, and the neutral middle is the least of all, so that a cloth at rest stays quiet.
 */
export const STRAIN_STOPS: readonly { strain: number; color: string }[] = [
  { strain: -STRAIN_RANGE, color: '#1f5fbf' },
  { strain: -STRAIN_RANGE / 2, color: '#7db1e8' },
  { strain: 0, color: '#9c9993' },
  { strain: STRAIN_RANGE / 2, color: '#f0a24a' },
  { strain: STRAIN_RANGE, color: '#d1480b' },
];
