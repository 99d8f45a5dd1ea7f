import type { SceneryFile, Vec3 } from '../../physics';
import type { Frame } from '../../runtime/protocol';
import type { Handle } from '../../ui/view';
import { UNDYED } from '../dye';
import type { Picture, Wishes } from '../extras-loader';
import type { StudioColors } from '../studio-colors';
import type { Surroundings } from '../surroundings';
import { createFieldDye } from './field-dye';
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
export interface Extras {
  readonly fieldRange: readonly [number, number] | null;
  /** Brings all up to date ahead of a picture. @param fresh the frame hasn't been shown yet */
  show(frame: Frame, surroundings: Surroundings, wishes: Wishes, fresh: boolean): void;
  asCaster(on: boolean): void;
  /** @param seen where a point of the scene is seen, CSS pixels */
  handleAt(at: readonly [number, number], radius: number, seen: (point: Vec3) => [number, number]): Handle | null;
  /** What a drag to `to(through)`, a point at the depth of `through`, makes of the obstacle. */
  dragHandle(handle: Handle, to: (through: Vec3) => Vec3): Vec3 | null;
  dispose(): void;
}

export function createExtras({ store, shadow, cloth, dots, viewport, pixelRatio, behind, over }: Picture): Extras {
  const patches = createPlanePatches(shadow);
  const balls = createObstacleBalls(shadow);
  const trails = createTrails(viewport, pixelRatio);
  const strokes = createStrokes(viewport, pixelRatio);
  const labels = createLabels(viewport, pixelRatio);
  const dye = createFieldDye();
  const range = createFieldRange();
  behind.add(balls.mesh, patches.mesh, trails.mesh);
  over.add(strokes.mesh, labels.mesh);

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

  return {
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
      for (const part of [patches, balls, trails, strokes, labels, dye]) part.dispose();
    },
  };
}
