import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const silk: Look = {
  id: 'silk',
  label: 'Silk',
  summary: 'Satin of burgundy silk: smooth, with a soft band of light across its folds.',
  weave: { over: 7, under: 1, shift: 3, slub: 0.15, relief: 0.22, warp: [[0, 128]], weft: [[1, 128]] },
  yarns: [rgb('#a3163f'), rgb('#7c1036'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 4,
  gloss: 0.5,
  sharpness: 14,
  satin: 1,
  fuzz: 0.5,
  through: 0.3,
  opacity: 1,
};
