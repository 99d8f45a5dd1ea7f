import { Group, type Object3D, Scene, WebGLRenderer } from 'three';
import type { SceneryFile } from '../physics';
import type { Frame, Structure } from '../runtime/protocol';
import type { Arrow, Handle } from '../ui/view';
import { createSceneCamera } from './camera';
import { createClothSurface } from './cloth-surface';
import { createExtrasLoader, type Wishes } from './extras-loader';
import { createParticleDots } from './particle-dots';
import { createParticleStore } from './particle-store';
import { createPinsAndHand, type HandState } from './pins-and-hand';
import { createPointing } from './pointing';
import { CASTS_SHADOW, createSoftShadow } from './soft-shadow';
import { createSpringLines } from './spring-lines';
import { createStage, type Point, type Stage } from './stage';
import { createStudio } from './studio';
import { STUDIO_COLORS, type Theme } from './studio-colors';
import { type Surroundings, withObstacles } from './surroundings';

/** Beyond this many device pixels for one of CSS, sharper can't be seen, only paid for. */
const MAX_PIXEL_RATIO = 2;

function openContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, stencil: false });
  if (!context) throw new Error('This browser offers no WebGL 2, which the picture is drawn with.');
  return context;
}

/**
 * Draws frames. Everything on screen reads positions from one texture; a frame that changes nothing is not drawn again.
 * @throws Error where there is no WebGL 2
 */
