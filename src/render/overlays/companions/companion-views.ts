import { Camera, Scene, type WebGLRenderer } from 'three';
import type { CompanionFrame, Frame } from '../../../runtime/frame/frame';
import { rgb } from '../../background/theme-colors';
import type { EnvironmentBounds } from '../../bounds/environment-bounds';
import type { OverlayRequests, RenderContext } from '../../overlays-loader';
import type { CompanionLook } from '../../view';
import { CAPTION_HEIGHT, type Caption, createCaptions } from '../captions';
import { createGhost, type Ghost } from './ghost';
import { type Inset, insetOf, type Pane, panesOf, spread } from './panes';

/** CSS pixels between captions and the edges of the free area. */
const MARGIN = 12;
/** CSS pixels; half the width of the line between two panes. */
const SEAM = 0.5;

/** Draws the run whose positions are in the store. @param companion null: the main one @param again its shadow must be found */
export type Draw = (companion: CompanionFrame | null, again: boolean) => void;

/** Other runs of the scene in the picture: as ghosts in the same view, or each in a pane of its own. */
export interface CompanionViews {
  /** Into how many panes the view is parted; 1: not at all. */
  readonly panes: number;
  show(frame: Frame, surroundings: EnvironmentBounds, wishes: OverlayRequests, fresh: boolean): void;
  /** What is not the main run's pane. */
  readonly inset: Inset | null;
  /** Draws all panes; afterwards the store holds the main run as before. */
  paint(renderer: WebGLRenderer, frame: Frame, draw: Draw): void;
  dispose(): void;
}

const NOBODY: CompanionLook = { style: 'ghosts', runs: [] };

export function createCompanionViews(picture: RenderContext, showMarks: (on: boolean) => void): CompanionViews {
  const { store, viewport, pixelRatio, behind } = picture;
  const captions = createCaptions(viewport, pixelRatio);
  const words = new Scene();
  words.add(captions.mesh);
  const nowhere = new Camera();
  let ghosts: Ghost[] = [];
  let look = NOBODY;
  let panes: Pane[] = [];
  let seam = rgb('#000000');
  /** Whether the last shadow that was found is that of the last pane. */
  let parted = false;

  const width = () => viewport.value[0] / pixelRatio.value;
  const height = () => viewport.value[1] / pixelRatio.value;

  function showGhosts({ structure, companions }: Frame, surroundings: EnvironmentBounds): void {
    const wanted = look.style === 'ghosts' ? companions : [];
    while (ghosts.length < wanted.length) {
      const ghost = createGhost(picture);
      behind.add(ghost.group);
      ghosts.push(ghost);
    }
    ghosts.forEach(({ group }, i) => {
      group.visible = i < wanted.length;
    });
    wanted.forEach(({ texels }, i) => {
      ghosts[i].show(structure, texels, surroundings, look.runs[i + 1]?.color ?? '#888888');
    });
  }

  /** One below the other, or one in each pane. */
  function captionsOf({ left, top }: Inset): Caption[] {
    return look.runs.map(({ label, color }, i) => {
      const pane = panes[i] ?? { left, top: top + i * CAPTION_HEIGHT };
      return { text: label, color, left: pane.left + MARGIN, top: pane.top + MARGIN };
    });
  }

  /** The same camera for all: what moves is where its picture is put. */
  function paintPane(renderer: WebGLRenderer, pane: Pane, draw: () => void): void {
    const [dx, dy] = [
      pane.left - panes[0].left + (pane.width - panes[0].width) / 2,
      pane.top - panes[0].top + (pane.height - panes[0].height) / 2,
    ];
    const { left, top, right, bottom } = spread(pane, panes, width(), height());
    renderer.setViewport(dx, -dy, width(), height());
    const cut = (x: number, y: number, toX: number, toY: number) =>
      renderer.setScissor(x, height() - toY, toX - x, toY - y);
    cut(Math.max(left, dx), Math.max(top, dy), Math.min(right, width() + dx), Math.min(bottom, height() + dy));
    draw();
    renderer.setClearColor(seamColor(), 1);
    for (const [x, y, toX, toY] of [
      [left - SEAM, top, left + SEAM, bottom],
      [left, top - SEAM, right, top + SEAM],
    ]) {
      if (x < 0 || y < 0) continue;
      cut(x, y, toX, toY);
      renderer.clear(true, false, false);
    }
    renderer.setClearColor(0, 0);
  }

  function seamColor(): number {
    return seam.reduce((hex, c) => hex * 256 + Math.round(255 * c), 0);
  }

  function paintCaptions(renderer: WebGLRenderer): void {
    renderer.autoClear = false;
    renderer.render(words, nowhere);
    renderer.autoClear = true;
  }

  return {
    get panes() {
      return Math.max(1, panes.length);
    },
    get inset() {
      return panes.length > 1 ? insetOf(panes[0], width(), height()) : null;
    },
    show(frame, surroundings, wishes, fresh) {
      const there = frame.companions.length > 0;
      const next = there && wishes.company ? wishes.company : NOBODY;
      if (!fresh && next === look && look === NOBODY) return;
      look = next;
      seam = wishes.colors.grid;
      const count = look.style === 'split' ? 1 + frame.companions.length : 0;
      panes = count > 1 ? panesOf(count, width(), height(), wishes.covered) : [];
      showGhosts(look === NOBODY ? { ...frame, companions: [] } : frame, surroundings);
      const { wall } = wishes.colors;
      captions.set(captionsOf(wishes.covered), wall, wall[1] > 0.5 ? '#1c2126' : '#eef2f5');
    },
    paint(renderer, frame, draw) {
      const split = panes.length > 1;
      draw(null, split || parted);
      parted = split;
      if (split) {
        renderer.setScissorTest(true);
        showMarks(false);
        panes.slice(1).forEach((pane, i) => {
          store.show(frame.companions[i].texels, frame.structure.particleCount);
          paintPane(renderer, pane, () => draw(frame.companions[i], true));
        });
        showMarks(true);
        renderer.setScissorTest(false);
        renderer.setViewport(0, 0, width(), height());
        store.show(frame.texels, frame.structure.particleCount);
      }
      if (captions.mesh.visible) paintCaptions(renderer);
    },
    dispose() {
      for (const part of [...ghosts, captions]) part.dispose();
      ghosts = [];
    },
  };
}
