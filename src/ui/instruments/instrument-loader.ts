import type { Frame } from '../../runtime/protocol';
import type { Lab } from '../lab';
import type { createInstrumentDock } from './instrument-dock';

/** Opens the dock of instruments when one is asked for; its code is loaded then. */
export function createInstrumentLoader(lab: Lab): { update(frame: Frame): void } {
  let dock: ReturnType<typeof createInstrumentDock> | null = null;
  let loading = false;

  async function load(): Promise<void> {
    loading = true;
    try {
      dock = (await import('./instrument-dock')).createInstrumentDock(lab);
    } catch (error) {
      lab.instrument = null;
      const reason = error instanceof Error ? error.message : String(error);
      lab.say({ kind: 'error', text: `The instruments could not be loaded: ${reason}` });
    }
    loading = false;
  }

  return {
    update(frame) {
      if (lab.instrument && !dock && !loading) void load();
      dock?.update(frame);
    },
  };
}
