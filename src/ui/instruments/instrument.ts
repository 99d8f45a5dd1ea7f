import type { Frame } from '../../runtime/frame/frame';
import type { Lab } from '../lab/lab';
import type { Conclusion } from './conclusion/conclusion';

/** The interface of an instrument: a view of the run in the dock. It costs nothing while it is closed. */
export interface Instrument {
  readonly node: HTMLElement;
  /** Called every 200 ms: what the instrument has found, as the first line of its pane. */
  conclude(frame: Frame): Conclusion;
  /** Called every 200 ms, for text and tables. */
  update?(frame: Frame): void;
  /** Called with every frame, for what must record or draw each of them. */
  follow?(frame: Frame): void;
  /** Frees listeners, charts and jobs. */
  dispose?(): void;
}

/** An entry of the registry. */
export interface InstrumentEntry {
  id: string;
  /** Heading above it in the gallery. `File`: it is opened by that menu, and the gallery does not list it. */
  group: 'The run as it is' | 'Stable or not' | 'Methods compared' | 'Experiments' | 'File';
  label: string;
  /** One sentence: what it shows. */
  help: string;
  /** True: it needs the width of the window, and the dock opens below the view. */
  wide?: true;
  /** Loads its code; called when the instrument is first opened. */
  load(): Promise<(lab: Lab) => Instrument>;
}
