/** Everything in the view besides cloth, springs, particles and background: obstacles, colors, trails, marks, companions. */
import { Group, type WebGLRenderer } from 'three';
import type { EnvironmentFile, Vec3 } from '../../physics';
import type { DrawableFrame } from '../../runtime/frame/frame';
import type { ThemeColors } from '../background/theme-colors';
import type { EnvironmentBounds } from '../camera/environment-bounds';
import { NO_COLOR_MAP } from '../mass-spring/particle-store';
import type { Handle, Inset } from '../view';
import { type CompanionViews, createCompanionViews, type RenderRun } from './companions/companion-views';
import { createFieldColorMap, createFieldRange } from './field-colors';
import { createStrokes, drawMarks, handlesOf, nearestHandle, positionOf, turnedNormal } from './marks';
import { createObstacleBalls, createObstacleBodies, createPlanePatches } from './obstacle-bodies';
import { createPinRods } from './pin-rods';
import type { OverlayRequests, RenderContext } from './render-context';
import { createLabels, sceneCaptions } from './text/labels';
import { createTrails } from './trails';

/** Length of the arrow along a plane's normal, in scene sizes. */
const ARM = 0.14;
const NOTHING: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

export function createOverlays(context: RenderContext) {
  const { store, cloth, dots, behind, over } = context;
  const patches = createPlanePatches(context);
  const balls = createObstacleBalls(context);
  const bodies = createObstacleBodies(context);
  const rods = createPinRods(context);
  const trails = createTrails(context);
  const strokes = createStrokes(context);
  const labels = createLabels(context.screen);
  const colorMap = createFieldColorMap(context.theme);
  const range = createFieldRange();
  const trailGroup = new Group().add(trails.mesh);
  behind.add(rods.mesh, balls.mesh, bodies.mesh, patches.mesh, trailGroup);
  over.add(strokes.mesh, labels.mesh);

  let companions: CompanionViews | null = null;
  /** Those that are drawn, and the bodies among them before they move. */
  let obstacles: Pick<EnvironmentFile, 'planes' | 'spheres' | 'bodies'> | null = null;
  let placed: DrawableFrame['bodies'] | null = null;
  let bounds: EnvironmentBounds | null = null;
  let colors: ThemeColors | null = null;
  let arrows: OverlayRequests['arrows'] = [];
  /** Number of captions that are shown, and their color. */
  let captioned = 0;
  let ink = '';
  /** Field, scene and palette that the range belongs to. */
  let rangeKey = '';
  let scale: [number, number] | null = null;
  let settled = true;
  /** m. */
  let arm = 1;
  let handlesShown = true;

  function updateColors(frame: DrawableFrame, diverging: boolean, newFrame: boolean): void {
    const before = scale;
    if (frame.field) {
      const key = `${frame.field.id} ${frame.structure.generation} ${diverging}`;
      if (key !== rangeKey) range.reset();
      if (newFrame || key !== rangeKey) range.update(frame.field.values, diverging);
      else range.rest();
      rangeKey = key;
      scale = [range.low, range.high];
      colorMap.setScale(diverging, ...scale);
    } else scale = null;
    settled = !scale || range.settled;
    if (!before === !scale) return;
    for (const part of [cloth, dots]) part.setColorMap(scale ? colorMap : NO_COLOR_MAP);
  }

  function showMainOnly(on: boolean): void {
    over.visible = trailGroup.visible = on;
  }

  return {
    /** Number of panes that share the canvas. */
    panes: () => companions?.panes() ?? 1,
    /** The canvas without the main run's pane; null with one pane. */
    inset: () => companions?.inset() ?? null,
    /** Renders all panes. */
    render(renderer: WebGLRenderer, frame: DrawableFrame, renderRun: RenderRun) {
      if (companions) companions.render(renderer, frame, renderRun);
      else renderRun(null, false);
    },
    /** Values at the ends of the palette; null without a field. */
    fieldRange: () => scale,
    /** False while the palette moves to the values of the last frame: the next picture is another one. */
    settled: () => settled,
    /** To be called before each render. @param newFrame the frame has not been drawn yet */
    update(frame: DrawableFrame, newBounds: EnvironmentBounds, requests: OverlayRequests, newFrame: boolean) {
      if (requests.colors !== colors) {
        colors = requests.colors;
        labels.setOutline(colors.wall);
        ink = `rgb(${colors.grid.map((c) => Math.round(255 * c))})`;
      }
      const now = frame.moved ?? frame.status.environment;
      if (now !== obstacles || newBounds !== bounds) {
        patches.place(now.planes, newBounds);
        balls.place(now.spheres, newBounds);
        if (frame.bodies !== placed || newBounds !== bounds) bodies.place(frame.bodies, newBounds);
        bodies.move(frame.moved?.poses ?? []);
        obstacles = now;
        placed = frame.bodies;
        bounds = newBounds;
      }
      rods.update(frame, newBounds);
      handlesShown = requests.handles;
      arm = ARM * newBounds.size;
      updateColors(frame, requests.diverging, newFrame);
      if (!requests.trails) trails.clear();
      else if (frame.showsState) trails.update(frame, store.positions, newBounds.size);
      if (frame.companions.length > 0) companions ??= createCompanionViews(context, showMainOnly);
      companions?.update(frame, newBounds, requests, newFrame);
      drawMarks(strokes, frame, store.positions, requests, arm);
      // Several panes share the free part of the canvas.
      labels.setCovered((companions?.panes() ?? 1) > 1 ? NOTHING : requests.covered);
      const captions = sceneCaptions(frame, store.positions, arm, ink);
      if (requests.arrows !== arrows || captions.length + captioned > 0) labels.set([...requests.arrows, ...captions]);
      arrows = requests.arrows;
      captioned = captions.length;
    },
    /** @param project the screen position of a point, CSS pixels */
    handleAt(at: readonly [number, number], radius: number, project: (point: Vec3) => [number, number]) {
      if (!obstacles || !handlesShown) return null;
      const shown = obstacles;
      return nearestHandle(handlesOf(shown), (handle) => project(positionOf(handle, shown, arm) as Vec3), at, radius);
    },
    /** The obstacle's new point, center or normal. @param to the point under the pointer at the depth of `through` */
    dragHandle(handle: Handle, to: (through: Vec3) => Vec3) {
      const place = obstacles && positionOf(handle, obstacles, arm);
      if (!obstacles || !place) return null;
      return handle.part === 'turn' ? turnedNormal(obstacles.planes[handle.index].point, to(place)) : to(place);
    },
  };
}
