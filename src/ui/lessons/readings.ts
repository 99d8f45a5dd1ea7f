import { element, setText } from '../controls/element';
import { withEquations } from './equation';
import type { Reading } from './lesson';
import type { Widget } from './widget';

/** A table of live values. */
export function readings(rows: readonly Reading[]): Widget {
  const values = rows.map(() => element('dd'));
  const node = element(
    'dl',
    { class: 'readings' },
    ...rows.flatMap(({ label }, i) => [element('dt', {}, ...withEquations(label)), values[i]]),
  );
  return {
    node,
    update(frame) {
      for (const [i, { value }] of rows.entries()) setText(values[i], value(frame));
    },
  };
}
