import type { Frame } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { Lab } from '../../lab/lab';
import type { Growths, Spectrum } from './region-modes';
import type { RegionNow, RegionView } from './region-plane';

/** Between two looks at the spectrum while the run goes on, ms; or this many times what the last one took. */
const PERIOD = 500;
const SHARE = 10;

/** What the engine knows of the region and the modes, asked anew where it may have changed, one question at a time each. */
export interface RegionData {
  readonly spectrum: Spectrum | null;
  /** Of the modes of this very spectrum. */
  readonly growths: Growths | null;
  readonly region: RegionNow | null;
  /** Why the last question was refused; '' where it wasn't. */
  readonly refusal: string;
  /** Called with each frame. */
  follow(frame: Frame, wanted: { view: RegionView; scale: number }): void;
  dispose(): void;
}

/** @param onNews called when one of them is another */
export function createRegionData(lab: Lab, onNews: () => void): RegionData {
  let latest: Spectrum | null = null;
  let spectrum: Spectrum | null = null;
  let growths: Growths | null = null;
  let region: RegionNow | null = null;
  let refusal = '';
  let closed = false;
  /** What the answers stand for. */
  let ofSpectrum = '';
  let ofGrowths: unknown[] = [];
  let ofRegion = '';
  let structure: Frame['structure'] | null = null;
  let structures = 0;
  let next = 0;
  const busy = new Set<string>();

  /** Nothing is asked while the last question of the kind is open, and nothing is heard after the end. */
  async function ask<T>(kind: string, question: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    busy.add(kind);
    try {
      const answer = await question();
      if (closed) return;
      refusal = '';
      take(answer);
    } catch (error) {
      refusal = messageOf(error);
    }
    busy.delete(kind);
    if (!closed) onNews();
  }

  function followSpectrum({ status, structure: present }: Frame): void {
    if (present !== structure) structures++;
    structure = present;
    const now = performance.now();
    if (busy.has('spectrum') || now < next) return;
    const { dt: _, speed: __, ...params } = status.params;
    const key = JSON.stringify([structures, status.time, status.held, status.environment, params]);
    // A sample of many steps is worth its time only where nothing changes meanwhile.
    const quality = lab.paused && ofSpectrum === `${key} quick` ? 'fine' : 'quick';
    if (ofSpectrum === `${key} fine` || (quality === 'quick' && ofSpectrum === `${key} quick`)) return;
    void ask(
      'spectrum',
      () => lab.ask('spectrum', { quality }),
      (answer) => {
        latest = answer;
      },
    ).then(() => {
      ofSpectrum = `${key} ${quality}`;
      next = lab.paused ? 0 : Math.max(now + PERIOD, performance.now() + SHARE * (performance.now() - now));
    });
  }

  function followGrowths({ status }: Frame): void {
    const { integrator, params } = status;
    const wanted = [latest, integrator, params.dt, params.decay];
    if (!latest || busy.has('growths') || wanted.every((value, i) => value === ofGrowths[i])) return;
    const asked = latest;
    const { omega, damping } = asked;
    void ask(
      'growths',
      () => lab.ask('modeGrowth', { omega, damping }),
      (answer) => {
        growths = answer;
        spectrum = asked;
      },
    );
    ofGrowths = wanted;
  }

  function followRegion({ status }: Frame, { view, scale }: { view: RegionView; scale: number }): void {
    if (busy.has('region')) return;
    const { integrator, params } = status;
    const wanted = [integrator, params.dt * params.decay, view, scale].join();
    if (wanted === ofRegion) return;
    void ask(
      'region',
      () => lab.ask('region', { view, scale }),
      (answer) => {
        region = answer;
      },
    );
    ofRegion = wanted;
  }

  return {
    get spectrum() {
      return spectrum;
    },
    get growths() {
      return growths;
    },
    get region() {
      return region;
    },
    get refusal() {
      return refusal;
    },
    follow(frame, wanted) {
      followSpectrum(frame);
      followGrowths(frame);
      // Which view suits the method is known with the growths.
      if (growths) followRegion(frame, wanted);
    },
    dispose() {
      closed = true;
    },
  };
}
