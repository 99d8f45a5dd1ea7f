/** The type of a look: what the cloth seems to be made of. */
import type { Rgb } from '../../background/theme-colors';

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
