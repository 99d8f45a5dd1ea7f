// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { ringsOf, SHAPE_AT, TORN } from '../../src/render/cloth/normals';
import { FETCH_PARTICLE } from '../../src/render/mass-spring/particle-store';
import { describeBrowser, openPage, type SitePage } from '../setup/browser';
import { shapesByTriangles } from '../setup/shapes-by-triangles';

/** Particles in a row of the textures. */
const WIDTH = 1024;

const SHADER = `#version 300 es
precision highp float;
${FETCH_PARTICLE}
${SHAPE_AT}
out vec4 shape;
void main() {
  shape = shapeAt(uint(gl_VertexID), particle(uint(gl_VertexID)));
}`;

/** Runs the shader once for each of n particles, and reads its output back. Arrays are texts of their bytes: a list takes seconds. */
function runShader([source, positions, pairs, n, largest]: [string, string, string, number, number]): string {
  const bytesOf = (text: string) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)).buffer;
  const gl = document.createElement('canvas').getContext('webgl2') as WebGL2RenderingContext;
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, source],
    [gl.FRAGMENT_SHADER, '#version 300 es\nvoid main() {}'],
  ] as const) {
    const shader = gl.createShader(type) as WebGLShader;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.transformFeedbackVaryings(program, ['shape'], gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  gl.useProgram(program);
  const texture = (
    name: string,
    unit: number,
    inner: number,
    format: number,
    type: number,
    texels: ArrayBufferView,
  ) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    const rows = texels.byteLength / 4 / (format === gl.RGBA ? 4 : 2) / 1024;
    gl.texImage2D(gl.TEXTURE_2D, 0, inner, 1024, rows, 0, format, type, texels);
    gl.uniform1i(gl.getUniformLocation(program, name), unit);
  };
  texture('particles', 0, gl.RGBA32F, gl.RGBA, gl.FLOAT, new Float32Array(bytesOf(positions)));
  texture('rings', 1, gl.RG32UI, gl.RG_INTEGER, gl.UNSIGNED_INT, new Uint32Array(bytesOf(pairs)));
  gl.uniform1f(gl.getUniformLocation(program, 'largest'), largest);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, gl.createBuffer());
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 16 * n, gl.STATIC_READ);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, n);
  gl.endTransformFeedback();
  const shapes = new Uint8Array(16 * n);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, shapes);
  return btoa(Array.from(shapes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A folded sheet, m, without some of its triangles. */
function foldedSheet(rows: number, columns: number) {
  const positions = new Float32Array(4 * rows * columns);
  const triangles: number[] = [];
  for (let i = 0; i < rows * columns; i++) {
    const [x, z] = [(i % columns) / columns, Math.floor(i / columns) / rows];
    positions.set([x, 0.1 * Math.sin(9 * x + 4 * z) + 0.03 * Math.cos(31 * x * z), z, 0], 4 * i);
    if ((i + 1) % columns === 0 || i + columns >= rows * columns || i % 7 === 0) continue;
    triangles.push(i, i + columns, i + 1, i + 1, i + columns, i + columns + 1);
  }
  return { positions, triangles };
}

describeBrowser('the shape of a mesh, computed by the GPU', () => {
  let page: SitePage;
  beforeAll(async () => {
    page = await openPage({ drawn: true, keep: true });
  });

  async function shapes(positions: Float32Array, triangles: number[], largest = 1e9): Promise<number[]> {
    const n = positions.length / 4;
    const texels = (used: number) => WIDTH * Math.ceil(used / WIDTH);
    const pairs = new Uint32Array(2 * texels(n + triangles.length));
    ringsOf(Uint32Array.from(triangles), n, pairs);
    const particles = new Float32Array(4 * texels(n));
    particles.set(positions);
    const textOf = ({ buffer }: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
      Buffer.from(buffer).toString('base64');
    const given: Parameters<typeof runShader>[0] = [SHADER, textOf(particles), textOf(pairs), n, largest];
    const bytes = Buffer.from(await page.evaluate(runShader, given), 'base64');
    return [...new Float32Array(new Uint8Array(bytes).buffer)];
  }

  test('is that of the formula, summed over triangles, on a folded sheet with holes', async () => {
    const { positions, triangles } = foldedSheet(60, 50);
    const found = await shapes(positions, triangles);
    const expected = shapesByTriangles(positions, triangles);
    const off = expected.map((value, k) => Math.abs(found[k] - value));
    expect(Math.max(...off)).toBeLessThan(1e-5);
    expect(Math.max(...expected.filter((_, k) => k % 4 === 3))).toBeGreaterThan(1e-3);
  });

  test('of a cylinder has normals to its axis, and the bend of a hollow', async () => {
    const [columns, radius] = [41, 2];
    const positions = new Float32Array(4 * 3 * columns);
    const triangles: number[] = [];
    for (let i = 0; i < 3 * columns; i++) {
      const angle = -Math.PI / 2 + ((i % columns) / (columns - 1) - 0.5);
      const row = Math.floor(i / columns);
      positions.set([radius * Math.cos(angle), radius * Math.sin(angle), -0.1 * row, 0], 4 * i);
      if (row < 2 && (i + 1) % columns) triangles.push(i, i + 1, i + columns, i + 1, i + columns + 1, i + columns);
    }
    const found = await shapes(positions, triangles);
    for (let i = columns + 1; i < 2 * columns - 1; i++) {
      expect(found[4 * i]).toBeCloseTo(-positions[4 * i] / radius, 3);
      expect(found[4 * i + 1]).toBeCloseTo(-positions[4 * i + 1] / radius, 3);
      expect(found[4 * i + 3]).toBeGreaterThan(0);
    }
  });

  test('is zero, and not NaN, for collapsed triangles and without triangles', async () => {
    expect(await shapes(new Float32Array(16).fill(1), [0, 1, 2])).toEqual(new Array(16).fill(0));
  });

  test('is torn where triangles exceed the limit, and only there', async () => {
    const positions = new Float32Array([0, 0, 0, 0, 9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 5, 0, 1, 0, 5, 0, 0, 1, 5, 0]);
    const found = await shapes(positions, [0, 1, 2, 3, 4, 5], 2);
    expect([0, 1, 2, 3, 4, 5].filter((i) => found[4 * i + 3] > TORN / 2)).toEqual([0, 1, 2]);
    positions[0] = Number.POSITIVE_INFINITY;
    expect((await shapes(positions, [0, 1, 2, 3, 4, 5], 1000)).filter((bend) => bend > TORN / 2)).toHaveLength(3);
  });
});
