// An image with depth, and how triangles, lines, balls and shadows are drawn into it.

export type Vec3 = readonly [number, number, number];
/** A point of the image: pixels from its upper left corner, and the distance from the camera. */
export type Point = readonly [x: number, y: number, depth: number];

export interface Raster {
  /** Pixels of the image are means of 2 × 2 of these. */
  readonly width: number;
  readonly height: number;
  /** @param shade color (0–1) from the weights of the three corners */
  triangle(corners: readonly Point[], shade: (u: number, v: number, w: number) => Vec3, alpha?: number): void;
  line(from: Point, to: Point, width: number, color: Vec3, alpha?: number): void;
  /** A ball in the light of `shade`, which gets its normal towards right, up and camera. */
  ball(center: Point, radius: number, shade: (normal: Vec3) => Vec3): void;
  /** Adds a triangle to the mask of the shadow, which `blendShadow` draws. */
  shadow(corners: readonly Point[]): void;
  blendShadow(alpha: number, blur: number): void;
  /** Red, green, blue and alpha, 0–255. */
  pixels(): Uint8Array;
}

/** Samples along a side of a pixel. */
const SAMPLES = 2;

/** @param pixelsWide @param pixelsHigh of the final image */
export function createRaster(pixelsWide: number, pixelsHigh: number): Raster {
  const width = SAMPLES * pixelsWide;
  const height = SAMPLES * pixelsHigh;
  /** Premultiplied red, green, blue, and alpha. */
  const colors = new Float32Array(4 * width * height);
  const depths = new Float32Array(width * height).fill(Infinity);
  let mask = new Float32Array(width * height);

  function blend(at: number, color: Vec3, alpha: number): void {
    for (let c = 0; c < 3; c++) colors[4 * at + c] = alpha * color[c] + (1 - alpha) * colors[4 * at + c];
    colors[4 * at + 3] = alpha + (1 - alpha) * colors[4 * at + 3];
  }

  /** Calls `visit` for each sample inside, with the weights of the corners. */
  function cover(
    [a, b, c]: readonly Point[],
    visit: (at: number, depth: number, u: number, v: number, w: number) => void,
  ): void {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (!(Math.abs(area) > 1e-9)) return;
    const [left, right] = range(width, a[0], b[0], c[0]);
    const [top, bottom] = range(height, a[1], b[1], c[1]);
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const px = x + 0.5;
        const py = y + 0.5;
        const u = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) / area;
        const v = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        visit(y * width + x, u * a[2] + v * b[2] + w * c[2], u, v, w);
      }
    }
  }

  return {
    width,
    height,
    triangle(corners, shade, alpha = 1) {
      cover(corners, (at, depth, u, v, w) => {
        if (depth >= depths[at]) return;
        if (alpha === 1) depths[at] = depth;
        blend(at, shade(u, v, w), alpha);
      });
    },
    line(from, to, lineWidth, color, alpha = 1) {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const scale = lineWidth / 2 / (Math.hypot(dx, dy) || 1);
      const side = ([x, y, depth]: Point, sign: number): Point => [x - sign * scale * dy, y + sign * scale * dx, depth];
      const corners = [side(from, -1), side(from, 1), side(to, 1), side(to, -1)];
      for (const three of [corners.slice(0, 3), [corners[2], corners[3], corners[0]]]) {
        cover(three, (at, depth) => {
          if (depth >= depths[at]) return;
          if (alpha === 1) depths[at] = depth;
          blend(at, color, alpha);
        });
      }
    },
    ball([x, y, depth], radius, shade) {
      const [left, right] = range(width, x - radius, x + radius);
      const [top, bottom] = range(height, y - radius, y + radius);
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const nx = (column + 0.5 - x) / radius;
          const ny = (y - row - 0.5) / radius;
          const rest = 1 - nx * nx - ny * ny;
          const at = row * width + column;
          if (rest < 0 || depth >= depths[at]) continue;
          depths[at] = depth;
          blend(at, shade([nx, ny, Math.sqrt(rest)]), 1);
        }
      }
    },
    shadow(corners) {
      cover(corners, (at) => {
        mask[at] = 1;
      });
    },
    blendShadow(alpha, blur) {
      // Three box filters are close to a Gaussian.
      for (let pass = 0; pass < 3; pass++) mask = boxFilter(boxFilter(mask, width, height, blur), height, width, blur);
      for (let at = 0; at < mask.length; at++) if (mask[at] > 0.004) blend(at, [0, 0, 0], alpha * mask[at]);
    },
    pixels() {
      const result = new Uint8Array(4 * pixelsWide * pixelsHigh);
      for (let i = 0; i < pixelsWide * pixelsHigh; i++) {
        const [x, y] = [i % pixelsWide, Math.floor(i / pixelsWide)];
        const sum = [0, 0, 0, 0];
        for (let k = 0; k < SAMPLES * SAMPLES; k++) {
          const at = (SAMPLES * y + Math.floor(k / SAMPLES)) * width + SAMPLES * x + (k % SAMPLES);
          for (let c = 0; c < 4; c++) sum[c] += colors[4 * at + c];
        }
        const alpha = sum[3];
        for (let c = 0; c < 3; c++)
          result[4 * i + c] = alpha > 0 ? Math.min(255, Math.round((255 * sum[c]) / alpha)) : 0;
        result[4 * i + 3] = Math.round((255 * alpha) / (SAMPLES * SAMPLES));
      }
      return result;
    },
  };
}

/** First and last index of the samples between the smallest and the largest of the values. */
function range(count: number, ...values: number[]): [number, number] {
  return [Math.max(0, Math.floor(Math.min(...values))), Math.min(count - 1, Math.ceil(Math.max(...values)))];
}

/** Means over 2 · radius + 1 samples along the rows; the result is transposed. */
function boxFilter(values: Float32Array, width: number, height: number, radius: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = -radius; x < width; x++) {
      if (x + radius < width) sum += values[y * width + x + radius];
      if (x - radius - 1 >= 0) sum -= values[y * width + x - radius - 1];
      if (x >= 0) result[x * height + y] = sum / (2 * radius + 1);
    }
  }
  return result;
}
