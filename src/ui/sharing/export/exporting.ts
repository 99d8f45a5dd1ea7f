/** Finds the format of an export, checks its options, and has it written. */

import type { Lab } from '../../lab/lab';
import type { Exporting } from '../../lab/scripting';
import { checkOptions, type ExportFormat } from './export-format';
import * as FORMATS from './formats';

/** Every format, in the order of the table. */
export const formats: readonly ExportFormat[] = Object.values(FORMATS);

export function createExporting(lab: Lab): Exporting {
  return {
    async export(id, options = {}, watch = {}) {
      const format = formats.find((one) => one.id === id);
      if (!format) {
        throw new RangeError(`export: there is no format ${JSON.stringify(id)}; there are ${idsOf(formats)}`);
      }
      const checked = checkOptions(`export ${format.id}`, format.options, options);
      watch.signal?.throwIfAborted();
      return format.write(lab, checked, watch);
    },
    film: async (options = {}, watch = {}) => (await import('./film/film')).makeFilm(lab, options, watch),
  };
}

const idsOf = (list: readonly ExportFormat[]) => list.map(({ id }) => id).join(', ');
