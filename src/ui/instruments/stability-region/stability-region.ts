import { t } from '../../../language/translate';
import '../parts/studies.css';
import type { Frame } from '../../../runtime/frame/frame';
import { buttonChoice, controlRow, element, setAttribute, setText } from '../../controls/element';
import { formatQuantity } from '../../controls/number-format';
import { methodLabel, paramsOfModes } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { limitSentence } from '../../lab/limit';
import { createCanvas, createLegend, type DrawingContext } from '../parts/canvas';
import { createAsker, type Instrument } from '../parts/instrument';
import { drawRegion, layOutPlane, REGION_LEGEND, type RegionNow, type RegionView, scaleFor } from './region-canvas';
import { addRegionInput, type ModePointer } from './region-input';
import {
  createRegionTable,
  dotsOf,
  type Growths,
  limitNote,
  modesOf,
  modeText,
  type RegionMode,
  type Spectrum,
  stabilityText,
  worstModeText,
} from './region-modes';

const VIEWS: { view: RegionView; label: string; help: string }[] = [
  {
    view: 'z',
    label: 'hλ plane',
    help: 'The complex plane of hλ, step times eigenvalue; the lower half mirrors the upper',
  },
  { view: 'zeta', label: 'hω and ζ', help: 'Step times angular frequency, and damping ratio (on a square-root axis)' },
];
const HINT = 'Point at a dot or use arrow keys to see its mode. Drag outwards for a longer step.';

/**
 * The stability region of the present method, computed from the method itself, with the modes of this scene. Every hλ is
 * proportional to h, so a longer step moves the dots outwards; a mode outside the region makes the run blow up.
 */
export function createStabilityRegion(lab: Lab): Instrument {
  let chosenView: RegionView | null = null;
  let scale = 1;
  let modes: RegionMode[] = [];
  const pointer: ModePointer = { plane: null, dots: [], count: 0, mode: -1, dragging: false };
  const { canvas, redraw } = createCanvas(
    'Stability region with the modes of this scene; arrow keys go from mode to mode, plus and minus change the step',
    paint,
    { isReady: () => data.growths !== null && data.spectrum !== null, draw: drawInFile, legend: REGION_LEGEND },
  );
  const data = createRegionData(lab, redraw);
  const views = buttonChoice(VIEWS, ({ view: next }) => {
    chosenView = next;
    redraw();
  });
  const step = element('span.step');
  const headline = element('p.verdict');
  setAttribute(canvas, 'role', 'slider');
  setAttribute(canvas, 'tabindex', '0');
  setAttribute(canvas, 'aria-valuenow', '0');
  const readout = element('div.readout');
  const table = createRegionTable();
  const node = element(
    'div.stability-region',
    headline,
    controlRow(...views.nodes, step),
    element('div.frame', canvas, readout),
    createLegend(REGION_LEGEND),
    table.node,
  );

  addRegionInput(canvas, lab, pointer, redraw);

  const view = (): RegionView => chosenView ?? (data.growths?.byEigenvalue === false ? 'zeta' : 'z');

  function paint(context: DrawingContext): void {
    const { spectrum, growths } = data;
    const present = view();
    const { width, height } = context;
    if (spectrum && growths) {
      const before = modes[pointer.mode];
      modes = modesOf(spectrum, growths);
      pointer.dots = dotsOf(modes, growths, present);
      // After a new sample: the mode with the nearest frequency.
      if (before && pointer.count !== modes.length) pointer.mode = nearest(modes, before);
      pointer.count = modes.length;
      if (!pointer.dragging) scale = scaleFor(present, pointer.dots, width / height);
    }
    const plane = layOutPlane(context, present, scale);
    pointer.plane = plane;
    updateText();
    const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = readout;
    const cover = { left, top, right: left + offsetWidth, bottom: top + offsetHeight };
    drawRegion(plane, { region: shownRegion(), cover, dots: pointer.dots, mode: pointer.mode });
  }

  /** In a file nothing is chosen, and no text covers a part. */
  function drawInFile(context: DrawingContext): void {
    const cover = { left: -1, top: -1, right: -1, bottom: -1 };
    const plane = layOutPlane(context, view(), scale);
    drawRegion(plane, { region: shownRegion(), cover, dots: pointer.dots, mode: -1 });
  }

  function shownRegion(): RegionNow | null {
    const { region, growths } = data;
    return region?.view === view() && region.integrator === growths?.integrator ? region : null;
  }

  /** The modes in the region, and why the limit may say something else. */
  function headlineText(spectrum: Spectrum): string {
    const { integrator, stability } = lab.frame.status;
    const { solvesSprings } = lab.catalog.integrators.find(({ id }) => id === integrator) ?? {};
    return `${stabilityText(spectrum, modes)} ${limitNote(modes, spectrum.whole, stability, solvesSprings === true)}`.trim();
  }

  function updateText(): void {
    const { spectrum, growths } = data;
    views.press((one) => one.view === view());
    if (!spectrum || !growths) {
      setText(headline, data.error || 'Computing the modes…');
      return;
    }
    const { h, hDecay, integrator } = growths;
    const label = methodLabel(lab.catalog, integrator);
    const decay = hDecay > 0 ? t`; velocity decay × ${Math.exp(-hDecay).toFixed(3)} per step` : '';
    setText(step, t`${label}, step ${formatQuantity(h, 's')}${decay}`);
    const unstable = modes.some(({ grows }) => grows);
    setText(headline, `${unstable ? '◆' : '●'} ${headlineText(spectrum)}`);
    headline.classList.toggle('unstable', unstable);
    const mode = modes[pointer.mode];
    const lines = mode ? modeText(mode, pointer.mode, modes.length, h) : worstModeText(modes, h);
    readout.replaceChildren(...lines.map((line) => element('p', line)));
    if (!mode) readout.append(element('p.hint', HINT));
    setAttribute(readout, 'data-view', view());
    setAttribute(canvas, 'aria-valuemin', '0');
    setAttribute(canvas, 'aria-valuemax', String(modes.length));
    setAttribute(canvas, 'aria-valuenow', String(pointer.mode + 1));
    setAttribute(canvas, 'aria-valuetext', `${mode ? '' : headline.textContent} ${lines.join(', ')}`);
    table.show(modes);
  }

  updateText();
  return {
    node,
    conclude: ({ status }) => limitSentence(lab.catalog, status),
    follow(frame) {
      data.follow(frame, { view: view(), scale });
    },
  };
}

function nearest(modes: readonly RegionMode[], { omega }: RegionMode): number {
  const distances = modes.map((mode) => Math.abs(mode.omega - omega));
  return distances.indexOf(Math.min(...distances));
}

/** Least time between two queries of the spectrum while the run plays: ms, and a multiple of the last query's duration. */
const PERIOD = 500;
const PAUSE = 10;

/**
 * Region and modes from the engine; each is queried again when it may have changed, one query at a time.
 * @param onChange called when spectrum, growths, region or error have changed
 */
function createRegionData(lab: Lab, onChange: () => void) {
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
