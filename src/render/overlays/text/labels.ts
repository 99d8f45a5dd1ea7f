/** Texts in the picture: labels at the tips of arrows, captions of the scene, and of companions. */

import { t, withLocalNumbers } from '../../../language/translate';
import type { EnvironmentFile, Vec3 } from '../../../physics';
import type { DrawableFrame } from '../../../runtime/frame/frame';
import type { Rgb } from '../../background/theme-colors';
import { isFloor } from '../../camera/environment-bounds';
import { setInstances } from '../../mass-spring/ball';
import type { Screen } from '../../mass-spring/screen';
import type { Arrow } from '../../view';
import { createGlyphAtlas } from './glyph-atlas';

/** Size of a line of text, texels. */
const WIDTH = 256;
const HEIGHT = 48;
/** CSS pixels; height of a label, and its distance from the tip. */
const SIZE = 28;
const DISTANCE = 16;
/** CSS pixels: half the width of a letter, about, and a margin. */
const HALF_LETTER = 4;
const MARGIN = 8;
/** A symbol of a quantity, set as in formulas; other labels are set as on the page. */
const SYMBOL = /^\p{L}(\P{L}.*)?$/u;
const SYMBOL_FONT = `italic 600 ${0.62 * HEIGHT}px ui-serif, Georgia, "Times New Roman", serif`;
const TEXT_FONT = `600 ${0.5 * HEIGHT}px system-ui, sans-serif`;

