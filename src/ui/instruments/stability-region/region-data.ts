import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import { paramsOfModes } from '../../lab/applies';
import type { Lab } from '../../lab/lab';
import type { Growths, RegionNow, RegionView, Spectrum } from './region-plane';

/** Least time between two queries of the spectrum while the run plays: ms, and a multiple of the last query's duration. */
const PERIOD = 500;
const PAUSE = 10;

/**
 * Region and modes from the engine; each is queried again when it may have changed, one query at a time.
 * @param onChange called when spectrum, growths, region or error have changed
 */
export function createRegionData(lab: Lab, onChange: () => void) {
  let latest: Spectrum | null = null;
  let spectrum: Spectrum | null = null;
  let growths: Growths | null = null;
  let region: RegionNow | null = null;
  let message = '';
  let closed = false;
  /** Keys of the last queries. */
  let spectrumKey = '';
  let growthsKey: unknown[] = [];
  let regionKey = '';
  let structure: Frame['structure'] | null = null;
  let structures = 0;
  let next = 0;
  const busy = new Set<string>();

  /** Ignores the answer after `dispose`. */
  async function query<T>(kind: string, send: () => Promise<T>, receive: (answer: T) => void): Promise<void> {
    busy.add(kind);
    try {
      const answer = await send();
      if (closed) return;
      message = '';
      receive(answer);
    } catch (error) {
      message = messageOf(error);
    }
    busy.delete(kind);
    if (!closed) onChange();
  }

  function followSpectrum({ status, structure: present }: Frame): void {
    if (present !== structure) structures++;
    structure = present;
    const now = performance.now();
    if (busy.has('spectrum') || now < next) return;
    const params = paramsOfModes(status, lab.catalog);
    const key = JSON.stringify([structures, status.time, status.held, status.environment, params]);
    // The fine sample takes long: only while the run is paused.
    const quality = lab.paused && spectrumKey === `${key} quick` ? 'fine' : 'quick';
    if (spectrumKey === `${key} fine` || (quality === 'quick' && spectrumKey === `${key} quick`)) return;
    void query(
      'spectrum',
      () => lab.ask('spectrum', { quality }),
      (answer) => {
        latest = answer;
      },
    ).then(() => {
      spectrumKey = `${key} ${quality}`;
      next = lab.paused ? 0 : Math.max(now + PERIOD, performance.now() + PAUSE * (performance.now() - now));
    });
  }

  function followGrowths({ status }: Frame): void {
    const { integrator, params } = status;
    const key = [latest, integrator, JSON.stringify(params)];
    if (!latest || busy.has('growths') || key.every((value, i) => value === growthsKey[i])) return;
    const queried = latest;
    const { omega, damping } = queried;
    void query(
      'growths',
      () => lab.ask('modeGrowth', { omega, damping }),
      (answer) => {
        growths = answer;
        spectrum = queried;
      },
    );
    growthsKey = key;
  }

  function followRegion({ status }: Frame, { view, scale }: { view: RegionView; scale: number }): void {
    if (busy.has('region')) return;
    const { integrator, params } = status;
    const key = [integrator, params.dt * params.decay, view, scale].join();
    if (key === regionKey) return;
    void query(
      'region',
      () => lab.ask('region', { view, scale }),
      (answer) => {
        region = answer;
      },
    );
    regionKey = key;
  }

  return {
    get spectrum() {
      return spectrum;
    },
    /** Growths of the modes of `spectrum`. */
    get growths() {
      return growths;
    },
    get region() {
      return region;
    },
    /** Error message of the last query; '' for none. */
    get error() {
      return message;
    },
    /** Called with each frame. */
    follow(frame: Frame, window: { view: RegionView; scale: number }): void {
      followSpectrum(frame);
      followGrowths(frame);
      // The growths decide which view suits the method.
      if (growths) followRegion(frame, window);
    },
    dispose(): void {
      closed = true;
    },
  };
}
