/** The woven cloth: a mesh whose shape the GPU computes from the positions. */
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  FrontSide,
  GLSL3,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  RawShaderMaterial,
  RepeatWrapping,
  RGBAFormat,
  UnsignedByteType,
} from 'three';
import type { Structure } from '../../runtime/frame/frame';
import { restCoordinates } from '../../runtime/frame/rest-coordinates';
import type { Background } from '../background/background';
import { castShadow, type Lighting } from '../background/lighting';
import { shaderMaterial } from '../background/shader-material';
import type { SceneBounds } from '../camera/scene-bounds';
import { type ColorMap, NO_COLOR_MAP, type ParticleStore } from '../mass-spring/particle-store';
import { clothFragment, clothVertex, SHADOW_FRAGMENT, SHADOW_VERTEX } from './cloth-shader';
import { LOOKS, type Look, type Weave } from './looks';
import { createTriangleRings, type TriangleRings } from './normals';

/**
 * Triangles of more than this area, in that at rest, are not drawn: in a blow-up they would fill the window, and take software
 * rendering a second per frame. A cloth with the softest springs hangs down to 20 times its length, and stays below this.
 */
const MAX_RATIO = 150;
/** m²; above every area that is drawn, and below TORN. */
const UNLIMITED = 1e20;

/** Uniforms for `SHAPE_AT`; ghosts of the same scene share them. */
export interface ClothShape {
  [name: string]: { value: unknown };
  rings: TriangleRings['uniform'];
  /** m²; see `SHAPE_AT`. */
  largest: { value: number };
}

export type ClothSurface = ReturnType<typeof createClothSurface>;

/** Coordinates after a slit: those of the whole cloth, and for each split particle those of the one that it was a part of. */
function continued(before: Float32Array, { particleCount, origins }: Structure): Float32Array<ArrayBuffer> {
  const rest = new Float32Array(2 * particleCount);
  const whole = particleCount - origins.length;
  rest.set(before.subarray(0, 2 * whole));
  origins.forEach((origin, k) => {
    rest.set(before.subarray(2 * origin, 2 * origin + 2), 2 * (whole + k));
  });
  return rest;
}