export function createLabels(screen: Screen) {
  const { mesh, covered, write } = createGlyphAtlas(screen, {
    inputs: `in vec3 start, tip;
      in float halfWidth;`,
    place: `
      gl_Position = vec4(2., 2., 2., 1.);
      vec4 p = project(start), q = project(tip);
      if (p.w <= 0. || q.w <= 0.) return;
      vec2 px = 2. * pixelRatio / viewport;
      vec2 direction = (q.xy / q.w - p.xy / p.w) / px;
      direction = dot(direction, direction) > 0. ? normalize(direction) : vec2(0., 1.);
      vec2 middle = q.xy / q.w + direction * ${DISTANCE}. * px;
      vec2 size = vec2(halfWidth, ${SIZE / 3}) * px;
      vec2 low = covered.xw * px - 1. + size, high = 1. - covered.zy * px - size;
      if (all(lessThan(abs(p.xy), vec2(p.w)))) middle = clamp(middle, low, max(low, high));
      vec2 at = (corner - .5) * ${SIZE}. * vec2(${(WIDTH / HEIGHT).toFixed(3)}, 1.);
      gl_Position = vec4(middle + at * px, 0., 1.);`,
  });
  let outline = '#ffffff';
  let shown: readonly Arrow[] = [];
  let lastText = '';

  function rewrite(): void {
    const text = outline + shown.map(({ label, color }) => `${color} ${label}`).join('\n');
    if (text === lastText) return;
    lastText = text;
    write(shown.length, WIDTH, HEIGHT, (canvas) => {
      canvas.textAlign = 'center';
      canvas.textBaseline = 'middle';
      canvas.lineJoin = 'round';
      canvas.lineWidth = 0.1 * HEIGHT;
      shown.forEach(({ label = '', color }, line) => {
        canvas.font = SYMBOL.test(label) ? SYMBOL_FONT : TEXT_FONT;
        canvas.strokeStyle = outline;
        canvas.fillStyle = color;
        canvas.strokeText(label, WIDTH / 2, (line + 0.5) * HEIGHT, WIDTH);
        canvas.fillText(label, WIDTH / 2, (line + 0.5) * HEIGHT, WIDTH);
      });
    });
  }

  return {
    mesh,
    /** Shows the labels of the arrows that have one. */
    set(arrows: readonly Arrow[]) {
      shown = arrows.filter(({ label }) => label);
      mesh.visible = shown.length > 0;
      if (!mesh.visible) return;
      rewrite();
      const count = shown.length;
      if ((mesh.geometry.getAttribute('start')?.count ?? 0) < count) {
        const floats = (each: number) => [new Float32Array(each * count), each] as const;
        setInstances(mesh, count, { start: floats(3), tip: floats(3), halfWidth: floats(1) });
      }
      mesh.geometry.instanceCount = count;
      const [start, tip, halfWidth] = ['start', 'tip', 'halfWidth'].map((name) => mesh.geometry.getAttribute(name));
      shown.forEach(({ from, to, label = '' }, i) => {
        start.setXYZ(i, ...from);
        tip.setXYZ(i, ...to);
        halfWidth.setX(i, HALF_LETTER * label.length + MARGIN);
      });
      start.needsUpdate = tip.needsUpdate = halfWidth.needsUpdate = true;
    },
    setOutline(color: Rgb) {
      outline = `rgb(${color.map((c) => Math.round(255 * c))})`;
      if (shown.length > 0) rewrite();
    },
    /** Keeps the labels in the free part of the canvas. @param covered its edges, CSS pixels */
    setCovered({ left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>) {
      covered.value = [left, top, right, bottom];
    },
  };
}

/** By scene: a particle at the lower edge of a part, and the part's name. */
const PARTS: Readonly<Record<string, readonly { particle: number; label: string }[]>> = {
  'membrane-strip': [
    { particle: 220, label: 'springs' },
    { particle: 445, label: 'membrane' },
  ],
};

type Surface = Pick<EnvironmentFile['spheres'][number], 'restitution' | 'friction'>;

/**
 * Captions as arrows, at whose tips they stand.
 * @param positions 4n; m @param arm m; length of the arrow along a plane's normal @param color as in CSS
 */
export function sceneCaptions(
  { structure, status }: DrawableFrame,
  positions: ArrayLike<number>,
  arm: number,
  color: string,
): Arrow[] {
  const { planes, spheres } = status.environment;
  const parts = (Object.hasOwn(PARTS, status.scene) ? PARTS[status.scene] : []).flatMap(
    ({ particle, label }): Arrow[] => {
      if (particle >= structure.particleCount) return [];
      const at = [0, 1, 2].map((axis) => positions[4 * particle + axis]) as Vec3;
      return [{ from: at, to: below(at, 0.01 * arm), color, label: t(label) }];
    },
  );
  // Cloth hides what it lies on.
  if (structure.surface.length > 0) return parts;
  const slopes = planes.filter((plane) => !isFloor(plane));
  const label = labelOf([...slopes, ...spheres]);
  return [
    ...parts,
    ...spheres.map((sphere) => ({
      from: sphere.center,
      to: below(sphere.center, sphere.radius),
      color,
      label: label(sphere),
    })),
    ...slopes.map((plane) => {
      const along = arm / Math.hypot(...plane.normal);
      const to = plane.point.map((x, axis) => x + along * plane.normal[axis]) as Vec3;
      return { from: plane.point, to, color, label: label(plane) };
    }),
  ];
}

const below = ([x, y, z]: Vec3, distance: number): Vec3 => [x, y - distance, z];

/** Writes those coefficients that are not 0 on all surfaces. */
function labelOf(surfaces: readonly Surface[]): (surface: Surface) => string {
  const coefficients = (['restitution', 'friction'] as const).filter((key) =>
    surfaces.some((one) => (one[key] ?? 0) > 0),
  );
  const symbol = { restitution: 'e', friction: 'μ' };
  return (surface) =>
    coefficients
      .map((key) => withLocalNumbers(`${symbol[key]} = ${Number((surface[key] ?? 0).toFixed(2))}`))
      .join(', ');
}

// Captions of companions: a line of text with a color swatch.

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
const CAPTION_WIDTH = 340;
export const CAPTION_HEIGHT = 24;
const PADDING = 8;
const SWATCH = 12;

export function createCaptions(screen: Screen) {
  const { pixelRatio } = screen;
  const { mesh, write, dispose } = createGlyphAtlas(screen, {
    inputs: 'in vec2 place;',
    place: `
      vec2 at = floor(place * pixelRatio) + vec2(corner.x * ${CAPTION_WIDTH}., (1. - corner.y) * ${CAPTION_HEIGHT}.) * pixelRatio;
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
      const shown = shortened(canvas, text, Math.min(CAPTION_WIDTH, most) - start - PADDING);
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
        write(captions.length, Math.round(CAPTION_WIDTH * ratio), Math.round(CAPTION_HEIGHT * ratio), (canvas) =>
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
