/** The room around the scene: walls and a floor of boards, lit through a window, with the soft shadow; or a plain background. */
import { Mesh } from 'three';
import type { EnvironmentBounds } from '../camera/environment-bounds';
import type { SceneBounds } from '../camera/scene-bounds';
import { createScreenTriangle, SCREEN_CORNER, type SoftShadow } from './lighting';
import { shaderMaterial } from './shader-material';
import type { Rgb, ThemeUniforms } from './theme-colors';

/** Distances of the walls from the middle of the scene, in scene sizes: left, behind, right, in front. */
const WALLS = [2.5, 2.3, 4, 5] as const;
/** Distance of the ceiling from the middle of the scene, in scene sizes. */
const CEILING = 2.2;
/** m; width and length of a floor board, and width of the gap beside it. */
const [WIDTH, LENGTH, GAP] = [0.1, 1.2, 0.0025];
/** m; how far the walls stay from what has left the room of its scene. */
const MARGIN = 1;

export type Background = ReturnType<typeof createBackground>;

/** GLSL: the dark edges of the room. */
const ROOM = /* glsl */ `uniform vec3 low, high;
  uniform float unit;
  // Darkness of the edges of the room at p.
  float corners(vec3 p) {
    vec3 near = 1. / (1. + 1.5 / unit * max(min(p - low, high - p), 0.));
    vec3 dark = 1. - .26 * near * near;
    return dark.x * dark.y * dark.z / .74;
  }
  float dither() { return (fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(.0671, .00584)))) - .5) / 255.; }
`;

