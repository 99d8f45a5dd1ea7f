/** Labels at the tips of arrows. */
import { InstancedBufferAttribute, type Mesh } from 'three';
import type { Rgb } from '../../background/theme-colors';
import { createInstancedQuad } from '../../particles/ball';
import type { Arrow } from '../../view';
import { createGlyphAtlas } from './glyph-atlas';

/** Size of a line of text, texels. */
const WIDTH = 256;
const HEIGHT = 48;
/** CSS pixels; height of a label, and its distance from the tip. */
const SIZE = 28;
const DISTANCE = 16;
/** A symbol of a quantity, set as in formulas; other labels are set as on the page. */
const SYMBOL = /^\p{L}(\P{L}.*)?$/u;
const SYMBOL_FONT = `italic 600 ${0.62 * HEIGHT}px ui-serif, Georgia, "Times New Roman", serif`;
const TEXT_FONT = `600 ${0.5 * HEIGHT}px system-ui, sans-serif`;

export interface Labels {
  readonly mesh: Mesh;
  /** Shows the labels of the arrows that have one. */
  set(arrows: readonly Arrow[]): void;
  setOutline(color: Rgb): void;
  dispose(): void;
}

export function createLabels(viewport: { value: [number, number] }, pixelRatio: { value: number }): Labels {
  const { mesh, write, dispose } = createGlyphAtlas(viewport, pixelRatio, {
    inputs: `in vec3 start, tip;
      vec4 project(vec3 p) { return projectionMatrix * viewMatrix * vec4(p, 1.); }`,
    place: `
      gl_Position = vec4(2., 2., 2., 1.);
      vec4 p = project(start), q = project(tip);
      if (p.w <= 0. || q.w <= 0.) return;
      vec2 px = 2. * pixelRatio / viewport;
      vec2 direction = (q.xy / q.w - p.xy / p.w) / px;
      direction = dot(direction, direction) > 0. ? normalize(direction) : vec2(0., 1.);
      vec2 at = direction * ${DISTANCE}. + (corner - .5) * ${SIZE}. * vec2(${(WIDTH / HEIGHT).toFixed(3)}, 1.);
      gl_Position = vec4(q.xy / q.w + at * px, 0., 1.);`,
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
    setOutline(color) {
      outline = `rgb(${color.map((c) => Math.round(255 * c))})`;
      if (shown.length > 0) rewrite();
    },
    dispose,
  };
}
