/** Companions in the view: as ghosts of the main run, or each in a pane of its own. */
import { Camera, Scene, type WebGLRenderer } from 'three';
import type { CompanionFrame, DrawableFrame, ShownBoxes } from '../../../runtime/frame/frame';
import { rgb } from '../../background/theme-colors';
import type { EnvironmentBounds } from '../../camera/environment-bounds';
import type { CompanionDisplay, Inset } from '../../view';
import type { OverlayRequests, RenderContext } from '../render-context';
import { CAPTION_HEIGHT, type Caption, createCaptions } from '../text/labels';
import { createGhost, type Ghost } from './ghost';

/** CSS pixels between captions and the edges of the free area. */
const MARGIN = 12;
/** CSS pixels; half the width of the line between two panes. */
const HALF_DIVIDER = 0.5;

/**
 * Draws the run whose positions are in the store.
 * @param companion null: the main run @param newShadow draws its shadow map too
 * @param by CSS pixels by which the picture is moved on the canvas, to the right and down
 */
export type RenderRun = (companion: CompanionFrame | null, newShadow: boolean, by?: readonly number[]) => void;

export type CompanionViews = ReturnType<typeof createCompanionViews>;

/** Size of what a slow replay has drawn, over that at its onset. */
function growthOf({ first, all }: ShownBoxes): number {
  const [before, now] = [first, all].map(({ min, max }) => Math.hypot(...max.map((x, axis) => x - min[axis])));
  return Math.max(1, now / before || 1);
}

const NONE: CompanionDisplay = { style: 'ghosts', runs: [] };

/** @param showMainOnly shows or hides what belongs to the main run only */
export function createCompanionViews(context: RenderContext, showMainOnly: (on: boolean) => void) {
  const { store, screen, behind } = context;
  const { viewport, pixelRatio } = screen;
  const captions = createCaptions(screen);
  const captionScene = new Scene();
  captionScene.add(captions.mesh);
  const captionCamera = new Camera();
  const ghosts: Ghost[] = [];
  let display = NONE;
  let panes: Pane[] = [];
  let divider = rgb('#000000');
  /** True if the shadow map is that of the last pane. */
  let wasSplit = false;

  const width = () => viewport.value[0] / pixelRatio.value;
  const height = () => viewport.value[1] / pixelRatio.value;

  function updateGhosts({ structure, companions, status }: DrawableFrame, bounds: EnvironmentBounds): void {
    const shown = display.style === 'ghosts' ? companions : [];
    while (ghosts.length < shown.length) {
      const ghost = createGhost(context);
      behind.add(ghost.group);
      ghosts.push(ghost);
    }
    for (const ghost of ghosts.splice(shown.length)) {
      behind.remove(ghost.group);
      ghost.dispose();
    }
    shown.forEach(({ texels, show: replay }, i) => {
      // While the main run blows up too, the camera shows both.
      ghosts[i].setGrowth(replay?.boxes && !status.replay ? growthOf(replay.boxes) : 1);
      ghosts[i].update(structure, texels, bounds, display.runs[i + 1]?.color ?? '#888888');
    });
  }

  /** In rows, or one in each pane. */
  function captionsOf({ left, top, right }: Inset): Caption[] {
    return display.runs.map(({ label, color }, i) => {
      const pane = panes[i] ?? { left, top: top + i * CAPTION_HEIGHT, width: width() - left - right };
      return { text: label, color, left: pane.left + MARGIN, top: pane.top + MARGIN, width: pane.width - 2 * MARGIN };
    });
  }

  /** All panes use the camera of the first one; the picture is moved. */
  function renderPane(renderer: WebGLRenderer, pane: Pane, draw: (by: readonly number[]) => void): void {
    const by = [
      pane.left - panes[0].left + (pane.width - panes[0].width) / 2,
      pane.top - panes[0].top + (pane.height - panes[0].height) / 2,
    ];
    const { left, top, right, bottom } = extendPane(pane, panes, width(), height());
    const clip = (x: number, y: number, toX: number, toY: number) =>
      renderer.setScissor(x, height() - toY, toX - x, toY - y);
    clip(left, top, right, bottom);
    draw(by);
    const color = divider.reduce((hex, c) => hex * 256 + Math.round(255 * c), 0);
    renderer.setClearColor(color, 1);
    for (const [x, y, toX, toY] of [
      [left - HALF_DIVIDER, top, left + HALF_DIVIDER, bottom],
      [left, top - HALF_DIVIDER, right, top + HALF_DIVIDER],
    ]) {
      if (x < 0 || y < 0) continue;
      clip(x, y, toX, toY);
      renderer.clear(true, false, false);
    }
    renderer.setClearColor(0, 0);
  }

  return {
    /** Number of panes that share the canvas; 1 for ghosts. */
    panes: () => Math.max(1, panes.length),
    /** The canvas without the main run's pane; null with one pane. */
    inset: () => (panes.length > 1 ? insetOf(panes[0], width(), height()) : null),
    /** To be called before each render. @param newFrame the frame has not been drawn yet */
    update(frame: DrawableFrame, bounds: EnvironmentBounds, requests: OverlayRequests, newFrame: boolean) {
      const next = (frame.companions.length > 0 && requests.companions) || NONE;
      if (!newFrame && next === display && display === NONE) return;
      display = next;
      divider = requests.colors.grid;
      const count = display.style === 'split' ? 1 + frame.companions.length : 0;
      panes = count > 1 ? panesOf(count, width(), height(), requests.covered) : [];
      updateGhosts(display === NONE ? { ...frame, companions: [] } : frame, bounds);
      const { wall } = requests.colors;
      captions.set(captionsOf(requests.covered), wall, wall[1] > 0.5 ? '#1c2126' : '#eef2f5');
    },
    /** Renders all panes; afterwards the store holds the main run again. */
    render(renderer: WebGLRenderer, frame: DrawableFrame, renderRun: RenderRun) {
      const { particleCount } = frame.structure;
      const split = panes.length > 1;
      renderRun(null, split || wasSplit);
      wasSplit = split;
      if (split) {
        renderer.setScissorTest(true);
        showMainOnly(false);
        panes.slice(1).forEach((pane, i) => {
          store.show(frame.companions[i].texels, particleCount);
          renderPane(renderer, pane, (by) => renderRun(frame.companions[i], true, by));
        });
        showMainOnly(true);
        renderer.setScissorTest(false);
        store.show(frame.texels, particleCount);
      }
      if (!captions.mesh.visible) return;
      renderer.autoClear = false;
      renderer.render(captionScene, captionCamera);
      renderer.autoClear = true;
    },
  };
}

