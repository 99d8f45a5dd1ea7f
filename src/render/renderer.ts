/** The WebGL renderer of a canvas: how it is created, its size, what happens when its context is lost, and the image that it holds. */
import { WebGLRenderer } from 'three';
import type { Screen } from './mass-spring/screen';

/** @throws Error without WebGL 2 */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, stencil: false });
  if (!context) throw new Error('This browser has no WebGL 2, which the view needs.');
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.sortObjects = false;
  clearToNothing(renderer);
  return renderer;
}

/**
 * On screen the wall covers the clear color. In the shadow map its alpha of 0 means that nothing blocks the light. The renderer
 * forgets it with its context.
 */
function clearToNothing(renderer: WebGLRenderer): void {
  renderer.setClearColor(0, 0);
}

/**
 * Follows the WebGL context of a renderer, which the browser may take away and restore.
 * @param onChange called when it is lost (false) and when it is restored (true)
 */
export function followContext(renderer: WebGLRenderer, onChange: (available: boolean) => void) {
  const canvas = renderer.domElement;
  let lost = false;

  function onLost(event: Event): void {
    // By default a browser doesn't restore the context.
    event.preventDefault();
    lost = true;
    onChange(false);
  }

  function onRestored(): void {
    lost = false;
    clearToNothing(renderer);
    onChange(true);
  }

  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return {
    get lost() {
      return lost;
    },
  };
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
    get size() {
      return size;
    },
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
