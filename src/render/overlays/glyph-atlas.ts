import { GLSL3, type InstancedBufferGeometry, LinearFilter, Mesh, RawShaderMaterial, Texture } from 'three';
import { createInstancedQuad } from '../particles/ball';

/**
 * Lines of words on one sheet, each drawn from there as a rectangle of its own: so they are in saved pictures too.
 * What is behind them has no part in it.
 */
export interface GlyphAtlas {
  /** An instance for each line; its geometry is the caller's to fill. */
  readonly mesh: Mesh<InstancedBufferGeometry>;
  /** Clears the sheet to so many lines, and writes on it. @param width of it, texels, and of a line the height */
  write(lines: number, width: number, height: number, write: (pen: CanvasRenderingContext2D) => void): void;
  dispose(): void;
}

/**
 * @param inputs declarations of the attributes of a line
 * @param place statements of GLSL that set gl_Position; `corner` is the rectangle's, from 0 to 1
 */
export function createGlyphAtlas(
  viewport: { value: [number, number] },
  pixelRatio: { value: number },
  { inputs, place }: { inputs: string; place: string },
): GlyphAtlas {
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
      ${inputs}
      out vec2 uv;
      void main() {
        vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
        uv = vec2(corner.x, 1. - (float(gl_InstanceID) + 1. - corner.y) / lines);
        ${place}
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

  return {
    mesh,
    write(lines, width, height, write) {
      sheet.width = width;
      sheet.height = height * lines;
      texture.dispose();
      const pen = sheet.getContext('2d');
      if (!pen) return;
      write(pen);
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