export function createClothSurface(store: ParticleStore, lighting: Lighting, anisotropy: number) {
  const weave = createWeaveTexture(anisotropy);
  const rings = createTriangleRings();
  const shape: ClothShape = { rings: rings.uniform, largest: { value: 0 } };
  const yarns: { value: number[] } = { value: [] };
  const finish = Object.fromEntries(Object.keys(LOOKS[0].finish).map((key) => [key, { value: 1 }]));
  const uniforms = {
    ...shape,
    ...lighting,
    ...finish,
    yarns,
    particles: store.uniform,
    weave: weave.uniform,
    thickness: { value: 0 },
    bendScale: { value: 0 },
  };
  // All three have the same program. A transparent body is drawn in two passes: its inside first.
  const materials = [
    new RawShaderMaterial({ glslVersion: GLSL3, uniforms, side: DoubleSide }),
    new RawShaderMaterial({ glslVersion: GLSL3, uniforms, side: BackSide, transparent: true, depthWrite: false }),
    new RawShaderMaterial({ glslVersion: GLSL3, uniforms, side: FrontSide, transparent: true }),
  ];
  const [opaque, inside, outside] = materials;
  const shadowMaterial = shaderMaterial(
    { side: DoubleSide, uniforms: { ...shape, particles: store.uniform } },
    SHADOW_VERTEX,
    SHADOW_FRAGMENT,
  );
  const geometry = new BufferGeometry();
  const mesh = new Mesh(geometry, opaque);
  const outer = new Mesh(geometry, outside);
  outer.visible = false;
  mesh.add(outer);
  castShadow(mesh, shadowMaterial);
  mesh.frustumCulled = outer.frustumCulled = false;
  let triangles = new Uint32Array(0);
  /** m. */
  let spacing = 0;
  let rest: Float32Array<ArrayBuffer> = new Float32Array(0);
  let shownScene = -1;

  function setColorMap(colorMap: ColorMap): void {
    Object.assign(uniforms, colorMap.uniforms);
    for (const material of materials) {
      material.vertexShader = clothVertex(colorMap);
      material.fragmentShader = clothFragment(colorMap);
      material.needsUpdate = true;
    }
  }
  setColorMap(NO_COLOR_MAP);

  function setGrowth(growth: number): void {
    shape.largest.value = growth > 1 ? UNLIMITED : MAX_RATIO * 6 * spacing * spacing;
    uniforms.thickness.value = 0.25 * spacing * growth;
  }

  function update(structure: Structure): void {
    const count = structure.surface.length;
    if (count > triangles.length || !geometry.index) {
      // A mended cut: more triangles than the buffer has room for.
      geometry.dispose();
      triangles = new Uint32Array(count);
      geometry.setIndex(new BufferAttribute(triangles, 1));
    }
    triangles.set(structure.surface);
    geometry.index!.needsUpdate = true;
    geometry.setDrawRange(0, count);
    rings.update(structure.surface, structure.particleCount);
  }

  return {
    mesh,
    shape,
    /** The particles are new ones: in parts. */
    *rebuild(structure: Structure, bounds: SceneBounds): Generator<void, void> {
      geometry.dispose();
      geometry.setIndex(null);
      rest =
        structure.sceneNumber === shownScene ? continued(rest, structure) : restCoordinates(structure, store.positions);
      shownScene = structure.sceneNumber;
      geometry.setAttribute('rest', new BufferAttribute(rest, 2));
      spacing = bounds.spacing;
      setGrowth(1);
      uniforms.bendScale.value = bounds.size / (12 * bounds.spacing * bounds.spacing);
      yield;
      update(structure);
    },
    /** The triangles have changed. */
    update,
    /** Size of what is drawn over that of the scene: larger than 1 while a blow-up is shown. */
    setGrowth,
    setLook(look: Look) {
      weave.paint(look.weave);
      for (const [key, value] of Object.entries(look.finish)) finish[key].value = value;
      yarns.value = look.yarns.flat();
      outer.visible = look.finish.opacity < 1;
      mesh.material = outer.visible ? inside : opaque;
    },
    setColorMap,
  };
}

// The texture of woven cloth: which yarn is on top, and how bright it is.

/** Threads along a side of the tile, texels across one of them, and texels along a side. */
const THREADS = 128;
const PER_THREAD = 4;
const SIDE = THREADS * PER_THREAD;
/** Places along a thread where its thickness is chosen at random; linear between them. */
const KNOTS = 16;

/** Pseudo-random in 0–1, always the same. */
function hash(a: number, b: number): number {
  const s = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return s - Math.floor(s);
}

/** Thickness, 0–1, of each thread at each texel along it, row by row; it varies between threads and along each. */
function thicknesses(seed: number): Float32Array {
  const result = new Float32Array(THREADS * SIDE);
  for (let thread = 0; thread < THREADS; thread++) {
    const own = 0.55 * hash(thread + seed, 77);
    const at = Array.from({ length: KNOTS + 1 }, (_, k) => 0.45 * hash(thread + seed, k % KNOTS));
    for (let x = 0; x < SIDE; x++) {
      const k = Math.floor((x * KNOTS) / SIDE);
      result[thread * SIDE + x] = own + at[k] + (at[k + 1] - at[k]) * ((x * KNOTS) / SIDE - k);
    }
  }
  return result;
}

/** The yarn of each thread. */
const yarnsOf = (sett: Weave['warp']): number[] => sett.flatMap(([yarn, count]) => Array<number>(count).fill(yarn));

/**
 * Paints a repeatable tile. Red, green, blue: 1 where the second, third or fourth yarn is on top, the first elsewhere; alpha:
 * brightness of the yarn, darker between threads, 0.5 in the mean.
 * @param texels 4 × SIDE × SIDE
 */
