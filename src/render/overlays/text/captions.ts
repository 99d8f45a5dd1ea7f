/** Captions of companions: a line of text with a color swatch. */
import type { Rgb } from '../../background/theme-colors';
import { setInstances } from '../../mass-spring/ball';
import type { Screen } from '../../mass-spring/screen';
import { createGlyphAtlas } from './glyph-atlas';

export interface Caption {
  text: string;
  /** `#rrggbb` */
  color: string;
  /** Upper left corner, CSS pixels from that of the canvas. */
  left: number;
  top: number;
  /** CSS pixels, at most. */
  width: number;
}

/** CSS pixels. */
const WIDTH = 340;
export const CAPTION_HEIGHT = 24;
const PADDING = 8;
const SWATCH = 12;

export function createCaptions(screen: Screen) {
  const { pixelRatio } = screen;
  const { mesh, write, dispose } = createGlyphAtlas(screen, {
    inputs: 'in vec2 place;',
    place: `
      vec2 at = floor(place * pixelRatio) + vec2(corner.x * ${WIDTH}., (1. - corner.y) * ${CAPTION_HEIGHT}.) * pixelRatio;
      gl_Position = vec4(at.x / viewport.x * 2. - 1., 1. - at.y / viewport.y * 2., 0., 1.);`,
  });
  let lastKey = '';

  function draw(
    canvas: CanvasRenderingContext2D,
    captions: readonly Caption[],
    background: Rgb,
    textColor: string,
  ): void {
    canvas.scale(pixelRatio.value, pixelRatio.value);
    canvas.font = '13px system-ui, sans-serif';
    canvas.textBaseline = 'middle';
    captions.forEach(({ text, color, width: most }, line) => {
      const middle = (line + 0.5) * CAPTION_HEIGHT;
      const start = 2 * PADDING + SWATCH;
      const shown = shortened(canvas, text, Math.min(WIDTH, most) - start - PADDING);
      const width = start + canvas.measureText(shown).width + PADDING;
      canvas.fillStyle = `rgb(${background.map((c) => Math.round(255 * c)).join(' ')} / 0.82)`;
      canvas.beginPath();
      canvas.roundRect(0, middle - CAPTION_HEIGHT / 2 + 1, width, CAPTION_HEIGHT - 2, 6);
      canvas.fill();
      canvas.fillStyle = color;
      canvas.beginPath();
      canvas.roundRect(PADDING, middle - SWATCH / 2, SWATCH, SWATCH, 3);
      canvas.fill();
      canvas.fillStyle = textColor;
      canvas.fillText(shown, start, middle + 0.5);
    });
  }

  return {
    mesh,
    set(captions: readonly Caption[], background: Rgb, textColor: string) {
      // Without a caption there is nothing on the GPU: three.js makes it again with the next one.
      if (mesh.visible && captions.length === 0) dispose();
      mesh.visible = captions.length > 0;
      if (!mesh.visible) return;
      const words = captions.map(({ text, color, width }) => `${color} ${Math.round(width)} ${text}`).join('\n');
      const ratio = pixelRatio.value;
      const key = [words, background, textColor, ratio].join();
      if (key !== lastKey) {
        write(captions.length, Math.round(WIDTH * ratio), Math.round(CAPTION_HEIGHT * ratio), (canvas) =>
          draw(canvas, captions, background, textColor),
        );
      }
      lastKey = key;
      const places = captions.flatMap(({ left, top }) => [left, top]);
      setInstances(mesh, captions.length, { place: [Float32Array.from(places), 2] });
    },
  };
}

/** The text, cut off with an ellipsis where it is too long. @param width CSS pixels */
function shortened(canvas: CanvasRenderingContext2D, text: string, width: number): string {
  let shown = text;
  for (let length = text.length - 1; length > 0 && canvas.measureText(shown).width > width; length--)
    shown = `${text.slice(0, length).trimEnd()}…`;
  return shown;
}