export function createBackground(shadow: SoftShadow, theme: ThemeUniforms) {
  const room = { low: { value: [0, 0, 0] as Rgb }, high: { value: [1, 1, 1] as Rgb }, unit: { value: 1 } };
  const wallUniforms = { ...room, wallTop: theme.wallTop, wall: theme.wall, plain: { value: 0 } };
  const wallMaterial = shaderMaterial(
    { depthWrite: false, uniforms: wallUniforms },
    `${SCREEN_CORNER}
      uniform mat4 viewMatrix, projectionMatrix;
      uniform vec3 cameraPosition;
      out vec3 ray;
      void main() {
        gl_Position = vec4(corner(), 1., 1.);
        vec4 far = inverse(projectionMatrix * viewMatrix) * gl_Position;
        ray = far.xyz / far.w - cameraPosition;
      }`,
    `${ROOM}
      uniform vec3 cameraPosition, wallTop, wall;
      uniform float plain;
      in vec3 ray;
      out vec4 color;
      void main() {
        if (plain > 0.) {
          color = vec4(mix(wallTop, wall, smoothstep(-.5, .5, normalize(ray).y)) + dither(), 1.);
          return;
        }
        // Where the ray leaves the room. From outside one looks through the near walls.
        vec3 ways = (mix(low, high, step(0., ray)) - cameraPosition) / ray;
        float way = min(ways.x, min(ways.y, ways.z));
        vec3 p = cameraPosition + ray * max(way, 0.);
        vec3 N = -sign(ray) * vec3(equal(ways, vec3(way)));
        vec3 paint = mix(wall, wallTop, smoothstep(0., 1., (p.y - low.y) / (high.y - low.y)));
        paint *= corners(p) * (1. - .05 * N.x);
        color = vec4(mix(wall, paint, step(0., way)) + dither(), 1.);
      }`,
  );
  const floorUniforms = {
    ...room,
    boards: theme.floor,
    ink: theme.grid,
    darkness: theme.shadow,
    tint: { value: [0, 0, 0] as Rgb },
    beam: theme.beam,
    grid: { value: 0 },
    back: { value: 0 },
    shadowMatrix: shadow.matrix,
    shadowMap: shadow.soft,
  };
  const floorMaterial = shaderMaterial(
    { uniforms: floorUniforms },
    `uniform mat4 viewMatrix, projectionMatrix, shadowMatrix;
      uniform vec3 low, high;
      uniform float back;
      out vec3 at;
      out vec2 shadowUv;
      void main() {
        at = vec3(gl_VertexID % 2 == 0 ? low.x : high.x, low.y, gl_VertexID < 2 ? low.z : high.z);
        shadowUv = (shadowMatrix * vec4(at, 1.)).xy;
        gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.);
        if (back > 0.) gl_Position.z = .9999 * gl_Position.w;
      }`,
    `${ROOM}
      uniform vec3 boards, ink, tint, beam;
      uniform float grid, darkness;
      uniform sampler2D shadowMap;
      in vec3 at;
      in vec2 shadowUv;
      out vec4 color;
      // 1 where the window lets the key light through; uv as in the shadow map.
      float window(vec2 uv) {
        vec2 p = (uv - .5) * 2.6;
        vec2 frame = smoothstep(vec2(.04), vec2(-.04), abs(p - vec2(0., .32)) - vec2(.92, 1.24));
        vec2 bars = smoothstep(.012, .05, abs(vec2(abs(p.x) - .31, fract(p.y * 1.25 + .1) - .5)));
        return frame.x * frame.y * bars.x * bars.y;
      }
      float hash(vec2 p) {
        p = fract(p * vec2(.1031, .1137));
        p += dot(p, p.yx + 33.33);
        return fract(p.x * p.y);
      }
      // Coverage by lines one pixel wide at integers of p, where a pixel spans w; fades out where lines are dense.
      vec2 lines(vec2 p, vec2 w) {
        return clamp(1. - abs(fract(p + .5) - .5) / w, 0., 1.) * clamp(1.3 - 4. * w, 0., 1.);
      }
      // Fraction of a pixel, w wide, that gaps cover: the mean over it of a train of pulses of width d at whole numbers.
      vec2 gaps(vec2 p, vec2 d, vec2 w) {
        vec2 a = p - .5 * w, b = p + .5 * w;
        return (floor(b) * d + min(fract(b), d) - floor(a) * d - min(fract(a), d)) / w;
      }
      vec2 pixel(vec2 p) { return max(vec2(length(vec2(dFdx(p.x), dFdy(p.x))), length(vec2(dFdx(p.y), dFdy(p.y)))), 1e-6); }
      void main() {
        vec2 p = at.xz * ${(1 / WIDTH).toFixed(1)}, w = pixel(p);
        float board = floor(p.x);
        // Boards begin at different places. Where they are narrower than a few pixels, only their mean is seen.
        vec2 size = vec2(1., ${(LENGTH / WIDTH).toFixed(1)}), q = vec2(p.x, p.y / size.y + hash(vec2(board, 1.)));
        float near = clamp(1.4 - 3. * max(w.x, w.y / size.y), 0., 1.);
        float tone = hash(vec2(board, floor(q.y))) - .5;
        vec2 gap = gaps(q, ${(GAP / WIDTH).toFixed(3)} / size, w / size);
        vec3 ground = boards * (1. + .085 * near * tone) * (1. - .5 * max(gap.x, gap.y * near));
        if (grid > 0.) {
          vec2 w = pixel(at.xz), meter = lines(at.xz, w), tenth = lines(at.xz * 10., w * 10.);
          ground = mix(ground, ink, max(.1 * max(tenth.x, tenth.y), .3 * max(meter.x, meter.y)));
        }
        vec2 inside = smoothstep(vec2(.5), vec2(.42), abs(shadowUv - .5));
        float covered = texture(shadowMap, shadowUv).a * inside.x * inside.y;
        vec3 light = corners(at) + beam * window(shadowUv) * (1. - covered);
        // A body that lets light through colors its shadow.
        vec3 shade = darkness * (1. - .8 * tint);
        color = vec4(ground * light * (1. - shade * covered) + dither(), 1.);
      }`,
  );
  const quad = createScreenTriangle();
  quad.setIndex([0, 2, 1, 1, 2, 3]);
  const wall = new Mesh(createScreenTriangle(), wallMaterial);
  const floor = new Mesh(quad, floorMaterial);
  wall.frustumCulled = floor.frustumCulled = false;
  let placed: EnvironmentBounds | null = null;
  let contained: Pick<SceneBounds, 'min' | 'max'> | null = null;

  function setGrowth(growth: number): void {
    if (!placed) return;
    const { center, floor } = placed;
    const [x, y, z] = center;
    const size = growth * placed.size;
    const [left, behind, right, front] = WALLS.map((distance) => distance * size);
    const low: [number, number, number] = [x - left, floor, z - behind];
    const high: [number, number, number] = [x + right, y + CEILING * size, z + front];
    for (let c = 0; contained && c < 3; c++) {
      if (c !== 1) low[c] = Math.min(low[c], contained.min[c] - MARGIN);
      high[c] = Math.max(high[c], contained.max[c] + MARGIN);
    }
    room.low.value = low;
    room.high.value = high;
    room.unit.value = size;
    floorUniforms.back.value = growth > 1 ? 1 : 0;
  }

  return {
    wall,
    floor,
    /** Fits the room to a scene; one without a floor has a plain background instead. */
    place(bounds: EnvironmentBounds) {
      placed = bounds;
      contained = null;
      floor.visible = bounds.hasFloor;
      wallUniforms.plain.value = bounds.hasFloor ? 0 : 1;
      setGrowth(1);
    },
    /** Moves walls of the room outwards until it contains this box too. */
    contain(box: Pick<SceneBounds, 'min' | 'max'>) {
      contained = box;
      setGrowth(1);
    },
    /**
     * Enlarges the room while a blow-up is shown, and draws its floor behind everything.
     * @param growth size of what is shown over that of the scene; 1: the scene is shown
     */
    setGrowth,
    showGrid(on: boolean) {
      floorUniforms.grid.value = on ? 1 : 0;
    },
    /** @param color that comes through what casts the shadow; null: it is opaque */
    setShadowTint(color: Rgb | null) {
      floorUniforms.tint.value = color ?? [0, 0, 0];
    },
  };
}
