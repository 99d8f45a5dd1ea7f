/** The WebGL renderer of a canvas: how it is created, its size, what happens when its context is lost, and the image that it holds. */
import { type Mesh, type RawShaderMaterial, type Texture, WebGLRenderer } from 'three';
import { SCREEN_CORNER } from './background/lighting';
import { shaderMaterial } from './background/shader-material';
import type { Screen } from './mass-spring/screen';

/** @throws Error without WebGL 2 */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, stencil: false });
  if (!context) throw new Error('This browser has no WebGL 2, which the view needs.');
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.sortObjects = false;
  // On screen the wall covers this color. In the shadow map its alpha of 0 means that nothing blocks the light.
  renderer.setClearColor(0, 0);
  return renderer;
}

/**
 * Follows the WebGL context of a renderer, which the browser may take away, and restores as three.js asks for it.
 * @param onChange called when it is lost (false) and when it is restored (true)
 */
export function followContext(renderer: WebGLRenderer, onChange: (available: boolean) => void): void {
  const canvas = renderer.domElement;
  canvas.addEventListener('webglcontextlost', () => onChange(false));
  canvas.addEventListener('webglcontextrestored', () => {
    // The renderer forgets it with its context.
    renderer.setClearColor(0, 0);
    onChange(true);
  });
}

/** Uploads textures before the first picture that needs them, each in a part of its own. */
export function* uploadInParts(
  renderer: WebGLRenderer,
  textures: readonly { value: Texture | null }[],
): Generator<void, void> {
  for (const { value } of textures) {
    yield;
    if (value) renderer.initTexture(value);
  }
}

/** The content of a canvas as a PNG image; only valid directly after it was drawn. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser returned no image.'))), 'image/png');
  });
}

/** Device pixels per CSS pixel; more cost time and are not visible. */
const MAX_PIXEL_RATIO = 2;

/** @param screen is kept up to date */
export function createCanvasSize(renderer: WebGLRenderer, { viewport, pixelRatio }: Screen) {
  const canvas = renderer.domElement;
  let size: [width: number, height: number] = [canvas.clientWidth, canvas.clientHeight];

  function apply(width: number, height: number, ratio: number): void {
    size = [width, height];
    renderer.setPixelRatio(ratio);
    pixelRatio.value = ratio;
    renderer.setSize(width, height, false);
    viewport.value = [canvas.width, canvas.height];
  }

  return {
    /** CSS pixels. */
    size: () => size,
    /** Fits the canvas to its element. @param sharp at the full resolution of the screen, or at half of it */
    fill(sharp: boolean) {
      const ratio = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXEL_RATIO) * (sharp ? 1 : 0.5);
      apply(canvas.clientWidth, canvas.clientHeight, ratio);
    },
    /**
     * @param width, height pixels
     * @throws RangeError if the graphics device gives the canvas fewer
     */
    set(width: number, height: number) {
      apply(width, height, 1);
      const { drawingBufferWidth, drawingBufferHeight } = renderer.getContext();
      if (drawingBufferWidth === width && drawingBufferHeight === height) return;
      throw new RangeError(
        `the graphics device draws no picture of ${width} × ${height} pixels, only of ${drawingBufferWidth} × ${drawingBufferHeight}`,
      );
    },
  };
}

// A picture without the room around the scene: its alpha is 0 where only the room would be seen.

/** Rows that are computed at a time: a picture has up to 133 MB. */
const ROWS = 256;

/**
 * The scene is drawn in front of black and in front of white. Of a pixel with the color C, of which a part α covers what is behind, these
 * pictures have αC and αC + 1 − α. So opaque pixels are as they are drawn, and edges have no color of the room.
 * @param room is left out, and then shown again
 * @param draw draws the scene, and has the canvas read at once
 */
export function pictureWithoutRoom(
  { wall, floor }: { wall: Mesh; floor: Mesh },
  draw: (read: (canvas: HTMLCanvasElement) => OffscreenCanvas) => OffscreenCanvas,
): Promise<Blob> {
  const plain = createPlainMaterial();
  const usual = wall.material;
  const hasFloor = floor.visible;
  wall.material = plain;
  floor.visible = false;
  try {
    const [onBlack, onWhite] = [0, 1].map((tone) => {
      plain.uniforms.tone.value = tone;
      return draw(copyOf);
    });
    separate(onBlack, onWhite);
    return onBlack.convertToBlob({ type: 'image/png' });
  } finally {
    wall.material = usual;
    floor.visible = hasFloor;
    plain.dispose();
  }
}

function createPlainMaterial(): RawShaderMaterial {
  return shaderMaterial(
    { depthWrite: false, uniforms: { tone: { value: 0 } } },
    `${SCREEN_CORNER}
      void main() { gl_Position = vec4(corner(), 1., 1.); }`,
    `uniform float tone;
      out vec4 color;
      void main() { color = vec4(vec3(tone), 1.); }`,
  );
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no memory for a picture of this size.');
  return context;
}

function copyOf(canvas: HTMLCanvasElement): OffscreenCanvas {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  contextOf(copy).drawImage(canvas, 0, 0);
  return copy;
}

/** Writes color and alpha into the first. */
function separate(onBlack: OffscreenCanvas, onWhite: OffscreenCanvas): void {
  const [black, white] = [contextOf(onBlack), contextOf(onWhite)];
  const { width, height } = onBlack;
  for (let top = 0; top < height; top += ROWS) {
    const rows = Math.min(ROWS, height - top);
    const result = black.getImageData(0, top, width, rows);
    setAlpha(result.data, white.getImageData(0, top, width, rows).data);
    black.putImageData(result, 0, top);
  }
}

/** @param colors in front of black; become straight colors with alpha @param onWhite the same in front of white; RGBA, 0–255 */
function setAlpha(colors: Uint8ClampedArray, onWhite: Uint8ClampedArray): void {
  for (let i = 0; i < colors.length; i += 4) {
    let through = 0;
    for (let c = i; c < i + 3; c++) through += onWhite[c] - colors[c];
    const alpha = 255 - through / 3;
    for (let c = i; c < i + 3; c++) colors[c] = alpha > 0 ? (255 * colors[c]) / alpha : 0;
    colors[i + 3] = alpha;
  }
}
