import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const denim: Look = {
  id: 'denim',
  label: 'Denim',
  summary: 'Twill of indigo warp and white weft, which shows in its slanted lines.',
  weave: { over: 3, under: 1, shift: 1, slub: 0.9, relief: 0.5, warp: [[0, 128]], weft: [[1, 128]] },
  yarns: [rgb('#2b4a7d'), rgb('#8296b8'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 3,
  gloss: 0.03,
  sharpness: 6,
  satin: 0,
  fuzz: 0.35,
  through: 0.06,
  opacity: 1,
};
