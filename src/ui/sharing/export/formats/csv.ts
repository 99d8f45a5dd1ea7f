/** Comma-separated values: observables over time, from the recording. */
import { OBSERVABLES } from '../../../../physics/analysis/state/observables';
import type { ExportFormat } from '../export-format';
import { listOf, oneOf, wholeNumber } from '../option-checks';
import { RANGE_OPTIONS, readRecording } from '../read-recording';

const ids = OBSERVABLES.map(({ id }) => id);

export const csv: ExportFormat = {
  id: 'csv',
  label: 'CSV table',
  help: 'Observables over time, from the recording, with units, scene, method and parameters',
  options: {
    ...RANGE_OPTIONS,
    observables: listOf('absent: the energies and the largest strain', oneOf('Observable', ids)),
    particles: listOf('Those whose own observables are written', wholeNumber('Particle', 0)),
  },
  async write(lab, options, watch) {
    const { parts, end } = await readRecording(lab, 'table', options, watch);
    return new Blob([end, ...parts], { type: 'text/csv' });
  },
};
