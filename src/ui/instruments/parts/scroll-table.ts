import { element } from '../../controls/element';

/** Of a column: what stands above it, if anything, what that means, and its unit. */
export type Head = readonly [name: string, title?: string, unit?: string];

/** A table in a box of its own that scrolls, by keys too; its rows are the caller's. */
export interface ScrollTable {
  readonly node: HTMLElement;
  readonly body: HTMLTableSectionElement;
}

/** @param name for those who can't see it; @param caption '' where that says it all; @param look class of the table */
export function createScrollTable(name: string, caption: string, look: string, heads: readonly Head[]): ScrollTable {
  const body = element('tbody');
  const above = caption === '' ? [] : [element('caption', {}, caption)];
  const node = element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name },
    element('table', { class: look }, ...above, element('thead', {}, element('tr', {}, ...heads.map(cellOf))), body),
  );
  return { node, body };
}

function cellOf([name, title, unit]: Head): HTMLElement {
  if (name === '') return element('td');
  const below = unit ? [element('small', {}, unit)] : [];
  return element('th', { scope: 'col', ...(title && { title }) }, name, ...below);
}
