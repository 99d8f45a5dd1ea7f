/** Comma-separated values: observables over time, from the recording. */
import { COLUMN_OPTIONS, type ExportFormat, oneOf, RANGE_OPTIONS, readTable } from '../export-format';

export const csv: ExportFormat = {
  id: 'csv',
  label: 'CSV table',
  help: 'Observables over time, from the recording, with units, scene, method and parameters',
  variant: {
    label: 'CSV (0,25)',
    help: 'The same table for a spreadsheet that writes 0,25: decimal commas, and semicolons between cells',
    options: { decimal: 'comma' },
  },
  options: {
    ...RANGE_OPTIONS,
    ...COLUMN_OPTIONS,
    decimal: oneOf('comma: also semicolons between cells; absent: point', ['point', 'comma']),
  },
  async write(lab, { decimal, ...options }, watch) {
    const { parts, end } = await readTable(lab, options, watch);
    const all = [end, ...parts];
    return new Blob(decimal === 'comma' ? all.map(withDecimalCommas) : all, { type: 'text/csv' });
  },
};

/** Whole rows of a table, with semicolons between cells and with decimal commas. Comments and quoted cells stay. */
export const withDecimalCommas = (rows: string) =>
  rows.replace(/^#.*$|"(?:[^"]|"")*"|,|(?<=\d)\.(?=\d)/gm, (part) => ({ ',': ';', '.': ',' })[part] ?? part);