export function createView(canvas: HTMLCanvasElement) {
  const renderer = new WebGLRenderer({ canvas, context: openContext(canvas) });
  renderer.sortObjects = false;
  // Seen nowhere: the wall covers the background. In the lamp's map it means that nothing is in the way.
  renderer.setClearColor(0, 0);
  const viewport: { value: [number, number] } = { value: [1, 1] };
  const height = { value: 1 };
  const pixelRatio = { value: 1 };
  const store = createParticleStore();
  const shadow = createSoftShadow();
  const studio = createStudio(shadow, height);
  const cloth = createClothSurface(store, shadow, Math.min(4, renderer.capabilities.getMaxAnisotropy()));
  const springs = createSpringLines(store, viewport);
  const dots = createParticleDots(store, viewport);
  const hand = createPinsAndHand(store, viewport);
  const eye = createSceneCamera(canvas);
  const pointing = createPointing(canvas, eye, store);
  const [behind, over] = [new Group(), new Group()];
  const scene = new Scene();
  // What is opaque comes first and hides the wall; the order is the order of drawing.
  const opaque: Object3D[] = [cloth.mesh, studio.floor, studio.wall];
  scene.add(...opaque, behind, springs.mesh, dots.mesh, hand.pins, over, hand.marks);
  for (const caster of [cloth.mesh, springs.mesh, dots.mesh]) caster.layers.enable(CASTS_SHADOW);

  let frame: Frame | null = null;
  let structure: Structure | null = null;
  let stage: Stage | null = null;
  let scenery: SceneryFile | null = null;
  let surroundings: Surroundings | null = null;
  let sceneName = '';
  let options = { surface: true, springs: false, particles: false, trails: false, floor: true, handles: true };
  const wishes: Wishes = {
    colors: STUDIO_COLORS.light,
    trails: false,
    handles: true,
    hover: null,
    spring: -1,
    particles: [],
    arrows: [],
    scale: { diverging: false },
  };
  let lost = false;
  /** What has to be done again before the next picture. */
  let stale = { picture: true, shape: true, frame: true };
  const extras = createExtrasLoader({ store, shadow, cloth, dots, viewport, pixelRatio, behind, over }, () => {
    stale.picture = stale.shape = true;
  });
  const lastHand: { hover: number; held: number; target: Point } = { hover: -1, held: -1, target: [0, 0, 0] };

  const view = {
    canvas,
    onContext: (_there: boolean): void => {},

    draw(next: Frame, hand: HandState): void {
      if (next !== frame) take(next);
      if (!sameHand(hand)) moveHand(hand);
      if (eye.update()) moved();
      if (stale.picture) render();
    },

    setOptions(next: typeof options): void {
      options = { ...next };
      wishes.trails = next.trails;
      wishes.handles = next.handles;
      studio.showGrid(options.floor);
      stale.picture = stale.shape = true;
    },

    setTheme(theme: Theme): void {
      const colors = STUDIO_COLORS[theme];
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
      eye.resize(canvas.clientWidth, canvas.clientHeight, inset);
      // Setting the size clears the canvas: draw at once, or the page blinks.
      moved();
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

    showHandle: (hover: Handle | null): void => wish({ hover }),
    markSpring: (spring: number): void => wish({ spring }),
    markParticles: (particles: readonly number[]): void => wish({ particles: [...particles] }),
    setArrows: (arrows: readonly Arrow[]): void => wish({ arrows: [...arrows] }),

    setFieldScale: (diverging: boolean, range?: readonly [number, number]): void =>
      wish({ scale: { diverging, range } }),

    get fieldRange() {
      return extras.loaded?.fieldRange ?? null;
    },

    orbit: (on: boolean): void => eye.orbit(on),

    frameAll(): void {
      if (!frame || !structure) return;
      const now = createStage({ ...frame, positions: store.positions }, 0, true);
      eye.frame(withObstacles(now, frame.status.scenery, false, structure.surface.length === 0), false);
      moved();
    },

    picture(): Promise<Blob> {
      render();
      return new Promise((resolve, reject) => {
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('The browser gave no picture.'))),
          'image/png',
        );
      });
    },

    dispose(): void {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
      for (const part of [extras, eye, cloth, springs, dots, hand, studio, shadow, store]) part.dispose();
      renderer.dispose();
    },
  };

  function take(next: Frame): void {
    const previous = structure;
    frame = next;
    structure = next.structure;
    const rebuilt = structure.generation !== previous?.generation;
    if (rebuilt) store.rebuild(structure.particleCount);
    store.copy(next.picture ?? next.positions, next.field?.values ?? null);
    if (rebuilt) rebuild(next);
    else if (structure !== previous) {
      cloth.update(structure);
      springs.update(structure);
      hand.update(structure);
    }
    if (!rebuilt && next.status.scenery !== scenery) surround(next);
    stale.shape = stale.frame = true;
    moved();
  }

  /** Particles or camera: all that is seen is elsewhere. */
  function moved(): void {
    stale.picture = true;
    pointing.stale();
  }

  /** What is wished again and again, as once a frame, is drawn again only where it is another wish. */
  function wish(wished: Partial<Wishes>): void {
    const before = Object.keys(wished).map((key) => wishes[key as keyof Wishes]);
    if (JSON.stringify(before) === JSON.stringify(Object.values(wished))) return;
    Object.assign(wishes, wished);
    stale.picture = true;
  }

  function rebuild(next: Frame): void {
    const { structure, status } = next;
    const before = surroundings;
    stage = createStage({ ...next, positions: store.positions }, status.params.gravity);
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
  function surround({ structure, status }: Frame): Surroundings {
    scenery = status.scenery;
    const alone = structure.surface.length === 0;
    surroundings = withObstacles(stage as Stage, scenery, status.params.gravity > 0, alone);
    shadow.place(surroundings);
    studio.place(surroundings);
    return surroundings;
  }

  function sameHand({ hover, held, target }: HandState): boolean {
    const last = lastHand;
    return (
      hover === last.hover &&
      held === last.held &&
      target[0] === last.target[0] &&
      target[1] === last.target[1] &&
      target[2] === last.target[2]
    );
  }

  function moveHand({ hover, held, target }: HandState): void {
    lastHand.hover = hover;
    lastHand.held = held;
    for (let c = 0; c < 3; c++) lastHand.target[c] = target[c];
    hand.setHand(lastHand);
    stale.picture = true;
  }

  function render(): void {
    if (lost || !frame || !structure || !surroundings) return;
    const alone = structure.surface.length === 0;
    cloth.mesh.visible = options.surface && !alone;
    // The status speaks of the state at rest, not of the blow-up that is shown.
    springs.show(options.springs, frame.picture ? Infinity : frame.status.strain);
    dots.mesh.visible = options.particles || alone;
    extras.want(frame, wishes)?.show(frame, surroundings, wishes, stale.frame);
    if (stale.shape) {
      cloth.shade();
      renderShadow(alone);
    }
    renderer.render(scene, eye.camera);
    stale = { picture: false, shape: false, frame: false };
  }

  /** Hair-thin springs over a cloth would only cost time in the lamp's map. */
  function renderShadow(alone: boolean): void {
    const shown = springs.mesh.visible;
    springs.mesh.visible = options.springs ? alone || !options.surface : springs.bare;
    for (const part of [cloth, extras.loaded]) part?.asCaster(true);
    shadow.render(renderer, scene);
    for (const part of [cloth, extras.loaded]) part?.asCaster(false);
    springs.mesh.visible = shown;
  }

  function onLost(event: Event): void {
    event.preventDefault();
    lost = true;
    view.onContext(false);
  }

  function onRestored(): void {
    lost = false;
    stale.picture = stale.shape = true;
    view.onContext(true);
  }

  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  view.setTheme('light');
  return view;
}
