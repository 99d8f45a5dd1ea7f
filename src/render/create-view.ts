import { Group, type Object3D, Scene } from 'three';
import type { EnvironmentFile } from '../physics';
import type { CompanionFrame, Frame, Structure } from '../runtime/frame/frame';
import { createBackground } from './background/background';
import { CASTS_SHADOW, createSoftShadow } from './background/soft-shadow';
import { THEME_COLORS, type Theme } from './background/theme-colors';
import { type EnvironmentBounds, withObstacles } from './bounds/environment-bounds';
import { createSceneBounds, type Point, type SceneBounds } from './bounds/scene-bounds';
import { createSceneCamera } from './camera';
import { createClothSurface } from './cloth/cloth-surface';
import { drawableFrame } from './drawable-frame';
import { openRenderer } from './open-renderer';
import { createOverlaysLoader, type OverlayRequests } from './overlays-loader';
import { createLastGrab } from './particles/last-grab';
import { createParticleDots } from './particles/particle-dots';
import { createParticleStore } from './particles/particle-store';
import { createPinsAndGrab, type GrabState } from './particles/pins-and-grab';
import { createPointing } from './picking/pointing';
import { createSpringLines } from './springs/spring-lines';
import type { Arrow, CompanionLook, Handle } from './view';
import { watchContext } from './watch-context';

/** Beyond this many device pixels for one of CSS, sharper can't be seen, only paid for. */
const MAX_PIXEL_RATIO = 2;

/**
 * Draws frames. Everything on screen reads positions from one texture; a frame that changes nothing is not drawn again.
 * @throws Error where there is no WebGL 2
 */
