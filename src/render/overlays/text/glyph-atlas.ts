/** Lines of text, written on a canvas and drawn from there as rectangles: so they are part of saved images. */
import { LinearFilter, Texture } from 'three';
import { IN_FRONT, shaderMaterial } from '../../background/shader-material';
import { createQuads } from '../../mass-spring/ball';
import { SCREEN, type Screen } from '../../mass-spring/screen';

/**
 * @param inputs GLSL: the attributes of a line
 * @param place GLSL: statements that set gl_Position; `corner` is the corner of the rectangle, 0–1
 */
export function createGlyphAtlas(screen: Screen, { inputs, place }: { inputs: string; place: string }) {
  const sheet = document.createElement('canvas');
  const texture = new Texture(sheet);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.premultiplyAlpha = true;
  const covered: { value: [number, number, number, number] } = { value: [0, 0, 0, 0] };
  const material = shaderMaterial(
    {
      ...IN_FRONT,
      premultipliedAlpha: true,
      uniforms: { ...screen, covered, sheet: { value: texture }, lines: { value: 1 } },
    },
    `${SCREEN}
      uniform vec4 covered;
      uniform float lines;
      ${inputs}
      out vec2 uv;
      void main() {
        vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
        uv = vec2(corner.x, 1. - (float(gl_InstanceID) + 1. - corner.y) / lines);
        ${place}
      }`,
    `uniform sampler2D sheet;
      in vec2 uv;
      out vec4 color;
      void main() {
        color = texture(sheet, uv);
        if (color.a < .01) discard;
      }`,
  );
  const mesh = createQuads(material);
  mesh.visible = false;

  return {
    /** One instance per line; the caller sets the attributes of its geometry. */
    mesh,
    /** CSS pixels of the canvas that other elements cover: left, top, right, bottom. */
    covered,
    /** Writes the text again. @param width of all lines, texels @param height of one line, texels */
    write(lines: number, width: number, height: number, draw: (canvas: CanvasRenderingContext2D) => void) {
      sheet.width = width;
      sheet.height = height * lines;
      texture.dispose();
      const canvas = sheet.getContext('2d');
      if (!canvas) return;
      draw(canvas);
      texture.needsUpdate = true;
      material.uniforms.lines.value = lines;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      texture.dispose();
    },
  };
}