// Divides the canvas into panes.

/** Part of the canvas, CSS pixels from its upper left corner. */
type Pane = ReturnType<typeof panesOf>[number];

/** Best ratio of height to width. */
const ASPECT = 1;

/**
 * Divides the free area of a canvas into panes of about the same size, row by row; if the last row has fewer, they are wider.
 * The number of columns makes the smaller side of a pane as large as possible.
 */
export function panesOf(count: number, width: number, height: number, inset: Inset) {
  const free = {
    left: inset.left,
    top: inset.top,
    width: Math.max(1, width - inset.left - inset.right),
    height: Math.max(1, height - inset.top - inset.bottom),
  };
  let columns = 1;
  let best = 0;
  for (let tried = 1; tried <= count; tried++) {
    const room = Math.min(free.width / tried, ASPECT * (free.height / Math.ceil(count / tried)));
    if (room <= best) continue;
    best = room;
    columns = tried;
  }
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns);
    const inRow = row < rows - 1 ? columns : count - columns * (rows - 1);
    return {
      left: free.left + ((i - columns * row) * free.width) / inRow,
      top: free.top + (row * free.height) / rows,
      width: free.width / inRow,
      height: free.height / rows,
    };
  });
}

/** The canvas around the pane. */
export function insetOf({ left, top, width, height }: Pane, canvasWidth: number, canvasHeight: number): Inset {
  return { left, top, right: canvasWidth - left - width, bottom: canvasHeight - top - height };
}

/** The edges of the pane, extended to those of the canvas where no other pane lies between. */
export function extendPane(pane: Pane, panes: readonly Pane[], width: number, height: number) {
  const least = (values: number[]) => Math.min(...values);
  const most = (values: number[]) => Math.max(...values);
  const [right, bottom] = [pane.left + pane.width, pane.top + pane.height];
  const row = panes.filter(({ top }) => Math.abs(top - pane.top) < 1);
  const left = pane.left - least(row.map((one) => one.left)) < 1 ? 0 : pane.left;
  const top = pane.top - least(panes.map((one) => one.top)) < 1 ? 0 : pane.top;
  return {
    left,
    top,
    right: most(row.map((one) => one.left + one.width)) - right < 1 ? width : right,
    bottom: most(panes.map((one) => one.top + one.height)) - bottom < 1 ? height : bottom,
  };
}
