import { Group, type WebGLRenderer } from 'three';
import type { EnvironmentFile, Vec3 } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import type { ThemeColors } from '../background/theme-colors';
import type { EnvironmentBounds } from '../bounds/environment-bounds';
import { NO_COLOR_MAP } from '../cloth/color-map';
import type { OverlayRequests, RenderContext } from '../overlays-loader';
import type { Handle } from '../view';
import type { CompanionViews, Draw } from './companions/companion-views';
import type { Inset } from './companions/panes';
import { createFieldColorMap } from './field-color-map';
import { createFieldRange } from './field-range';
import { handlesOf, nearestHandle, placeOf, turnedNormal } from './handles';
import { createLabels } from './labels';
import { drawMarks } from './marks';
import { createObstacleBalls } from './obstacle-balls';
import { createPlanePatches } from './plane-patches';
import { createStrokes } from './strokes';
import { createTrails } from './trails';

/** Length of the arrow along a plane's normal, in sizes of the stage. */
const ARM = 0.14;

/** What a scene may have beside particles, springs and cloth. */
export interface Overlays {
  readonly fieldRange: readonly [number, number] | null;
  /** Brings all up to date ahead of a picture. @param fresh the frame hasn't been shown yet */
  show(frame: Frame, surroundings: EnvironmentBounds, wishes: OverlayRequests, fresh: boolean): void;
  /** Into how many panes the view is parted. */
  readonly panes: number;
  /** What is not the main run's pane; null: there is but one. */
  readonly inset: Inset | null;
  /** Draws the picture, pane by pane. */
  paint(renderer: WebGLRenderer, frame: Frame, draw: Draw): void;
  asCaster(on: boolean): void;
  /** @param seen where a point of the scene is seen, CSS pixels */
  handleAt(at: readonly [number, number], radius: number, seen: (point: Vec3) => [number, number]): Handle | null;
  /** What a drag to `to(through)`, a point at the depth of `through`, makes of the obstacle. */
  dragHandle(handle: Handle, to: (through: Vec3) => Vec3): Vec3 | null;
  dispose(): void;
}

/** @param onLoad what is loaded by need can be drawn from now on */
export function createOverlays(picture: RenderContext, onLoad: () => void): Overlays {
  const { store, shadow, cloth, dots, viewport, pixelRatio, behind, over } = picture;
  const patches = createPlanePatches(shadow);
  const balls = createObstacleBalls(shadow);
  const trails = createTrails(viewport, pixelRatio);
  const strokes = createStrokes(viewport, pixelRatio);
  const labels = createLabels(viewport, pixelRatio);
  const dye = createFieldColorMap();
  const range = createFieldRange();
  const ways = new Group().add(trails.mesh);
  behind.add(balls.mesh, patches.mesh, ways);
  over.add(strokes.mesh, labels.mesh);

  let company: CompanionViews | null = null;
  let loading = false;
  let environment: EnvironmentFile | null = null;
  let surroundings: EnvironmentBounds | null = null;
  let colors: ThemeColors | null = null;
  let arrows: OverlayRequests['arrows'] = [];
  /** What the range is of: field and scene. */
  let field = '';
  let scale: [number, number] | null = null;
  let arm = 1;
  let grips = true;

  function color(frame: Frame, { scale: { diverging, range: fixed } }: OverlayRequests, fresh: boolean): void {
    const before = scale;
    if (frame.field) {
      const now = `${frame.field.id} ${frame.structure.generation} ${diverging}`;
      if (now !== field) range.reset();
      if (fresh || now !== field) range.update(frame.field.values, diverging);
      field = now;
      scale = fixed ? [fixed[0], fixed[1]] : [range.low, range.high];
      dye.setScale(diverging, ...scale);
    } else scale = null;
    if (!before === !scale) return;
    for (const part of [cloth, dots]) part.setDye(scale ? dye : NO_COLOR_MAP);
  }

  async function loadCompany(): Promise<void> {
    loading = true;
    try {
      const { createCompanionViews } = await import('./companions/companion-views');
      company = createCompanionViews(picture, (on) => {
        over.visible = ways.visible = on;
      });
      onLoad();
    } catch {
      // No connection: the next frame asks again.
      loading = false;
    }
  }

  return {
    get panes() {
      return company?.panes ?? 1;
    },
    get inset() {
      return company?.inset ?? null;
    },
    paint(renderer, frame, draw) {
      if (company) company.paint(renderer, frame, draw);
      else draw(null, false);
    },
    get fieldRange() {
      return scale;
    },
    show(frame, newSurroundings, wishes, fresh) {
      if (wishes.colors !== colors) {
        colors = wishes.colors;
        for (const part of [patches, balls]) part.setColors(colors);
        for (const part of [strokes, labels]) part.setEdge(colors.wall);
        dye.setLamp(colors.key);
        trails.setColor(colors.accent);
      }
      if (frame.status.environment !== environment || newSurroundings !== surroundings) {
        environment = frame.status.environment;
        surroundings = newSurroundings;
        patches.place(environment.planes, surroundings);
        balls.place(environment.spheres, surroundings);
      }
      grips = wishes.handles;
      arm = ARM * newSurroundings.size;
      color(frame, wishes, fresh);
      if (!wishes.trails) trails.clear();
      else if (frame.showsState) trails.follow(frame, store.positions, newSurroundings.size);
      if (frame.companions.length > 0 && !loading) void loadCompany();
      company?.show(frame, newSurroundings, wishes, fresh);
      drawMarks(strokes, frame, store.positions, wishes, arm);
      if (wishes.arrows !== arrows) labels.set(wishes.arrows);
      arrows = wishes.arrows;
    },
    asCaster: (on) => balls.asCaster(on),
    handleAt(at, radius, seen) {
      if (!environment || !grips) return null;
      const present = environment;
      return nearestHandle(handlesOf(present), (handle) => seen(placeOf(handle, present, arm) as Vec3), at, radius);
    },
    dragHandle(handle, to) {
      const place = environment && placeOf(handle, environment, arm);
      if (!environment || !place) return null;
      return handle.part === 'turn' ? turnedNormal(environment.planes[handle.index].point, to(place)) : to(place);
    },
    dispose() {
      company?.dispose();
      for (const part of [patches, balls, trails, strokes, labels, dye]) part.dispose();
    },
  };
}
