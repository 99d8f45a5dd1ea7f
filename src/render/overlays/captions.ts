import { InstancedBufferAttribute, type Mesh } from 'three';
import type { Rgb } from '../background/theme-colors';
import { createInstancedQuad } from '../particles/ball';
import { createGlyphAtlas } from './glyph-atlas';

/** A line of words with a swatch of colour ahead of them, at a place in the window. */
export interface Caption {
  text: string;
  /** `#rrggbb` */
  color: string;
  /** CSS pixels from the canvas's corner, of its upper left corner. */
  left: number;
  top: number;
}

/** CSS pixels. */
const WIDE = 320;
export const CAPTION_HEIGHT = 24;
const PADDING = 8;
const SWATCH = 12;

export interface Captions {
  readonly mesh: Mesh;
  /** @param ground behind the words @param ink of the words */
  set(captions: readonly Caption[], ground: Rgb, ink: string): void;
  dispose(): void;
}

/** Words in the corners of panes; written again only where they are others. */
export function createCaptions(viewport: { value: [number, number] }, pixelRatio: { value: number }): Captions {
  const { mesh, write, dispose } = createGlyphAtlas(viewport, pixelRatio, {
    inputs: 'in vec2 place;',
    place: `
      vec2 at = floor(place * pixelRatio) + vec2(corner.x * ${WIDE}., (1. - corner.y) * ${CAPTION_HEIGHT}.) * pixelRatio;
      gl_Position = vec4(at.x / viewport.x * 2. - 1., 1. - at.y / viewport.y * 2., 0., 1.);`,
  });
  let written = '';

  function draw(pen: CanvasRenderingContext2D, captions: readonly Caption[], ground: Rgb, ink: string): void {
    pen.scale(pixelRatio.value, pixelRatio.value);
    pen.font = '13px system-ui, sans-serif';
    pen.textBaseline = 'middle';
    captions.forEach(({ text, color }, line) => {
      const middle = (line + 0.5) * CAPTION_HEIGHT;
      const start = 2 * PADDING + SWATCH;
      const width = Math.min(WIDE - PADDING, start + pen.measureText(text).width) + PADDING;
      pen.fillStyle = `rgb(${ground.map((c) => Math.round(255 * c)).join(' ')} / 0.82)`;
      pen.beginPath();
      pen.roundRect(0, middle - CAPTION_HEIGHT / 2 + 1, width, CAPTION_HEIGHT - 2, 6);
      pen.fill();
      pen.fillStyle = color;
      pen.beginPath();
      pen.roundRect(PADDING, middle - SWATCH / 2, SWATCH, SWATCH, 3);
      pen.fill();
      pen.fillStyle = ink;
      pen.fillText(text, start, middle + 0.5, WIDE - start - PADDING);
    });
  }

  return {
    mesh,
    set(captions, ground, ink) {
      mesh.visible = captions.length > 0;
      if (!mesh.visible) return;
      const words = captions.map(({ text, color }) => `${color} ${text}`).join('\n');
      const ratio = pixelRatio.value;
      const now = [words, ground, ink, ratio].join();
      if (now !== written) {
        write(captions.length, Math.round(WIDE * ratio), Math.round(CAPTION_HEIGHT * ratio), (pen) =>
          draw(pen, captions, ground, ink),
        );
      }
      written = now;
      mesh.geometry.dispose();
      mesh.geometry = createInstancedQuad();
      const places = captions.flatMap(({ left, top }) => [left, top]);
      mesh.geometry.setAttribute('place', new InstancedBufferAttribute(Float32Array.from(places), 2));
      mesh.geometry.instanceCount = captions.length;
    },
    dispose,
  };
}
