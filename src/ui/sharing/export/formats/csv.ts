/** Comma-separated values: observables over time, from the recording. */
import { OBSERVABLES } from '../../../../physics/analysis/state/observables';
import type { ExportFormat } from '../export-format';
import { listOf, number, oneOf, wholeNumber } from '../option-checks';
import { readRecording } from '../read-recording';

const ids = OBSERVABLES.map(({ id }) => id);

export const csv: ExportFormat = {
  id: 'csv',
  label: 'CSV table',
  help: 'Observables over time, from the recording, with units, scene, method and parameters',
  options: {
    from: number('s; absent: the start of the recording', 0),
    to: number('s; absent: its end', 0),
    interval: number('s between two rows; absent: 1/60', 0),
    observables: listOf('absent: the energies and the largest strain', oneOf('Observable', ids)),
    particles: listOf('Those whose own observables are written', wholeNumber('Particle', 0)),
  },
  async write(lab, options, watch) {
    const { parts, end } = await readRecording(lab, 'table', options, watch);
    return new Blob([end, ...parts], { type: 'text/csv' });
  },
};
