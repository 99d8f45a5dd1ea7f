import { Group, type WebGLRenderer } from 'three';
import type { SceneryFile, Vec3 } from '../../physics';
import type { Frame } from '../../runtime/protocol';
import type { Handle } from '../../ui/view';
import { UNDYED } from '../dye';
import type { Picture, Wishes } from '../extras-loader';
import type { StudioColors } from '../studio-colors';
import type { Surroundings } from '../surroundings';
import type { Company, Draw } from './company';
import { createFieldDye } from './field-dye';
import { createFieldRange } from './field-range';
import { handlesOf, nearestHandle, placeOf, turnedNormal } from './handles';
import { createLabels } from './labels';
import { drawMarks } from './marks';
import { createObstacleBalls } from './obstacle-balls';
import type { Inset } from './panes';
import { createPlanePatches } from './plane-patches';
import { createStrokes } from './strokes';
import { createTrails } from './trails';

/** Length of the arrow along a plane's normal, in sizes of the stage. */
const ARM = 0.14;

/** What a scene may have beside particles, springs and cloth. */
export interface Extras {
  readonly fieldRange: readonly [number, number] | null;
  /** Brings all up to date ahead of a picture. @param fresh the frame hasn't been shown yet */
  show(frame: Frame, surroundings: Surroundings, wishes: Wishes, fresh: boolean): void;
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
export function createExtras(picture: Picture, onLoad: () => void): Extras {
  const { store, shadow, cloth, dots, viewport, pixelRatio, behind, over } = picture;
  const patches = createPlanePatches(shadow);
  const balls = createObstacleBalls(shadow);
  const trails = createTrails(viewport, pixelRatio);
  const strokes = createStrokes(viewport, pixelRatio);
  const labels = createLabels(viewport, pixelRatio);
  const dye = createFieldDye();
  const range = createFieldRange();
  const ways = new Group().add(trails.mesh);
  behind.add(balls.mesh, patches.mesh, ways);
  over.add(strokes.mesh, labels.mesh);

  let company: Company | null = null;
  let loading = false;
  let scenery: SceneryFile | null = null;
  let surroundings: Surroundings | null = null;
  let colors: StudioColors | null = null;
  let arrows: Wishes['arrows'] = [];
  /** What the range is of: field and scene. */
  let field = '';
  let scale: [number, number] | null = null;
  let arm = 1;
  let grips = true;

  function color(frame: Frame, { scale: { diverging, range: fixed } }: Wishes, fresh: boolean): void {
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
    for (const part of [cloth, dots]) part.setDye(scale ? dye : UNDYED);
  }

  async function loadCompany(): Promise<void> {
    loading = true;
    try {
      const { createCompany } = await import('./company');
      company = createCompany(picture, (on) => {
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
      if (frame.status.scenery !== scenery || newSurroundings !== surroundings) {
        scenery = frame.status.scenery;
        surroundings = newSurroundings;
        patches.place(scenery.planes, surroundings);
        balls.place(scenery.spheres, surroundings);
      }
      grips = wishes.handles;
      arm = ARM * newSurroundings.size;
      color(frame, wishes, fresh);
      if (!wishes.trails) trails.clear();
      else if (!frame.picture) trails.follow(frame, store.positions, newSurroundings.size);
      if (frame.companions.length > 0 && !loading) void loadCompany();
      company?.show(frame, newSurroundings, wishes, fresh);
      drawMarks(strokes, frame, store.positions, wishes, arm);
      if (wishes.arrows !== arrows) labels.set(wishes.arrows);
      arrows = wishes.arrows;
    },
    asCaster: (on) => balls.asCaster(on),
    handleAt(at, radius, seen) {
      if (!scenery || !grips) return null;
      const present = scenery;
      return nearestHandle(handlesOf(present), (handle) => seen(placeOf(handle, present, arm) as Vec3), at, radius);
    },
    dragHandle(handle, to) {
      const place = scenery && placeOf(handle, scenery, arm);
      if (!scenery || !place) return null;
      return handle.part === 'turn' ? turnedNormal(scenery.planes[handle.index].point, to(place)) : to(place);
    },
    dispose() {
      company?.dispose();
      for (const part of [patches, balls, trails, strokes, labels, dye]) part.dispose();
    },
  };
}
