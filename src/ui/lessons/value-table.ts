/** Tables of labelled values. */
import { element, setText } from '../controls/element';
import { withEquations } from './equation';
import type { LiveValue, Widget } from './lesson';

/** @returns one empty cell for each label, to be filled in */
export function valueTable(labels: readonly string[]): { node: HTMLElement; cells: HTMLElement[] } {
  const cells = labels.map(() => element('dd'));
  const rows = labels.flatMap((label, i) => [element('dt', {}, ...withEquations(label)), cells[i]]);
  return { node: element('dl', { class: 'values' }, ...rows), cells };
}

/** A table that reads its values from a frame. */
export function liveTable(values: readonly LiveValue[]): Widget {
  const { node, cells } = valueTable(values.map(({ label }) => label));
  return {
    node,
    update(frame) {
      for (const [i, { value }] of values.entries()) setText(cells[i], value(frame));
    },
  };
}
