/** The WebGL renderer of a canvas: how it is created, what happens when its context is lost, and the image that it holds. */
import { WebGLRenderer } from 'three';

/** @throws Error without WebGL 2 */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, stencil: false });
  if (!context) throw new Error('This browser has no WebGL 2, which the view needs.');
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.sortObjects = false;
  // On screen the wall covers it. In the shadow map it means that nothing blocks the light.
  renderer.setClearColor(0, 0);
  return renderer;
}

export interface ContextState {
  readonly lost: boolean;
  dispose(): void;
}

/**
 * Follows the WebGL context of a canvas, which the browser may take away and restore.
 * @param onChange called when it is lost (false) and when it is restored (true)
 */
export function followContext(canvas: HTMLCanvasElement, onChange: (available: boolean) => void): ContextState {
  let lost = false;

  function onLost(event: Event): void {
    // By default a browser doesn't restore the context.
    event.preventDefault();
    lost = true;
    onChange(false);
  }

  function onRestored(): void {
    lost = false;
    onChange(true);
  }

  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return {
    get lost() {
      return lost;
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
    },
  };
}

/** The content of a canvas as a PNG image; only valid directly after it was drawn. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser returned no image.'))), 'image/png');
  });
}
