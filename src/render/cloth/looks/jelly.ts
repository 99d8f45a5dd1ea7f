import { rgb } from '../../background/theme-colors';
import type { Look } from './look';

export const jelly: Look = {
  id: 'jelly',
  label: 'Jelly',
  summary: 'Raspberry jelly: wet, and clear enough to see through.',
  weave: { over: 1, under: 1, shift: 1, slub: 0, relief: 0, warp: [[0, 128]] },
  yarns: [rgb('#e0123f'), rgb('#ffffff'), rgb('#ffffff'), rgb('#ffffff')],
  tiles: 1,
  gloss: 1.2,
  sharpness: 120,
  satin: 0,
  fuzz: 0.5,
  through: 1,
  opacity: 0.62,
};
