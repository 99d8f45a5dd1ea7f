/** Comma-separated values: observables over time, from the recording. */
import type { ExportFormat } from '../export-format';
import { COLUMN_OPTIONS, RANGE_OPTIONS, readTable } from '../export-format';

export const csv: ExportFormat = {
  id: 'csv',
  label: 'CSV table',
  help: 'Observables over time, from the recording, with units, scene, method and parameters',
  options: { ...RANGE_OPTIONS, ...COLUMN_OPTIONS },
  async write(lab, options, watch) {
    const { parts, end } = await readTable(lab, options, watch);
    return new Blob([end, ...parts], { type: 'text/csv' });
  },
};