export function createView(canvas: HTMLCanvasElement) {
  const renderer = openRenderer(canvas);
  const viewport: { value: [number, number] } = { value: [1, 1] };
  const height = { value: 1 };
  const pixelRatio = { value: 1 };
  const store = createParticleStore();
  const shadow = createSoftShadow();
  const studio = createBackground(shadow, height);
  const cloth = createClothSurface(store, shadow, Math.min(4, renderer.capabilities.getMaxAnisotropy()));
  const springs = createSpringLines(store, viewport);
  const dots = createParticleDots(store, viewport);
  const hand = createPinsAndGrab(store, viewport);
  const eye = createSceneCamera(canvas);
  const pointing = createPointing(canvas, eye, store);
  const [behind, over] = [new Group(), new Group()];
  const scene = new Scene();
  // Nothing has a place of its own but in the positions: no matrix ever changes.
  scene.matrixWorldAutoUpdate = false;
  // What is opaque comes first and hides the wall; the order is the order of drawing.
  const opaque: Object3D[] = [cloth.mesh, studio.floor, studio.wall];
  scene.add(...opaque, behind, springs.mesh, dots.mesh, hand.pins, over, hand.marks);
  for (const caster of [cloth.mesh, springs.mesh, dots.mesh]) caster.layers.enable(CASTS_SHADOW);

  let frame: Frame | null = null;
  let structure: Structure | null = null;
  let stage: SceneBounds | null = null;
  let environment: EnvironmentFile | null = null;
  let surroundings: EnvironmentBounds | null = null;
  let sceneName = '';
  let options = { surface: true, springs: false, particles: false, trails: false, floor: true, handles: true };
  const wishes: OverlayRequests = {
    colors: THEME_COLORS.light,
    trails: false,
    handles: true,
    hover: null,
    spring: -1,
    particles: [],
    arrows: [],
    company: null,
    covered: { top: 0, right: 0, bottom: 0, left: 0 },
    scale: { diverging: false },
  };
  /** What has to be done again before the next picture. */
  let stale = { picture: true, shadow: true, frame: true };
  const extras = createOverlaysLoader({ store, shadow, cloth, dots, viewport, pixelRatio, behind, over }, () => {
    stale.picture = stale.shadow = true;
  });
  const context = watchContext(canvas, (there) => {
    if (there) stale.picture = stale.shadow = true;
    view.onContext(there);
  });
  const lastHand = createLastGrab();
  /** Into which the view is parted. */
  let panes = 1;

  const view = {
    canvas,
    onContext: (_there: boolean): void => {},

    draw(next: Frame, now: GrabState): void {
      if (next !== frame) take(next);
      if (lastHand.follow(now)) {
        hand.setHand(lastHand);
        stale.picture = true;
      }
      if (eye.update()) moved();
      if (stale.picture) render();
    },

    setOptions(next: typeof options): void {
      options = { ...next };
      wishes.trails = next.trails;
      wishes.handles = next.handles;
      studio.showGrid(options.floor);
      stale.picture = stale.shadow = true;
    },

    setTheme(theme: Theme): void {
      const colors = THEME_COLORS[theme];
      studio.setColors(colors);
      cloth.setColors(colors);
      hand.setAccent(colors.accent);
      wishes.colors = colors;
      stale.picture = true;
    },

    resize(inset: { top: number; right: number; bottom: number; left?: number }): void {
      const ratio = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXEL_RATIO);
      renderer.setPixelRatio(ratio);
      pixelRatio.value = ratio;
      renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
      viewport.value = [canvas.width, canvas.height];
      height.value = canvas.height;
      for (const layer of [springs, dots, hand]) layer.setPixelRatio(ratio);
      wishes.covered = { left: 0, ...inset };
      frameIn(wishes.covered);
      panes = 1;
      // Setting the size clears the canvas: draw at once, or the page blinks.
      if (frame) render();
    },

    screenOf: pointing.screenOf,
    particleAt: pointing.particleAt,
    pointAt: pointing.pointAt,

    springAt: (x: number, y: number, radius: number): number =>
      structure ? pointing.springAt(x, y, radius, structure) : -1,

    springsAcross: (from: readonly [number, number], to: readonly [number, number]): number[] =>
      structure ? pointing.springsAcross(from, to, structure) : [],

    handleAt: (x: number, y: number, radius: number): Handle | null =>
      extras.loaded?.handleAt([x, y], radius, pointing.seen) ?? null,

    dragHandle: (handle: Handle, x: number, y: number): Point | null =>
      extras.loaded?.dragHandle(handle, (through) => pointing.pointAt(x, y, through)) ?? null,

    showHandle(hover: Handle | null): void {
      if (hover !== wishes.hover) wish({ hover });
    },
    markSpring: (spring: number): void => wish({ spring }),
    markParticles: (particles: readonly number[]): void => wish({ particles: [...particles] }),
    setArrows: (arrows: readonly Arrow[]): void => wish({ arrows: [...arrows] }),

    setCompany: (company: CompanionLook | null): void => wish({ company }),

    setFieldScale: (diverging: boolean, range?: readonly [number, number]): void =>
      wish({ scale: { diverging, range } }),

    get fieldRange() {
      return extras.loaded?.fieldRange ?? null;
    },

    orbit: (on: boolean): void => eye.orbit(on),

    frameAll(): void {
      if (!frame || !structure) return;
      const now = createSceneBounds({ ...frame, positions: store.positions }, 0, true);
      eye.frame(withObstacles(now, frame.status.environment, false, structure.surface.length === 0), false);
      moved();
    },

    picture(): Promise<Blob> {
      render();
      return drawableFrame(canvas);
    },

    dispose(): void {
      for (const part of [context, extras, eye, cloth, springs, dots, hand, studio, shadow, store]) part.dispose();
      renderer.dispose();
    },
  };

  function take(next: Frame): void {
    const previous = structure;
    frame = next;
    structure = next.structure;
    const rebuilt = structure.generation !== previous?.generation;
    store.show(next.texels, structure.particleCount);
    if (rebuilt) rebuild(next);
    else if (structure !== previous) {
      cloth.update(structure);
      springs.update(structure);
      hand.update(structure);
    }
    if (!rebuilt && next.status.environment !== environment) surround(next);
    stale.shadow = stale.frame = true;
    moved();
  }

  /** Frames the scene in what is free, or in the main run's pane of it. */
  function frameIn(covered: OverlayRequests['covered']): void {
    eye.resize(canvas.clientWidth, canvas.clientHeight, covered);
    moved();
  }

  /** Particles or camera: all that is seen is elsewhere. */
  function moved(): void {
    stale.picture = true;
    pointing.stale();
  }

  /** What is wished again and again, as once a frame, is drawn again only where it is another wish. */
  function wish(wished: Partial<OverlayRequests>): void {
    const before = Object.keys(wished).map((key) => wishes[key as keyof OverlayRequests]);
    if (JSON.stringify(before) === JSON.stringify(Object.values(wished))) return;
    Object.assign(wishes, wished);
    stale.picture = true;
  }

  function rebuild(next: Frame): void {
    const { structure, status } = next;
    const before = surroundings;
    stage = createSceneBounds({ ...next, positions: store.positions }, status.params.gravity);
    const around = surround(next);
    const alone = structure.surface.length === 0;
    // Bodies are as large as is fit for the whole picture; cloth and its springs go by their own size.
    const size = alone ? around : stage;
    cloth.rebuild(structure, size);
    for (const part of [springs, dots, hand]) part.rebuild(structure, size, alone);
    pointing.rebuild(structure.particleCount);
    // A new scene is framed; the same one at another resolution is seen as before.
    if (!before || status.scene !== sceneName || Math.abs(Math.log(around.size / before.size)) > 0.25)
      eye.frame(around, true);
    sceneName = status.scene;
  }

  /** Puts lamp and floor where the stage and its obstacles need them. */
  function surround({ structure, status }: Frame): EnvironmentBounds {
    environment = status.environment;
    surroundings = withObstacles(
      stage as SceneBounds,
      environment,
      status.params.gravity > 0,
      structure.surface.length === 0,
    );
    shadow.place(surroundings);
    studio.place(surroundings);
    return surroundings;
  }

  function render(): void {
    if (context.lost || !frame || !structure || !surroundings) return;
    const alone = structure.surface.length === 0;
    cloth.mesh.visible = options.surface && !alone;
    dots.mesh.visible = options.particles || alone;
    const around = extras.want(frame, wishes);
    around?.show(frame, surroundings, wishes, stale.frame);
    if (around && around.panes !== panes) {
      panes = around.panes;
      frameIn(around.inset ?? wishes.covered);
      eye.update();
    }
    if (around) around.paint(renderer, frame, drawRun);
    else drawRun(null, false);
    stale = { picture: false, shadow: false, frame: false };
  }

  /** Draws the run whose positions the store holds. */
  function drawRun(companion: CompanionFrame | null, again: boolean): void {
    // The status speaks of the state at rest, not of the blow-up that is shown.
    springs.show(options.springs, companion?.strain ?? (frame?.showsState ? frame.status.strain : Infinity));
    if (again || stale.shadow) renderShadow();
    renderer.render(scene, eye.camera);
  }

  /** Hair-thin springs over a cloth would only cost time in the lamp's map. */
  function renderShadow(): void {
    const shown = springs.mesh.visible;
    springs.mesh.visible = options.springs ? !cloth.mesh.visible : springs.bare;
    for (const part of [cloth, extras.loaded]) part?.asCaster(true);
    shadow.render(renderer, scene);
    for (const part of [cloth, extras.loaded]) part?.asCaster(false);
    springs.mesh.visible = shown;
  }

  view.setTheme('light');
  // All shaders are on their way before the first picture waits for one.
  renderer.compile(scene, eye.camera);
  return view;
}
