import { GLSL3, InstancedBufferAttribute, LinearFilter, Mesh, RawShaderMaterial, Texture } from 'three';
import type { Arrow } from '../../ui/view';
import { createInstancedQuad } from '../ball';
import type { Rgb } from '../studio-colors';

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

/** A few letters at the tips of arrows, written once on a sheet and drawn from there: so they are in saved pictures too. */
export function createLabels(viewport: { value: [number, number] }, pixelRatio: { value: number }): Labels {
  const sheet = document.createElement('canvas');
  const texture = new Texture(sheet);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.premultiplyAlpha = true;
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    transparent: true,
    premultipliedAlpha: true,
    depthTest: false,
    depthWrite: false,
    uniforms: { viewport, pixelRatio, sheet: { value: texture }, lines: { value: 1 } },
    vertexShader: `precision highp float;
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec2 viewport;
      uniform float pixelRatio, lines;
      in vec3 start, tip;
      out vec2 uv;
      vec4 seen(vec3 p) { return projectionMatrix * viewMatrix * vec4(p, 1.); }
      void main() {
        gl_Position = vec4(2., 2., 2., 1.);
        vec4 p = seen(start), q = seen(tip);
        if (p.w <= 0. || q.w <= 0.) return;
        vec2 px = 2. * pixelRatio / viewport;
        vec2 way = (q.xy / q.w - p.xy / p.w) / px;
        way = dot(way, way) > 0. ? normalize(way) : vec2(0., 1.);
        vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
        uv = vec2(corner.x, 1. - (float(gl_InstanceID) + 1. - corner.y) / lines);
        vec2 at = way * ${AWAY}. + (corner - .5) * ${SIZE}. * vec2(${(WIDE / HIGH).toFixed(3)}, 1.);
        gl_Position = vec4(q.xy / q.w + at * px, 0., 1.);
      }`,
    fragmentShader: `precision highp float;
      uniform sampler2D sheet;
      in vec2 uv;
      out vec4 color;
      void main() {
        color = texture(sheet, uv);
        if (color.a < .01) discard;
      }`,
  });
  const mesh = new Mesh(createInstancedQuad(), material);
  mesh.frustumCulled = false;
  mesh.visible = false;
  let edge = '#ffffff';
  let shown: readonly Arrow[] = [];
  let written = '';

  function write(): void {
    const text = edge + shown.map(({ label, color }) => `${color} ${label}`).join('\n');
    if (text === written) return;
    written = text;
    sheet.width = WIDE;
    sheet.height = HIGH * shown.length;
    texture.dispose();
    const ink = sheet.getContext('2d');
    if (!ink) return;
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.lineJoin = 'round';
    ink.lineWidth = 0.1 * HIGH;
    shown.forEach(({ label = '', color }, line) => {
      ink.font = LETTER.test(label) ? LETTERS : WORDS;
      ink.strokeStyle = edge;
      ink.fillStyle = color;
      ink.strokeText(label, WIDE / 2, (line + 0.5) * HIGH, WIDE);
      ink.fillText(label, WIDE / 2, (line + 0.5) * HIGH, WIDE);
    });
    texture.needsUpdate = true;
  }

  return {
    mesh,
    set(arrows) {
      shown = arrows.filter(({ label }) => label);
      mesh.visible = shown.length > 0;
      if (!mesh.visible) return;
      write();
      material.uniforms.lines.value = shown.length;
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
      if (shown.length > 0) write();
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      texture.dispose();
    },
  };
}
