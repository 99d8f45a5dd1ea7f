import type { Frame } from '../../../runtime/frame/frame';
import { paramsOfModes } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { createAsker } from '../parts/instrument';
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
  const data = {
    spectrum: null as Spectrum | null,
    /** Growths of the modes of `spectrum`. */
    growths: null as Growths | null,
    region: null as RegionNow | null,
    /** Error message of the last query; '' for none. */
    error: '',
    /** Called with each frame. */
    follow(frame: Frame, window: { view: RegionView; scale: number }): void {
      followSpectrum(frame);
      followGrowths(frame);
      // The growths decide which view suits the method.
      if (data.growths) followRegion(frame, window);
    },
    dispose(): void {
      for (const asker of [spectra, growing, regions]) asker.close();
    },
  };
  /** Keys of the last queries. */
  let spectrumKey = '';
  let growthsKey: unknown[] = [];
  let regionKey = '';
  let structure: Frame['structure'] | null = null;
  let structures = 0;
  let next = 0;
  const [spectra, growing, regions] = [0, 1, 2].map(() => createAsker(lab, answered));

  /** @param text absent: there is an answer */
  function answered(text = ''): void {
    data.error = text;
    onChange();
  }

  function followSpectrum({ status, structure: present }: Frame): void {
    if (present !== structure) structures++;
    structure = present;
    const now = performance.now();
    if (spectra.busy || now < next) return;
    const params = paramsOfModes(status, lab.catalog);
    const key = JSON.stringify([structures, status.time, status.held, status.environment, params]);
    // The fine sample takes long: only while the run is paused.
    const quality = lab.paused && spectrumKey === `${key} quick` ? 'fine' : 'quick';
    if (spectrumKey === `${key} fine` || (quality === 'quick' && spectrumKey === `${key} quick`)) return;
    const asked = spectra.ask('spectrum', { quality }, (answer) => {
      latest = answer;
      answered();
    });
    void asked.then(() => {
      spectrumKey = `${key} ${quality}`;
      next = lab.paused ? 0 : Math.max(now + PERIOD, performance.now() + PAUSE * (performance.now() - now));
    });
  }

  function followGrowths({ status }: Frame): void {
    const { integrator, params } = status;
    const key = [latest, integrator, JSON.stringify(params)];
    if (!latest || growing.busy || key.every((value, i) => value === growthsKey[i])) return;
    const queried = latest;
    const { omega, damping } = queried;
    void growing.ask('modeGrowth', { omega, damping }, (answer) => {
      data.growths = answer;
      data.spectrum = queried;
      answered();
    });
    growthsKey = key;
  }

  function followRegion({ status }: Frame, { view, scale }: { view: RegionView; scale: number }): void {
    if (regions.busy) return;
    const { integrator, params } = status;
    const key = [integrator, params.dt * params.decay, view, scale].join();
    if (key === regionKey) return;
    void regions.ask('region', { view, scale }, (answer) => {
      data.region = answer;
      answered();
    });
    regionKey = key;
  }

  return data;
}
