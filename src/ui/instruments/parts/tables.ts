import { element, setText } from '../../controls/element';
import { formatEntry } from './axis';

/** A column header: name ('' for none), tooltip and unit. */
export type Head = readonly [name: string, title?: string, unit?: string];

/** A table in a box that scrolls, also by keyboard; the caller fills its rows. */
interface ScrollTable {
  readonly node: HTMLElement;
  readonly body: HTMLTableSectionElement;
}

/** @param name accessible name; @param caption '' for none; @param style CSS class of the table */
export function createScrollTable(name: string, caption: string, style: string, heads: readonly Head[]): ScrollTable {
  const body = element('tbody');
  const above = caption === '' ? [] : [element('caption', {}, caption)];
  const node = element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name },
    element('table', { class: style }, ...above, element('thead', {}, element('tr', {}, ...heads.map(headCell))), body),
  );
  return { node, body };
}

function headCell([name, title, unit]: Head): HTMLElement {
  if (name === '') return element('td');
  const below = unit ? [element('small', {}, unit)] : [];
  return element('th', { scope: 'col', ...(title && { title }) }, name, ...below);
}

/** Relative to the largest entry: smaller ones are rounding errors and shown as 0. */
const ROUNDING = 1e-12;

interface MatrixTable {
  readonly node: HTMLElement;
  /** Updates only the cells whose text changed. Null is shown as a dash. */
  show(rows: readonly (readonly (number | null)[])[]): void;
}

/**
 * A scrolling table of numbers with named rows and columns. Zeros are faint, so that the pattern of the matrix shows.
 * @param caption with the unit of the entries
 */
export function createMatrixTable(caption: string, rowNames: string[], columnNames: string[]): MatrixTable {
  const cells = rowNames.map(() => columnNames.map(() => element('td', { class: 'number' })));
  const { node, body } = createScrollTable(caption, caption, 'matrix', [
    [''],
    ...columnNames.map((name): Head => [name]),
  ]);
  body.append(...cells.map((row, i) => element('tr', {}, element('th', { scope: 'row' }, rowNames[i]), ...row)));
  return {
    node,
    show(rows) {
      const negligible = ROUNDING * Math.max(...rows.flat().map((value) => Math.abs(value ?? 0)));
      cells.forEach((row, i) => {
        row.forEach((cell, j) => {
          const value = rows[i][j];
          const zero = value !== null && Math.abs(value) <= negligible;
          setText(cell, value === null ? '–' : zero ? '0' : formatEntry(value));
          cell.classList.toggle('zero', zero || value === null);
        });
      });
    },
  };
}
