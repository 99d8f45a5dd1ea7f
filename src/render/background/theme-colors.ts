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
  /** Walls of the room, at the ceiling and at the floor. */
  wallTop: Rgb;
  wall: Rgb;
  /** Boards of the floor, and lines of its grid. */
  floor: Rgb;
  grid: Rgb;
  /** Brightness that the light of the window adds to wall and floor. */
  beam: Rgb;
  /** Darkness of the shadow, 0–1. */
  shadow: number;
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
    wallTop: rgb('#e6e0d6'),
    wall: rgb('#f4eee4'),
    floor: rgb('#cdb99c'),
    grid: rgb('#6b5636'),
    beam: [0.2, 0.18, 0.14],
    shadow: 0.34,
    obstacle: rgb('#b3aca1'),
    key: [1.75, 1.65, 1.5],
    sky: [0.36, 0.4, 0.46],
    bounce: [0.34, 0.31, 0.28],
    rim: [0.3, 0.32, 0.36],
    accent: rgb('#0b6e99'),
  },
  dark: {
    wallTop: rgb('#151a23'),
    wall: rgb('#252e3b'),
    floor: rgb('#433b36'),
    grid: rgb('#8fa3b8'),
    beam: [0.3, 0.27, 0.24],
    shadow: 0.5,
    obstacle: rgb('#7d8790'),
    key: [1.22, 1.12, 0.99],
    sky: [0.16, 0.2, 0.27],
    bounce: [0.1, 0.1, 0.11],
    rim: [0.35, 0.45, 0.6],
    accent: rgb('#6cc4ee'),
  },
};

/** The colors as uniforms, which all materials share. */
export type ThemeUniforms = { readonly [Name in keyof ThemeColors]: { value: ThemeColors[Name] } };

export function createThemeUniforms(): ThemeUniforms {
  const uniforms = Object.entries(THEME_COLORS.light).map(([name, value]) => [name, { value }]);
  return Object.fromEntries(uniforms) as ThemeUniforms;
}

export function setTheme(uniforms: ThemeUniforms, theme: Theme): void {
  for (const [name, value] of Object.entries(THEME_COLORS[theme])) uniforms[name as keyof ThemeColors].value = value;
}
