import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const plaid: Look = {
  id: 'plaid',
  label: 'Plaid',
  summary: 'Woollen twill in a tartan of teal, navy, cream and ochre.',
  weave: {
    over: 2,
    under: 2,
    shift: 1,
    slub: 0.5,
    relief: 0.6,
    warp: [
      [0, 24],
      [1, 16],
      [0, 6],
      [1, 6],
      [0, 10],
      [2, 4],
      [0, 10],
      [1, 6],
      [0, 6],
      [1, 16],
      [0, 22],
      [3, 2],
    ],
  },
  yarns: [rgb('#1f7478'), rgb('#12384a'), rgb('#f1e6cd'), rgb('#e0a43a')],
  tiles: 3,
  gloss: 0.05,
  sharpness: 8,
  satin: 0,
  fuzz: 0.6,
  through: 0.2,
  opacity: 1,
};
