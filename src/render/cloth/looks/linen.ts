import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const linen: Look = {
  id: 'linen',
  label: 'Linen',
  summary: 'Natural linen in plain weave, with threads of uneven thickness and a fine check of blue.',
  weave: {
    over: 1,
    under: 1,
    shift: 1,
    slub: 1,
    relief: 0.8,
    warp: [
      [0, 61],
      [1, 3],
      [0, 61],
      [1, 3],
    ],
  },
  yarns: [rgb('#dccdb0'), rgb('#6b86a3'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 3,
  gloss: 0.04,
  sharpness: 8,
  satin: 0,
  fuzz: 0.45,
  through: 0.34,
  opacity: 1,
};
