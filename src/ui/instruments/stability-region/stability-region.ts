import './stability-region.css';
import { element, setAttribute, setText } from '../../controls/element';
import { watchTheme } from '../../controls/media';
import { formatQuantity } from '../../controls/number-format';
import { methodLabel } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { drawRegion } from './region-canvas';
import { createRegionData } from './region-data';
import { followPointer, type Pointed } from './region-input';
import { dotsOf, modesOf, type RegionMode } from './region-modes';
import { createPlane, type RegionView, scaleFor } from './region-plane';
import { createRegionTable } from './region-table';
import { modeInWords, verdict, worstInWords } from './region-text';

const VIEWS: { view: RegionView; label: string; title: string }[] = [
  {
    view: 'z',
    label: 'z plane',
    title: 'The complex plane: step times eigenvalue, z = hλ; the lower half mirrors the upper',
  },
  { view: 'zeta', label: 'hω, ζ', title: 'Step times frequency, over the damping ratio (on an axis of roots)' },
];
const HINT = 'Point at a dot or use arrow keys: its mode. Drag outwards: a longer step.';

/**
 * The steps that the present method holds, drawn from the method itself, with the modes of this very scene in it. As every
 * hλ grows with h, the cloud of modes grows with the step, and what leaves the region blows up.
 */
export function createStabilityRegion(lab: Lab): Instrument {
  let chosenView: RegionView | null = null;
  let scale = 1;
  let modes: RegionMode[] = [];
  let dirty = true;
  const pointed: { -readonly [K in keyof Pointed]: Pointed[K] } = {
    plane: null,
    dots: [],
    count: 0,
    mode: -1,
    dragging: false,
  };
  const data = createRegionData(lab, () => {
    dirty = true;
  });

  const buttons = VIEWS.map(({ view, label, title }) =>
    element(
      'button',
      {
        type: 'button',
        title,
        'aria-pressed': 'false',
        click() {
          chosenView = view;
          dirty = true;
        },
      },
      label,
    ),
  );
  const step = element('span', { class: 'step' });
  const headline = element('p', { class: 'verdict' });
  const canvas = element('canvas', {
    tabindex: 0,
    role: 'slider',
    'aria-valuenow': 0,
    'aria-label':
      'Stability region with the modes of this scene in it; arrows go from mode to mode, plus and minus change the step',
  });
  const told = element('div', { class: 'told' });
  const key = element(
    'p',
    { class: 'key' },
    element('span', { class: 'calm' }, '● holds'),
    element('span', { class: 'wild' }, '◆ grows'),
    element('span', { class: 'inside' }, 'what the method holds'),
    element('span', {}, '× growth per step'),
  );
  const table = createRegionTable();
  const node = element(
    'div',
    { class: 'stability-region' },
    headline,
    element('div', { class: 'controls' }, ...buttons, step),
    element('div', { class: 'frame' }, canvas, told),
    key,
    table.node,
  );

  const redraw = () => {
    dirty = true;
  };
  followPointer(canvas, lab, pointed, redraw);
  const forget = watchTheme(redraw);
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);

  const view = (): RegionView => chosenView ?? (data.growths?.byEigenvalue === false ? 'zeta' : 'z');

  function paint(): void {
    const { spectrum, growths, region } = data;
    const present = view();
    const { clientWidth: width, clientHeight: height } = canvas;
    if (spectrum && growths) {
      const before = modes[pointed.mode];
      modes = modesOf(spectrum, growths);
      pointed.dots = dotsOf(modes, growths, present);
      // Of another sample, the one that swings as fast.
      if (before && pointed.count !== modes.length) pointed.mode = nearest(modes, before);
      pointed.count = modes.length;
      if (!pointed.dragging) scale = scaleFor(present, pointed.dots, width / height);
    }
    const plane = createPlane(present, scale, width, height);
    pointed.plane = plane;
    const fits = region?.view === present && region.integrator === growths?.integrator ? region : null;
    write();
    const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = told;
    const cover = { left, top, right: left + offsetWidth, bottom: top + offsetHeight };
    drawRegion(canvas, { plane, region: fits, cover, dots: pointed.dots, mode: pointed.mode });
  }

  function write(): void {
    const { spectrum, growths } = data;
    VIEWS.forEach((entry, i) => {
      setAttribute(buttons[i], 'aria-pressed', String(entry.view === view()));
    });
    if (!spectrum || !growths) {
      setText(headline, data.refusal || 'Looking for the modes…');
      return;
    }
    const { h, hDecay, integrator } = growths;
    const label = methodLabel(lab.catalog, integrator);
    const decay = hDecay > 0 ? `, with velocities × ${Math.exp(-hDecay).toFixed(3)} ahead of it` : '';
    setText(step, `${label}, step ${formatQuantity(h, 's')}${decay}`);
    const wild = modes.some(({ grows }) => grows);
    setText(headline, `${wild ? '◆' : '●'} ${verdict(spectrum, modes)}`);
    headline.classList.toggle('wild', wild);
    const mode = modes[pointed.mode];
    const lines = mode ? modeInWords(mode, pointed.mode, modes.length, h) : worstInWords(modes, h);
    told.replaceChildren(...lines.map((line) => element('p', {}, line)));
    if (!mode) told.append(element('p', { class: 'hint' }, HINT));
    setAttribute(told, 'data-view', view());
    setAttribute(canvas, 'aria-valuemin', '0');
    setAttribute(canvas, 'aria-valuemax', String(modes.length));
    setAttribute(canvas, 'aria-valuenow', String(pointed.mode + 1));
    setAttribute(canvas, 'aria-valuetext', `${mode ? '' : headline.textContent} ${lines.join(', ')}`);
    table.show(modes);
  }

  write();
  return {
    node,
    follow(frame) {
      data.follow(frame, { view: view(), scale });
      if (!dirty || canvas.clientWidth === 0) return;
      dirty = false;
      paint();
    },
    dispose() {
      data.dispose();
      forget();
      observer.disconnect();
    },
  };
}

function nearest(modes: readonly RegionMode[], { omega }: RegionMode): number {
  const away = modes.map((mode) => Math.abs(mode.omega - omega));
  return away.indexOf(Math.min(...away));
}
