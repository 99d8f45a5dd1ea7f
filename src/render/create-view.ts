/** Creates the view: draws frames on a canvas with three.js, and finds what is under the pointer. */
import { Group, Scene } from 'three';
import type { EnvironmentFile } from '../physics';
import type { CompanionFrame, DrawableFrame, Structure } from '../runtime/frame/frame';
import { createBackground } from './background/background';
import { createLighting, createShadowPass, createSoftShadow } from './background/lighting';
import { createThemeUniforms, setTheme, THEME_COLORS, type Theme } from './background/theme-colors';
import { createSceneCamera } from './camera/camera';
import { type EnvironmentBounds, framedBelow, obstacleCount, withObstacles } from './camera/environment-bounds';
import { createPointing } from './camera/picking';
import { createSceneBounds, type SceneBounds } from './camera/scene-bounds';
import { createSight, createZoomOut } from './camera/zoom-out';
import { createClothSurface, createLookSwitch } from './cloth/cloth-surface';
import { createParticleDots } from './mass-spring/particle-dots';
import { createParticleStore } from './mass-spring/particle-store';
import { createPinsAndGrab } from './mass-spring/pins-and-grab';
import type { Screen } from './mass-spring/screen';
import { createSpringLines, drawnStrain } from './mass-spring/spring-lines';
import { createOverlays } from './overlays/overlays';
import { createOverlayRequests, type OverlayRequests } from './overlays/render-context';
import { createCanvasSize, createRenderer, followContext, pictureWithoutRoom, pngOf, uploadInParts } from './renderer';
import { defaultViewOptions, type PointerGrab, type View } from './view';

/** A scene of the same name whose size changed by more than e^0.25 is framed again. */
const SIZE_CHANGE = 0.25;
/** More new particles than these are taken over in parts over several pictures, so that none holds the page's thread for long. */
const MAX_AT_ONCE = 2 ** 12;
/** Time for these parts in a picture, ms: at least one is done. */
const PARTS_TIME = 8;

/**
 * All shaders read positions from one texture. Nothing is drawn while neither frame, camera nor requests change.
 * @throws Error without WebGL 2
 */
