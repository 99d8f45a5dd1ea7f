import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const rubber: Look = {
  id: 'rubber',
  label: 'Rubber',
  summary: 'A smooth rubber sheet with a printed grid, whose squares show how it is stretched.',
  weave: {
    over: 1,
    under: 1,
    shift: 1,
    slub: 0,
    relief: 0,
    warp: [
      [0, 30],
      [1, 2],
      [0, 30],
      [1, 2],
      [0, 30],
      [1, 2],
      [0, 30],
      [1, 2],
    ],
  },
  yarns: [rgb('#d8a31c'), rgb('#7a5200'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 3,
  gloss: 0.35,
  sharpness: 50,
  satin: 0,
  fuzz: 0.15,
  through: 0.15,
  opacity: 1,
};
