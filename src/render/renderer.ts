/** The WebGL renderer of a canvas: how it is created, what happens when its context is lost, and the image that it holds. */
import { WebGLRenderer } from 'three';

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

export interface ContextState {
  readonly lost: boolean;
  dispose(): void;
}

/**
 * Follows the WebGL context of a renderer, which the browser may take away and restore.
 * @param onChange called when it is lost (false) and when it is restored (true)
 */
export function followContext(renderer: WebGLRenderer, onChange: (available: boolean) => void): ContextState {
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
