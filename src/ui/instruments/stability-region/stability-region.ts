import { t } from '../../../language/translate';
import '../parts/stability.css';
import { buttonChoice, controlRow, element, setAttribute, setText } from '../../controls/element';
import { formatQuantity } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { limitSentence } from '../../lab/limit';
import { createCanvas, createLegend, type DrawingContext } from '../parts/canvas';
import type { Instrument } from '../parts/instrument';
import { drawRegion, REGION_LEGEND } from './region-canvas';
import { createRegionData } from './region-data';
import { addRegionInput, type ModePointer } from './region-input';
import {
  dotsOf,
  layOutPlane,
  modesOf,
  type RegionMode,
  type RegionNow,
  type RegionView,
  type Spectrum,
  scaleFor,
} from './region-plane';
import { createRegionTable, limitNote, modeText, stabilityText, worstModeText } from './region-table';

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
  const data = createRegionData(lab, redraw);

  const views = buttonChoice(VIEWS, ({ view: next }) => {
    chosenView = next;
    redraw();
  });
  const step = element('span', { class: 'step' });
  const headline = element('p', { class: 'verdict' });
  const drawing = createCanvas(
    'Stability region with the modes of this scene; arrow keys go from mode to mode, plus and minus change the step',
    paint,
    { isReady: () => data.growths !== null && data.spectrum !== null, draw: drawInFile, legend: REGION_LEGEND },
  );
  const { canvas } = drawing;
  setAttribute(canvas, 'role', 'slider');
  setAttribute(canvas, 'tabindex', '0');
  setAttribute(canvas, 'aria-valuenow', '0');
  const readout = element('div', { class: 'readout' });
  const legend = createLegend(REGION_LEGEND);
  const table = createRegionTable();
  const node = element(
    'div',
    { class: 'stability-region' },
    headline,
    controlRow(...views.nodes, step),
    element('div', { class: 'frame' }, canvas, readout),
    legend.node,
    table.node,
  );

  addRegionInput(canvas, lab, pointer, redraw);

  function redraw(): void {
    drawing.redraw();
  }

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
    readout.replaceChildren(...lines.map((line) => element('p', {}, line)));
    if (!mode) readout.append(element('p', { class: 'hint' }, HINT));
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
    conclude: ({ status }) => ({ text: limitSentence(lab.catalog, status) }),
    follow(frame) {
      data.follow(frame, { view: view(), scale });
    },
    dispose() {
      data.dispose();
      drawing.dispose();
      legend.dispose();
    },
  };
}

function nearest(modes: readonly RegionMode[], { omega }: RegionMode): number {
  const distances = modes.map((mode) => Math.abs(mode.omega - omega));
  return distances.indexOf(Math.min(...distances));
}
