/** Tables as files of comma-separated values, and the buttons that download them. */
import { button } from '../controls/element';
import type { Lab } from '../lab/lab';
import { fileNameOf, saveAs } from './files';

/** For a spreadsheet that writes 0,25. */
export const COMMA_VARIANT = {
  label: 'CSV (0,25)',
  help: 'The same table for a spreadsheet that writes 0,25: decimal commas, and semicolons between cells',
};

/** Two buttons that download a table: as programs read it, and as a spreadsheet with decimal commas does. @param read null: there is none */
export function tableButtons(help: string, read: () => ReturnType<typeof tableOfRows> | null): HTMLButtonElement[] {
  const save = (written: (text: string) => string) => () => {
    const table = read();
    if (table) saveAs(new Blob([written(table.text)], { type: 'text/csv' }), `${table.name}.csv`);
  };
  return [button('CSV', help, save(String)), button(COMMA_VARIANT.label, COMMA_VARIANT.help, save(withDecimalCommas))];
}

/** Rows as a table about the present scene, and the name of its file without an ending; null becomes an empty cell. */
export function tableOfRows(lab: Lab, what: string, rows: readonly (readonly (string | number | null)[])[]) {
  const text = rows.map((row) => row.map((cell) => cell ?? '').join()).join('\r\n');
  return { text, name: `${fileNameOf(lab)}-${what}` };
}

/** A quoted cell that is a number, with a mark before it or none. */
const QUOTED_NUMBER = /^"[^\p{L}\d.]*\d*\.\d+(e[-+]?\d+)?"$/u;

/** Whole rows of a table, with semicolons between cells and with decimal commas. Comments and other quoted cells stay. */
export const withDecimalCommas = (rows: string) =>
  rows.replace(/^#.*$|"(?:[^"]|"")*"|,|(?<=\d)\.(?=\d)/gm, (part) =>
    QUOTED_NUMBER.test(part) ? part.replace('.', ',') : ({ ',': ';', '.': ',' }[part] ?? part),
  );
