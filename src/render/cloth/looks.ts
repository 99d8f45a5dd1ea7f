/** The looks of the cloth: what it seems to be made of. */
import { type Rgb, rgb } from '../background/theme-colors';

/** How threads cross. Along and across the tile there is the same number of threads. */
export interface Weave {
  /** A warp thread passes over this many weft threads, then under so many. */
  over: number;
  under: number;
  /** The next warp thread does the same this many weft threads later. Their sum divides 128. */
  shift: number;
  /** Variation of thickness between threads and along each, 0–1. */
  slub: number;
  /** Brightness of the threads against the gaps between them, 0–1. */
  relief: number;
  /** Yarn of each warp thread, as [yarn, number of threads] repeated; the numbers sum to 128. */
  warp: readonly (readonly [yarn: number, threads: number])[];
  /** Of each weft thread; absent: as `warp`. */
  weft?: readonly (readonly [yarn: number, threads: number])[];
}

export interface Look {
  /** Key in links and in the page's state. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** One sentence for the tooltip. */
  summary: string;
  weave: Weave;
  /** Colors of the four yarns, as displayed. */
  yarns: readonly [Rgb, Rgb, Rgb, Rgb];
  finish: Finish;
}

/** The numbers that shaders get, by the names of their uniforms. */
interface Finish {
  /** Tiles of the weave along the longer side of the cloth. */
  tiles: number;
  /** Brightness of the highlight, and its sharpness: about the exponent of the cosine. */
  gloss: number;
  sharpness: number;
  /** 1: the highlight is a band across the threads, as of satin; 0: a spot. */
  satin: number;
  /** Brightness of the rim seen at a grazing angle: fuzz. */
  fuzz: number;
  /** Fraction of the light that comes through to the other side. */
  through: number;
  /** Opacity; a look below 1 is drawn as a body with an inside. */
  opacity: number;
}

/** Threads of a tile in the notation of tartans, as in `A12 B4`: the letters are the yarns. @param times again and again */
const sett = (threads: string, times = 1): Weave['warp'] =>
  Array<string>(times)
    .fill(threads)
    .flatMap((part) => part.split(' ').map((run) => ['ABCD'.indexOf(run[0]), Number(run.slice(1))] as const));

/** The four yarns; white where the weave has fewer. */
const yarns = (...colors: string[]) => [0, 1, 2, 3].map((i) => rgb(colors[i] ?? '#ffffff')) as [Rgb, Rgb, Rgb, Rgb];

/** The finish of most fabrics. */
const WOVEN = { sharpness: 8, satin: 0, opacity: 1 };

/** No threads: a smooth sheet. */
const SMOOTH = { over: 1, under: 1, shift: 1, slub: 0, relief: 0 };

/** In the order in which they are listed. */
export const LOOKS: readonly Look[] = [
  {
    id: 'plaid',
    label: 'Plaid',
    summary: 'Woollen twill in a tartan of teal, navy, cream and ochre.',
    weave: {
      over: 2,
      under: 2,
      shift: 1,
      slub: 0.5,
      relief: 0.6,
      warp: sett('A24 B16 A6 B6 A10 C4 A10 B6 A6 B16 A22 D2'),
    },
    yarns: yarns('#1f7478', '#12384a', '#f1e6cd', '#e0a43a'),
    finish: { ...WOVEN, tiles: 3, gloss: 0.05, fuzz: 0.6, through: 0.2 },
  },
  {
    id: 'cotton',
    label: 'Cotton',
    summary: 'Shirt fabric in plain weave, with fine blue stripes on white.',
    weave: { over: 1, under: 1, shift: 1, slub: 0.3, relief: 0.4, warp: sett('A12 B4', 8), weft: sett('A128') },
    yarns: yarns('#f3f1ea', '#5b86b5'),
    finish: { ...WOVEN, tiles: 4, gloss: 0.03, fuzz: 0.4, through: 0.4 },
  },
  {
    id: 'linen',
    label: 'Linen',
    summary: 'Natural linen in plain weave, with threads of uneven thickness and a fine check of blue.',
    weave: { over: 1, under: 1, shift: 1, slub: 1, relief: 0.8, warp: sett('A61 B3', 2) },
    yarns: yarns('#dccdb0', '#6b86a3'),
    finish: { ...WOVEN, tiles: 3, gloss: 0.04, fuzz: 0.45, through: 0.34 },
  },
  {
    id: 'silk',
    label: 'Silk',
    summary: 'Satin of burgundy silk: smooth, with a soft band of light across its folds.',
    weave: { over: 7, under: 1, shift: 3, slub: 0.15, relief: 0.22, warp: sett('A128'), weft: sett('B128') },
    yarns: yarns('#a3163f', '#7c1036'),
    finish: { ...WOVEN, tiles: 4, gloss: 0.5, sharpness: 14, satin: 1, fuzz: 0.5, through: 0.3 },
  },
  {
    id: 'denim',
    label: 'Denim',
    summary: 'Twill of indigo warp and white weft, which shows in its slanted lines.',
    weave: { over: 3, under: 1, shift: 1, slub: 0.9, relief: 0.5, warp: sett('A128'), weft: sett('B128') },
    yarns: yarns('#2b4a7d', '#8296b8'),
    finish: { ...WOVEN, tiles: 3, gloss: 0.03, sharpness: 6, fuzz: 0.35, through: 0.06 },
  },
  {
    id: 'jersey',
    label: 'Jersey',
    summary: 'Knitted fabric for T-shirts: soft and matt, in grey.',
    weave: { over: 1, under: 3, shift: 2, slub: 0.6, relief: 0.5, warp: sett('A128'), weft: sett('B128') },
    yarns: yarns('#8b9299', '#a7adb2'),
    finish: { ...WOVEN, tiles: 4, gloss: 0.01, sharpness: 6, fuzz: 0.8, through: 0.25 },
  },
  {
    id: 'sailcloth',
    label: 'Sailcloth',
    summary: 'Light nylon with a grid of reinforcing threads; the light comes through it.',
    weave: { over: 1, under: 1, shift: 1, slub: 0.2, relief: 0.3, warp: sett('A28 B4', 4) },
    yarns: yarns('#e2542e', '#f4a27a'),
    finish: { ...WOVEN, tiles: 4, gloss: 0.18, sharpness: 24, fuzz: 0.3, through: 0.55 },
  },
  {
    id: 'rubber',
    label: 'Rubber',
    summary: 'A smooth rubber sheet with a printed grid, whose squares show how it is stretched.',
    weave: { ...SMOOTH, warp: sett('A30 B2', 4) },
    yarns: yarns('#d8a31c', '#7a5200'),
    finish: { ...WOVEN, tiles: 3, gloss: 0.35, sharpness: 50, fuzz: 0.15, through: 0.15 },
  },
  {
    id: 'paper',
    label: 'Paper',
    summary: 'Squared paper: smooth and white, with light blue lines.',
    weave: { ...SMOOTH, warp: sett('A31 B1', 4) },
    yarns: yarns('#c2bfb6', '#7d9fc4'),
    finish: { ...WOVEN, tiles: 5, gloss: 0.06, sharpness: 20, fuzz: 0.05, through: 0.3 },
  },
  {
    id: 'jelly',
    label: 'Jelly',
    summary: 'Raspberry jelly: wet, and clear enough to see through.',
    weave: { ...SMOOTH, warp: sett('A128') },
    yarns: yarns('#e0123f'),
    finish: { ...WOVEN, tiles: 1, gloss: 1.2, sharpness: 120, fuzz: 0.5, through: 1, opacity: 0.62 },
  },
];
