/** The colors of the view in the light and in the dark theme. */
export type Theme = 'light' | 'dark';
/** Red, green, blue, 0–1, as displayed. */
export type Rgb = readonly [number, number, number];

/** `#rrggbb` */
export function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

export interface ThemeColors {
  /** Backdrop, at the top and at the horizon. */
  wallTop: Rgb;
  wall: Rgb;
  /** The lit part of the floor. */
  floor: Rgb;
  /** Lines of the floor's grid. */
  grid: Rgb;
  /** Darkness of the shadow, 0–1. */
  shadow: number;
  cloth: Rgb;
  check: Rgb;
  /** Spheres of the environment. */
  obstacle: Rgb;
  /** Light, linear: key light, sky from above, reflection from the floor, rim from behind. */
  key: Rgb;
  sky: Rgb;
  bounce: Rgb;
  rim: Rgb;
  /** Marks of grab and selection. */
  accent: Rgb;
}

export const THEME_COLORS: Record<Theme, ThemeColors> = {
  light: {
    wallTop: rgb('#e6e8ea'),
    wall: rgb('#f3f3f1'),
    floor: rgb('#fbfaf8'),
    grid: rgb('#8b9097'),
    shadow: 0.3,
    cloth: rgb('#24646d'),
    check: rgb('#eaddc4'),
    obstacle: rgb('#b3aca1'),
    key: [1.75, 1.65, 1.5],
    sky: [0.36, 0.4, 0.46],
    bounce: [0.34, 0.31, 0.28],
    rim: [0.3, 0.32, 0.36],
    accent: rgb('#0b6e99'),
  },
  dark: {
    wallTop: rgb('#12171e'),
    wall: rgb('#1a212a'),
    floor: rgb('#2b3540'),
    grid: rgb('#8fa3b8'),
    shadow: 0.55,
    cloth: rgb('#d3c3a6'),
    check: rgb('#35506b'),
    obstacle: rgb('#7d8790'),
    key: [1.22, 1.12, 0.99],
    sky: [0.16, 0.2, 0.27],
    bounce: [0.1, 0.1, 0.11],
    rim: [0.35, 0.45, 0.6],
    accent: rgb('#6cc4ee'),
  },
};
