import { Matrix4, type Object3D, Scene, WebGLRenderer } from 'three';
import type { Frame, Structure } from '../runtime/protocol';
import { createSceneCamera } from './camera';
import { createClothSurface } from './cloth-surface';
import { createParticleDots } from './particle-dots';
import { createParticleStore } from './particle-store';
import { createPicking } from './picking';
import { createPinsAndHand, type HandState } from './pins-and-hand';
import { CASTS_SHADOW, createSoftShadow } from './soft-shadow';
import { createSpringLines } from './spring-lines';
import { createStage, type Point, type Stage } from './stage';
import { createStudio } from './studio';
import { STUDIO_COLORS, type Theme } from './studio-colors';

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
  const store = createParticleStore();
  const shadow = createSoftShadow();
  const studio = createStudio(shadow, height);
  const cloth = createClothSurface(store, shadow, Math.min(4, renderer.capabilities.getMaxAnisotropy()));
  const springs = createSpringLines(store, viewport);
  const dots = createParticleDots(store, viewport);
  const hand = createPinsAndHand(store, viewport);
  const picking = createPicking();
  const eye = createSceneCamera(canvas);
  const scene = new Scene();
  // What is opaque comes first and hides the wall; the order is the order of drawing.
  const layers: Object3D[] = [cloth.mesh, studio.floor, studio.wall, springs.mesh, dots.mesh, hand.pins, hand.marks];
  scene.add(...layers);
  for (const caster of [cloth.mesh, springs.mesh, dots.mesh]) caster.layers.enable(CASTS_SHADOW);

  let frame: Frame | null = null;
  let structure: Structure | null = null;
  let stage: Stage | null = null;
  let sceneName = '';
  let options = { surface: true, springs: false, particles: false, floor: true };
  let lost = false;
  /** What has to be done again before the next picture. */
  let stale = { picture: true, shape: true, projection: true };
  const lastHand: { hover: number; held: number; target: Point } = { hover: -1, held: -1, target: [0, 0, 0] };
  const toClip = new Matrix4();

  const view = {
    canvas,
    onContext: (_there: boolean): void => {},

    draw(next: Frame, hand: HandState): void {
      if (next !== frame) take(next);
      if (!sameHand(hand)) moveHand(hand);
      if (eye.update()) stale.picture = stale.projection = true;
      if (stale.picture) render();
    },

    setOptions(next: typeof options): void {
      options = { ...next };
      studio.showGrid(options.floor);
      stale.picture = stale.shape = true;
    },

    setTheme(theme: Theme): void {
      const colors = STUDIO_COLORS[theme];
      studio.setColors(colors);
      cloth.setColors(colors);
      hand.setAccent(colors.accent);
      stale.picture = true;
    },

    resize(inset: { top: number; right: number; bottom: number }): void {
      const ratio = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXEL_RATIO);
      renderer.setPixelRatio(ratio);
      renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
      viewport.value = [canvas.width, canvas.height];
      height.value = canvas.height;
      for (const layer of [springs, dots, hand]) layer.setPixelRatio(ratio);
      eye.resize(canvas.clientWidth, canvas.clientHeight, inset);
      // Setting the size clears the canvas: draw at once, or the page blinks.
      stale.picture = stale.projection = true;
      if (frame) render();
    },

    screenOf(particle: number): [number, number] {
      project();
      const [x, y] = picking.screenOf(particle);
      const { left, top } = canvas.getBoundingClientRect();
      return [x + left, y + top];
    },

    particleAt(x: number, y: number, radius: number): number {
      project();
      const { left, top } = canvas.getBoundingClientRect();
      return picking.particleAt(x - left, y - top, radius);
    },

    springAt(x: number, y: number, radius: number): number {
      if (!structure) return -1;
      project();
      const { left, top } = canvas.getBoundingClientRect();
      return picking.springAt(x - left, y - top, radius, structure);
    },

    springsAcross(from: readonly [number, number], to: readonly [number, number]): number[] {
      if (!structure) return [];
      project();
      const { left, top } = canvas.getBoundingClientRect();
      return picking.springsAcross([from[0] - left, from[1] - top], [to[0] - left, to[1] - top], structure);
    },

    pointAt(x: number, y: number, through: Point): Point {
      const { left, top } = canvas.getBoundingClientRect();
      return eye.pointAt(x - left, y - top, through);
    },

    orbit: (on: boolean): void => eye.orbit(on),

    frameAll(): void {
      if (!frame || !structure) return;
      eye.frame(createStage(store.positions, structure, false, true), false);
      stale.picture = stale.projection = true;
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
      for (const part of [eye, cloth, springs, dots, hand, studio, shadow, store]) part.dispose();
      renderer.dispose();
    },
  };

  function take(next: Frame): void {
    const previous = structure;
    frame = next;
    structure = next.structure;
    const rebuilt = structure.generation !== previous?.generation;
    if (rebuilt) store.rebuild(structure.particleCount);
    store.copy(next.picture ?? next.positions);
    if (rebuilt) rebuild(structure);
    else if (structure !== previous) {
      cloth.update(structure);
      springs.update(structure);
      hand.update(structure);
    }
    stale.picture = stale.shape = stale.projection = true;
  }

  function rebuild(structure: Structure): void {
    const before = stage;
    stage = createStage(store.positions, structure, (frame?.status.params.gravity ?? 0) > 0);
    const alone = structure.surface.length === 0;
    cloth.rebuild(structure, stage);
    springs.rebuild(structure, stage, alone);
    dots.rebuild(structure, stage, alone);
    hand.rebuild(structure, stage, alone);
    picking.rebuild(structure.particleCount);
    shadow.place(stage);
    studio.place(stage);
    // A new scene is framed; the same one at another resolution is seen as before.
    const scene = frame?.status.scene ?? '';
    if (!before || scene !== sceneName || Math.abs(Math.log(stage.size / before.size)) > 0.25) eye.frame(stage, true);
    sceneName = scene;
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
    if (lost || !frame || !structure) return;
    const alone = structure.surface.length === 0;
    cloth.mesh.visible = options.surface && !alone;
    // The status speaks of the state at rest, not of the blow-up that is shown.
    springs.show(options.springs || alone, frame.picture ? Infinity : frame.status.strain);
    dots.mesh.visible = options.particles || alone;
    if (stale.shape) {
      cloth.shade();
      renderShadow(alone);
    }
    renderer.render(scene, eye.camera);
    stale = { picture: false, shape: false, projection: stale.projection };
  }

  /** Hair-thin springs over a cloth would only cost time in the lamp's map. */
  function renderShadow(alone: boolean): void {
    const shown = springs.mesh.visible;
    springs.mesh.visible = alone || (!options.surface && options.springs);
    cloth.asCaster(true);
    shadow.render(renderer, scene);
    cloth.asCaster(false);
    springs.mesh.visible = shown;
  }

  function project(): void {
    if (!stale.projection) return;
    const { camera } = eye;
    camera.updateMatrixWorld();
    toClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    picking.project(store.positions, toClip.elements, canvas.clientWidth, canvas.clientHeight);
    stale.projection = false;
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
