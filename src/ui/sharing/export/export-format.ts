/** What a format of exported files is: one file in `formats/` defines it, and one line in the index there lists it. */

import type { Lab } from '../../lab/lab';
import type { ExportOptions, ExportWatch } from '../../lab/scripting';
import type { OptionChecks } from './option-checks';

export interface ExportFormat {
  /** As `hooke.export` calls it. */
  readonly id: string;
  /** What the name of a file ends with; absent: the id. */
  readonly ending?: string;
  /** As the dialog names it. */
  readonly label: string;
  /** What is in such a file; the tooltip. */
  readonly help: string;
  /** A second button of the dialog: the same format with these options. */
  readonly variant?: { readonly label: string; readonly help: string; readonly options: ExportOptions };
  /** The options that it has, by name. */
  readonly options: OptionChecks;
  /** @param options checked; those that are absent were not given @throws RangeError for what can't be written */
  write(lab: Lab, options: Readonly<Record<string, unknown>>, watch: ExportWatch): Promise<Blob>;
}
