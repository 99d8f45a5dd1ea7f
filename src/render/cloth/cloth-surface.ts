/** The woven cloth: a mesh whose shape the GPU computes from the positions. */
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  GLSL3,
  Mesh,
  RawShaderMaterial,
} from 'three';
import type { Structure } from '../../runtime/frame/frame';
import { restCoordinates } from '../../runtime/frame/rest-coordinates';
import type { Lighting } from '../background/lighting';
import { castShadow } from '../background/soft-shadow';
import type { SceneBounds } from '../camera/scene-bounds';
import { type ColorMap, NO_COLOR_MAP, type ParticleStore } from '../mass-spring/particle-store';
import { clothFragment, clothVertex, SHADOW_FRAGMENT, SHADOW_VERTEX } from './cloth-shader';
import { LOOKS, type Look } from './looks';
import { createTriangleRings, type TriangleRings } from './normals';
import { createWeaveTexture } from './weave';

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
  const shadowMaterial = new RawShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: { ...shape, particles: store.uniform },
    vertexShader: SHADOW_VERTEX,
    fragmentShader: SHADOW_FRAGMENT,
  });
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
