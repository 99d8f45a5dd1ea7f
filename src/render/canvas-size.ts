/** The size of the canvas, and what depends on it: lines and dots are as wide as pixels say. */
import type { WebGLRenderer } from 'three';

/** Device pixels per CSS pixel; more cost time and are not visible. */
const MAX_PIXEL_RATIO = 2;

export interface CanvasSize {
  /** CSS pixels. */
  readonly size: readonly [width: number, height: number];
  /** Fits the canvas to its element. @param sharp at the full resolution of the screen, or at half of it */
  fill(sharp: boolean): void;
  /**
   * @param width, height pixels
   * @throws RangeError if the graphics device gives the canvas fewer
   */
  set(width: number, height: number): void;
}

/**
 * @param viewport device pixels, for shaders @param pixelRatio device pixels per CSS pixel, for shaders
 * @param layers lines and dots
 */
export function createCanvasSize(
  renderer: WebGLRenderer,
  viewport: { value: [number, number] },
  pixelRatio: { value: number },
  layers: readonly { setPixelRatio(ratio: number): void }[],
): CanvasSize {
  const canvas = renderer.domElement;
  let size: [width: number, height: number] = [canvas.clientWidth, canvas.clientHeight];

  function apply(width: number, height: number, ratio: number): void {
    size = [width, height];
    renderer.setPixelRatio(ratio);
    pixelRatio.value = ratio;
    renderer.setSize(width, height, false);
    viewport.value = [canvas.width, canvas.height];
    for (const layer of layers) layer.setPixelRatio(ratio);
  }

  return {
    get size() {
      return size;
    },
    fill(sharp) {
      const ratio = Math.min(globalThis.devicePixelRatio || 1, MAX_PIXEL_RATIO) * (sharp ? 1 : 0.5);
      apply(canvas.clientWidth, canvas.clientHeight, ratio);
    },
    set(width, height) {
      apply(width, height, 1);
      const { drawingBufferWidth, drawingBufferHeight } = renderer.getContext();
      if (drawingBufferWidth === width && drawingBufferHeight === height) return;
      throw new RangeError(
        `the graphics device draws no picture of ${width} × ${height} pixels, only of ${drawingBufferWidth} × ${drawingBufferHeight}`,
      );
    },
  };
}
