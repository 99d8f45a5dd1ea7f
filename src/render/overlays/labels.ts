import { InstancedBufferAttribute, type Mesh } from 'three';
import type { Rgb } from '../background/theme-colors';
import { createInstancedQuad } from '../particles/ball';
import type { Arrow } from '../view';
import { createGlyphAtlas } from './glyph-atlas';

/** Of a line of the sheet that labels are written on, texels. */
const WIDE = 256;
const HIGH = 48;
/** CSS pixels; height of a label, and its distance from the tip. */
const SIZE = 28;
const AWAY = 16;
/** A quantity, as formulas have it, or else words and numbers, as the page has them. */
const LETTER = /^\p{L}(\P{L}.*)?$/u;
const LETTERS = `italic 600 ${0.62 * HIGH}px ui-serif, Georgia, "Times New Roman", serif`;
const WORDS = `600 ${0.5 * HIGH}px system-ui, sans-serif`;

export interface Labels {
  readonly mesh: Mesh;
  /** Writes the labels of those arrows that have one. */
  set(arrows: readonly Arrow[]): void;
  setEdge(color: Rgb): void;
  dispose(): void;
}

/** A few letters at the tips of arrows. */
export function createLabels(viewport: { value: [number, number] }, pixelRatio: { value: number }): Labels {
  const { mesh, write, dispose } = createGlyphAtlas(viewport, pixelRatio, {
    inputs: `in vec3 start, tip;
      vec4 seen(vec3 p) { return projectionMatrix * viewMatrix * vec4(p, 1.); }`,
    place: `
      gl_Position = vec4(2., 2., 2., 1.);
      vec4 p = seen(start), q = seen(tip);
      if (p.w <= 0. || q.w <= 0.) return;
      vec2 px = 2. * pixelRatio / viewport;
      vec2 way = (q.xy / q.w - p.xy / p.w) / px;
      way = dot(way, way) > 0. ? normalize(way) : vec2(0., 1.);
      vec2 at = way * ${AWAY}. + (corner - .5) * ${SIZE}. * vec2(${(WIDE / HIGH).toFixed(3)}, 1.);
      gl_Position = vec4(q.xy / q.w + at * px, 0., 1.);`,
  });
  let edge = '#ffffff';
  let shown: readonly Arrow[] = [];
  let written = '';

  function rewrite(): void {
    const text = edge + shown.map(({ label, color }) => `${color} ${label}`).join('\n');
    if (text === written) return;
    written = text;
    write(shown.length, WIDE, HIGH, (pen) => {
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.lineJoin = 'round';
      pen.lineWidth = 0.1 * HIGH;
      shown.forEach(({ label = '', color }, line) => {
        pen.font = LETTER.test(label) ? LETTERS : WORDS;
        pen.strokeStyle = edge;
        pen.fillStyle = color;
        pen.strokeText(label, WIDE / 2, (line + 0.5) * HIGH, WIDE);
        pen.fillText(label, WIDE / 2, (line + 0.5) * HIGH, WIDE);
      });
    });
  }

  return {
    mesh,
    set(arrows) {
      shown = arrows.filter(({ label }) => label);
      mesh.visible = shown.length > 0;
      if (!mesh.visible) return;
      rewrite();
      const attribute = mesh.geometry.getAttribute('start');
      if (!attribute || attribute.count < shown.length) {
        mesh.geometry.dispose();
        mesh.geometry = createInstancedQuad();
        for (const name of ['start', 'tip'])
          mesh.geometry.setAttribute(name, new InstancedBufferAttribute(new Float32Array(3 * shown.length), 3));
      }
      mesh.geometry.instanceCount = shown.length;
      const [start, tip] = ['start', 'tip'].map((name) => mesh.geometry.getAttribute(name));
      shown.forEach(({ from, to }, i) => {
        start.setXYZ(i, ...from);
        tip.setXYZ(i, ...to);
      });
      start.needsUpdate = tip.needsUpdate = true;
    },
    setEdge(color) {
      edge = `rgb(${color.map((c) => Math.round(255 * c))})`;
      if (shown.length > 0) rewrite();
    },
    dispose,
  };
}
