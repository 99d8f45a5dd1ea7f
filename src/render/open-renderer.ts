import { WebGLRenderer } from 'three';

/** @throws Error where there is no WebGL 2 */
export function openRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: false, stencil: false });
  if (!context) throw new Error('This browser offers no WebGL 2, which the picture is drawn with.');
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.sortObjects = false;
  // Seen nowhere: the wall covers the background. In the lamp's map it means that nothing is in the way.
  renderer.setClearColor(0, 0);
  return renderer;
}
