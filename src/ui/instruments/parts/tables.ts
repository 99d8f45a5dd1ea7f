import { element, setAttribute, setText } from '../../controls/element';
import { formatEntry } from './axis';

/** A column header: name ('' for none), tooltip and unit. */
export type Head = readonly [name: string, title?: string, unit?: string];

/**
 * A table in a box that scrolls, also by keyboard; the caller fills its rows.
 * @param name accessible name; @param caption '' for none; @param style CSS class of the table
 */
export function createScrollTable(name: string, caption: string, style: string, heads: readonly Head[]) {
  const body = element('tbody');
  const above = caption === '' ? [] : [element('caption', caption)];
  const node = element(
    'div.scroll',
    { tabindex: 0, role: 'region', 'aria-label': name },
    element('table', { class: style }, ...above, element('thead', element('tr', ...heads.map(headCell))), body),
  );
  return { node, body };
}

function headCell([name, title, unit]: Head): HTMLElement {
  if (name === '') return element('td');
  const below = unit ? [element('small', unit)] : [];
  return element('th', { scope: 'col', ...(title && { title }) }, name, ...below);
}

/** What a cell holds. */
type Cell = string | readonly (string | Node)[] | HTMLTableCellElement;

/** A column of a table: its head, and the cell of a row. */
interface TableColumn<Row> {
  /** '' for none. */
  readonly head: string;
  readonly help?: string;
  readonly unit?: string;
  /** True: numbers, aligned on the right. */
  readonly isNumber?: boolean;
  cell(row: Row, i: number): Cell;
}

/** A column of texts. @param help tooltip of its head */
export function column<Row>(head: string, help: string, cell: TableColumn<Row>['cell']): TableColumn<Row> {
  return { head, help, cell };
}

/** A column of numbers. */
export function numberColumn<Row>(
  head: string,
  help: string,
  cell: TableColumn<Row>['cell'],
  unit?: string,
): TableColumn<Row> {
  return { ...column(head, help, cell), unit, isNumber: true };
}

interface TableOptions<Row> {
  /** Accessible name. */
  readonly name: string;
  readonly caption?: string;
  /** CSS class of the table. */
  readonly style: string;
  /** The first one names the rows. */
  readonly columns: readonly TableColumn<Row>[];
  /** Of a row. */
  attributes?(row: Row, i: number): Record<string, string>;
}

/** A text with a note below it; '' for none. */
export const withNote = (text: string, note: string): readonly (string | Node)[] =>
  note === '' ? [text] : [text, element('small', note)];

/** A table whose columns say what they show of a row. Only cells that differ change: what has the focus keeps it. */
export function createTable<Row>({ name, caption = '', style, columns, attributes }: TableOptions<Row>) {
  const heads = columns.map(({ head, help, unit }): Head => [head, help, unit]);
  const { node, body } = createScrollTable(name, caption, style, heads);
  let shown: readonly Row[] = [];

  function cellOf(content: Cell, column: number): HTMLTableCellElement {
    if (content instanceof HTMLTableCellElement) return content;
    const parts = typeof content === 'string' ? [content] : content;
    if (column === 0) return element('th', { scope: 'row' }, ...parts);
    return element('td', columns[column].isNumber ? { class: 'number' } : {}, ...parts);
  }

  /** Shows a row at its place, which may be the next after the last. */
  function showRow(row: Row, i: number): void {
    const line = body.rows[i] ?? body.appendChild(element('tr'));
    columns.forEach(({ cell }, column) => {
      const made = cellOf(cell(row, i), column);
      const before = line.cells[column];
      if (!before) line.append(made);
      else if (!made.isEqualNode(before)) before.replaceWith(made);
    });
    setAttributes(row, i);
  }

  function setAttributes(row: Row, i: number): void {
    for (const [key, value] of Object.entries(attributes?.(row, i) ?? {})) setAttribute(body.rows[i], key, value);
  }

  return {
    node,
    showRow,
    show(rows: readonly Row[]): void {
      shown = rows;
      while (body.rows.length > rows.length) body.deleteRow(-1);
      rows.forEach(showRow);
    },
    /** Sets the attributes of the rows again. */
    refresh: () => shown.forEach(setAttributes),
  };
}

/** Relative to the largest entry: smaller ones are rounding errors and shown as 0. */
const ROUNDING = 1e-12;

/**
 * A scrolling table of numbers with named rows and columns. Zeros are faint, so that the pattern of the matrix shows.
 * @param caption with the unit of the entries
 */
export function createMatrixTable(caption: string, rowNames: string[], columnNames: string[]) {
  const cells = rowNames.map(() => columnNames.map(() => element('td.number')));
  const { node, body } = createScrollTable(caption, caption, 'matrix', [
    [''],
    ...columnNames.map((name): Head => [name]),
  ]);
  body.append(...cells.map((row, i) => element('tr', element('th', { scope: 'row' }, rowNames[i]), ...row)));
  return {
    node,
    /** Updates only the cells whose text changed. Null is shown as a dash. */
    show(rows: readonly (readonly (number | null)[])[]): void {
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
