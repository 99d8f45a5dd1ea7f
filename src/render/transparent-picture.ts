/** A picture without the room around the scene: its alpha is 0 where only the room would be seen. */
import { GLSL3, type Mesh, RawShaderMaterial } from 'three';
import { SCREEN_CORNER } from './background/soft-shadow';

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
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    depthWrite: false,
    uniforms: { tone: { value: 0 } },
    vertexShader: `precision highp float;
      ${SCREEN_CORNER}
      void main() { gl_Position = vec4(corner(), 1., 1.); }`,
    fragmentShader: `precision highp float;
      uniform float tone;
      out vec4 color;
      void main() { color = vec4(vec3(tone), 1.); }`,
  });
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
export function setAlpha(colors: Uint8ClampedArray, onWhite: Uint8ClampedArray): void {
  for (let i = 0; i < colors.length; i += 4) {
    let through = 0;
    for (let c = i; c < i + 3; c++) through += onWhite[c] - colors[c];
    const alpha = 255 - through / 3;
    for (let c = i; c < i + 3; c++) colors[c] = alpha > 0 ? (255 * colors[c]) / alpha : 0;
    colors[i + 3] = alpha;
  }
}