function paint({ over, under, shift, slub, relief, warp, weft = warp }: Weave, texels: Uint8Array): void {
  const repeat = over + under;
  const [warpYarns, weftYarns] = [yarnsOf(warp), yarnsOf(weft)];
  const [warpThickness, weftThickness] = [thicknesses(0), thicknesses(1000)];
  texels.fill(0);
  for (let y = 0; y < SIDE; y++) {
    const j = Math.floor(y / PER_THREAD);
    for (let x = 0; x < SIDE; x++) {
      const i = Math.floor(x / PER_THREAD);
      /** Weft threads since this warp thread came to the top. */
      const phase = (j + shift * i) % repeat;
      const warpOnTop = phase < over;
      // From −0.5 to 0.5 across the thread, and along its way on top.
      const u = ((x % PER_THREAD) + 0.5) / PER_THREAD - 0.5;
      const v = ((y % PER_THREAD) + 0.5) / PER_THREAD - 0.5;
      const across = warpOnTop ? u : v;
      const along = warpOnTop ? (phase + 0.5 + v) / over - 0.5 : u;
      const thickness = warpOnTop ? warpThickness[i * SIDE + y] : weftThickness[j * SIDE + x];
      const round = 0.33 - 2.4 * across * across - 1.1 * along * along;
      const brightness = 0.5 + 0.55 * relief * round + 0.3 * slub * (thickness - 0.5);
      const k = 4 * (y * SIDE + x);
      const yarn = warpOnTop ? warpYarns[i] : weftYarns[j];
      if (yarn > 0) texels[k + yarn - 1] = 255;
      texels[k + 3] = 255 * Math.min(1, Math.max(0, brightness));
    }
  }
}

function createWeaveTexture(anisotropy: number) {
  const texels = new Uint8Array(4 * SIDE * SIDE);
  const tile = new DataTexture(texels, SIDE, SIDE, RGBAFormat, UnsignedByteType);
  tile.wrapS = tile.wrapT = RepeatWrapping;
  tile.magFilter = LinearFilter;
  tile.minFilter = LinearMipmapLinearFilter;
  tile.generateMipmaps = true;
  tile.anisotropy = anisotropy;
  return {
    uniform: { value: tile },
    paint(weave: Weave) {
      paint(weave, texels);
      tile.needsUpdate = true;
    },
  };
}

/** The look of each material, by its id. Others have the look of the same id. */
const MATERIAL_LOOKS: Readonly<Record<string, string>> = { wool: 'plaid', nylon: 'sailcloth' };

/**
 * Which look the cloth has: the one that is requested, or else that of its material or of the scene.
 * @param onChange called when another look has been set
 */
export function createLookSwitch(cloth: ClothSurface, background: Background, onChange: () => void) {
  let requested: string | null = null;
  /** Undefined before the first scene. */
  let own: string | null | undefined;
  let shown: Look | null = null;

  function update(): void {
    if (own === undefined) return;
    const look = LOOKS.find(({ id }) => id === (requested ?? own)) ?? LOOKS[0];
    if (look === shown) return;
    shown = look;
    cloth.setLook(look);
    background.setShadowTint(look.finish.opacity < 1 ? look.yarns[0] : null);
    onChange();
  }

  return {
    all: LOOKS,
    /** Id of the look that is shown. */
    shown: () => shown?.id ?? '',
    /** @param id of a look; null: that of the material or the scene */
    request(id: string | null) {
      if (id === requested) return;
      requested = id;
      update();
    },
    /**
     * @param scene id of the look that the scene asks for
     * @param material id of what the surface is made of, which comes before
     */
    setScene(scene?: string, material?: string) {
      own = (material === undefined ? scene : (MATERIAL_LOOKS[material] ?? material)) ?? null;
      update();
    },
  };
}
