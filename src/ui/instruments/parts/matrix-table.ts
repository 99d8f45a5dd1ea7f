import { element, setText } from '../../controls/element';
import { createScrollTable, type Head } from './scroll-table';

/** Of the largest entry: what is smaller is left over by rounding. */
const ROUNDING = 1e-12;

export interface MatrixTable {
  readonly node: HTMLElement;
  /** Touches only the cells that have changed. */
  show(rows: readonly (readonly (number | null)[])[]): void;
}

/**
 * A table of numbers with named rows and columns, in a box of its own that scrolls. Zeros are faint, so that one sees where
 * the matrix is filled.
 * @param caption with the unit of its entries
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
      const dust = ROUNDING * Math.max(...rows.flat().map((value) => Math.abs(value ?? 0)));
      cells.forEach((row, i) => {
        row.forEach((cell, j) => {
          const value = rows[i][j];
          const zero = value !== null && Math.abs(value) <= dust;
          setText(cell, value === null ? '–' : zero ? '0' : formatEntry(value));
          cell.classList.toggle('zero', zero || value === null);
        });
      });
    },
  };
}

/** Four digits: `−12.34`, `1.2e−5`. */
export function formatEntry(value: number): string {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace('e+', 'e').replaceAll('-', '−');
}