export function createView(canvas: HTMLCanvasElement): View {
  const renderer = createRenderer(canvas);
  const screen: Screen = { viewport: { value: [1, 1] }, pixelRatio: { value: 1 } };
  const theme = createThemeUniforms();
  const store = createParticleStore();
  const shadow = createSoftShadow();
  const lighting = createLighting(theme, shadow);
  const background = createBackground(shadow, theme);
  const cloth = createClothSurface(store, lighting, Math.min(4, renderer.capabilities.getMaxAnisotropy()));
  const springs = createSpringLines(store, screen);
  const dots = createParticleDots(store, screen);
  const pinsAndGrab = createPinsAndGrab(store, screen, theme);
  const canvasSize = createCanvasSize(renderer, screen);
  const looks = createLookSwitch(cloth, background, invalidateImage);
  const camera = createSceneCamera(canvas);
  const sight = createSight(camera, background, store);
  const pointing = createPointing(canvas, camera, store);
  const [behind, over] = [new Group(), new Group()];
  const scene = new Scene();
  // Positions come from the texture: no object has a matrix of its own.
  scene.matrixWorldAutoUpdate = false;
  // Objects are drawn in this order: opaque ones first, which cover the wall.
  scene.add(cloth.mesh, background.floor, background.wall, behind);
  scene.add(springs.mesh, dots.mesh, pinsAndGrab.pins, over, pinsAndGrab.marks);

  let frame: DrawableFrame | null = null;
  let structure: Structure | null = null;
  let sceneBounds: SceneBounds | null = null;
  let environment: EnvironmentFile | null = null;
  let bounds: EnvironmentBounds | null = null;
  let sceneName = '';
  let options = defaultViewOptions();
  const { requests, request } = createOverlayRequests(() => {
    stale.image = true;
  });
  /** What the next call of `render` has to do again. */
  let stale = { image: true, shadow: true, frame: true };
  /** What is left of taking over new particles; null: nothing. Until then the canvas keeps its picture. */
  let rebuilding: Iterator<void> | null = null;
  const overlays = createOverlays({ store, theme, lighting, cloth, dots, screen, behind, over });
  const renderShadow = createShadowPass(renderer, shadow, scene, cloth.mesh, springs);
  followContext(renderer, (available) => {
    if (available) invalidateImage();
    view.onContextChange(available);
  });
  /** Number of panes that share the canvas. */
  let panes = 1;
  const zoomOut = createZoomOut({ camera, shadow, background, cloth }, invalidateImage);

  const view: View = {
    canvas,
    camera,
    onContextChange: () => {},

    draw(next: DrawableFrame, grab: PointerGrab): void {
      setFrame(next);
      if (rebuilding) return;
      zoomOut.update(next.status.replay, bounds);
      if (pinsAndGrab.setGrab(grab)) stale.image = true;
      if (camera.update()) invalidate();
      if (stale.image) render();
    },

    setOptions(next): void {
      const resized = next.sharp !== options.sharp;
      options = { ...next };
      requests.trails = next.trails;
      requests.handles = next.handles;
      background.showGrid(options.floor);
      invalidateImage();
      if (resized) view.resize(requests.covered);
    },

    setTheme(next: Theme): void {
      setTheme(theme, next);
      requests.colors = THEME_COLORS[next];
      stale.image = true;
    },

    setLook: (id): void => looks.request(id),
    looks: looks.all,
    get look() {
      return looks.shown();
    },
    get showsSprings() {
      return springs.mesh.visible;
    },

    resize(inset, eased = false): void {
      canvasSize.fill(options.sharp);
      coverCanvas(inset, eased);
      // Resizing clears the canvas: without drawing at once it would flash.
      if (frame) render();
    },

    drawAt(next, width, height, use) {
      const { covered } = requests;
      setFrame(next, true);
      zoomOut.update(next.status.replay, bounds);
      try {
        canvasSize.set(width, height);
        coverCanvas({ top: 0, right: 0, bottom: 0, left: 0 });
        camera.update();
        render();
        return use(canvas);
      } finally {
        view.resize(covered);
      }
    },

    screenOf: pointing.screenOf,
    particleAt: pointing.particleAt,
    pointAt: pointing.pointAt,
    springAt: pointing.springAt,
    springsAcross: pointing.springsAcross,
    handleAt: (x, y, radius) => overlays.handleAt([x, y], radius, pointing.project),
    dragHandle: (handle, x, y) => overlays.dragHandle(handle, (through) => pointing.pointAt(x, y, through)),
    showHandle(hover): void {
      if (hover !== requests.hover) request({ hover });
    },
    markSpring: (spring): void => request({ spring }),
    markParticles: (particles): void => request({ particles: [...particles] }),
    setArrows: (arrows): void => request({ arrows: [...arrows] }),
    showCompanions: (companions): void => request({ companions }),
    setFieldScale: (diverging): void => request({ diverging }),
    get fieldRange() {
      return overlays.fieldRange();
    },
    orbit: (on: boolean): void => camera.orbit(on),
    frameAll: (): unknown => frame && sight.frame(frame),

    async toPng({ size, transparent, frame: newest } = {}): Promise<Blob> {
      // What is shown of the same state, as a mode of vibration, stays.
      const shown = newest && newest.status !== frame?.status ? newest : frame;
      if (shown) setFrame(shown, true);
      const draw = <T>(use: (canvas: HTMLCanvasElement) => T): T => {
        if (size && frame) return view.drawAt(frame, ...size, use);
        render();
        return use(canvas);
      };
      if (!transparent) return draw(pngOf);
      try {
        return pictureWithoutRoom(background, draw);
      } finally {
        // In the same task: the page never shows the scene without its room.
        render();
      }
    },
  };

  function setFrame(next: DrawableFrame, atOnce = next.structure.particleCount <= MAX_AT_ONCE): void {
    if (next === frame && !rebuilding) return;
    const [previous, before] = [structure, frame];
    [frame, structure] = [next, next.structure];
    pointing.update(structure);
    const rebuilt = structure.generation !== previous?.generation;
    store.show(next.texels, structure.particleCount);
    if (structure.sceneNumber !== previous?.sceneNumber) sceneBounds = null;
    stale = { image: true, shadow: stale.shadow || options.shadows, frame: true };
    invalidate();
    if (rebuilt || (rebuilding && structure !== previous)) rebuilding = rebuild(next);
    else if (structure !== previous) for (const part of [cloth, springs, pinsAndGrab]) part.update(structure);
    const start = performance.now();
    do if (rebuilding?.next().done) rebuilding = null;
    while (rebuilding && (atOnce || performance.now() - start < PARTS_TIME));
    if (rebuilding) return;
    if (before && bounds) sight.follow(next, before, bounds);
    if (!rebuilt && environment && next.status.environment !== environment) {
      const count = obstacleCount(environment, before?.bodies ?? []);
      const added = obstacleCount(next.status.environment, next.bodies) > count;
      const around = setEnvironment(next);
      if (added) camera.reveal(around);
    }
  }

  /** Another look, size or context. */
  function invalidateImage(): void {
    stale.image = stale.shadow = true;
  }

  /** The canvas has a new size, or other elements cover another part of it. */
  function coverCanvas(covered: OverlayRequests['covered'], eased = false): void {
    requests.covered = covered;
    fitCamera(covered, eased);
    panes = 1;
  }

  /** Frames the scene in the free part of the canvas, or in the main run's pane of it. */
  function fitCamera(covered: OverlayRequests['covered'], eased = false): void {
    camera.resize(...canvasSize.size(), covered, eased);
    pointing.resize();
    invalidate();
  }

  function invalidate(): void {
    stale.image = true;
    pointing.invalidate();
  }

  function* rebuild(next: DrawableFrame): Generator<void, void> {
    const { structure, status } = next;
    const before = bounds;
    // The page takes over the frame itself in the same task.
    yield;
    sceneBounds ??= createSceneBounds({ ...next, positions: store.positions }, status.params.gravity);
    yield;
    const around = setEnvironment(next);
    const noCloth = structure.surface.length === 0;
    // Without cloth, particles are sized by everything in view; cloth and its springs by the cloth alone.
    const size = noCloth ? around : sceneBounds;
    looks.setScene(structure.look, status.material?.id);
    yield* cloth.rebuild(structure, size);
    yield;
    for (const part of [springs, dots, pinsAndGrab]) {
      part.rebuild(structure, size, noCloth);
      yield;
    }
    // Its tables too, and those of its springs before they are to be seen.
    if (structure.particleCount > MAX_AT_ONCE) yield* uploadInParts(renderer, [cloth.shape.rings, ...springs.tables()]);
    // The same scene at another resolution keeps the camera.
    if (!before || status.scene !== sceneName || Math.abs(Math.log(around.size / before.size)) > SIZE_CHANGE)
      camera.frame(around, true);
    sceneName = status.scene;
  }

  /** Fits light and floor to the scene and its obstacles. */
  function setEnvironment({ structure, status, bodies }: DrawableFrame): EnvironmentBounds {
    environment = status.environment;
    const noCloth = structure.surface.length === 0;
    const scene = sceneBounds as SceneBounds;
    const below = framedBelow(status.params.gravity, structure, scene, bodies);
    bounds = withObstacles(scene, environment, bodies, below, noCloth);
    shadow.place(bounds);
    background.place(bounds);
    return bounds;
  }

  function render(): void {
    if (renderer.getContext().isContextLost() || rebuilding || !frame || !structure || !bounds) return;
    const noCloth = structure.surface.length === 0;
    cloth.mesh.visible = options.surface && !noCloth;
    dots.mesh.visible = options.particles || noCloth;
    overlays.update(frame, bounds, requests, stale.frame);
    if (overlays.panes() !== panes) {
      panes = overlays.panes();
      fitCamera(overlays.inset() ?? requests.covered);
      camera.update();
    }
    overlays.render(renderer, frame, renderRun);
    stale = { image: !overlays.settled(), shadow: false, frame: false };
  }

  /** Draws the run whose positions are in the store. @param companion null: the main run */
  function renderRun(companion: CompanionFrame | null, newShadow: boolean, by: readonly number[] = [0, 0]): void {
    springs.show(options.springs, drawnStrain(frame, companion));
    zoomOut.drawRun(companion, bounds, () => {
      if ((newShadow && options.shadows) || stale.shadow) renderShadow(options);
      camera.drawMoved(by, () => renderer.render(scene, camera.camera));
    });
  }

  // Starts compiling the shaders of the first image before it needs them.
  const first = [cloth.mesh, background.floor, background.wall, dots.mesh, pinsAndGrab.pins, pinsAndGrab.marks];
  for (const part of first) renderer.compile(part, camera.camera, scene);
  return view;
}
