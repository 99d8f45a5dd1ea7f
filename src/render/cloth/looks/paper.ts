import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const paper: Look = {
  id: 'paper',
  label: 'Paper',
  summary: 'Squared paper: smooth and white, with light blue lines.',
  weave: {
    over: 1,
    under: 1,
    shift: 1,
    slub: 0,
    relief: 0,
    warp: [
      [0, 31],
      [1, 1],
      [0, 31],
      [1, 1],
      [0, 31],
      [1, 1],
      [0, 31],
      [1, 1],
    ],
  },
  yarns: [rgb('#c2bfb6'), rgb('#7d9fc4'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 5,
  gloss: 0.06,
  sharpness: 20,
  satin: 0,
  fuzz: 0.05,
  through: 0.3,
  opacity: 1,
};
