import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const sailcloth: Look = {
  id: 'sailcloth',
  label: 'Sailcloth',
  summary: 'Light nylon with a grid of reinforcing threads; the light comes through it.',
  weave: {
    over: 1,
    under: 1,
    shift: 1,
    slub: 0.2,
    relief: 0.3,
    warp: [
      [0, 28],
      [1, 4],
      [0, 28],
      [1, 4],
      [0, 28],
      [1, 4],
      [0, 28],
      [1, 4],
    ],
  },
  yarns: [rgb('#e2542e'), rgb('#f4a27a'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 4,
  gloss: 0.18,
  sharpness: 24,
  satin: 0,
  fuzz: 0.3,
  through: 0.55,
  opacity: 1,
};
