import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const jersey: Look = {
  id: 'jersey',
  label: 'Jersey',
  summary: 'Knitted fabric for T-shirts: soft and matt, in grey.',
  weave: { over: 1, under: 3, shift: 2, slub: 0.6, relief: 0.5, warp: [[0, 128]], weft: [[1, 128]] },
  yarns: [rgb('#8b9299'), rgb('#a7adb2'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 4,
  gloss: 0.01,
  sharpness: 6,
  satin: 0,
  fuzz: 0.8,
  through: 0.25,
  opacity: 1,
};
