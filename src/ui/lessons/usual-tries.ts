import type { Try } from './lesson';

export const AGAIN: Try = {
  label: 'Again from the start',
  says: 'With the numbers as they are.',
  does: [{ type: 'reset' }, { type: 'play' }],
};

export const AS_IT_WAS: Try = {
  label: 'As it was',
  says: 'The scene’s own numbers, from the start.',
  does: [{ type: 'restore' }, { type: 'reset' }, { type: 'play' }],
};
