/** The woven cloth: a mesh whose shape the GPU computes from the positions. */
import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, RawShaderMaterial } from 'three';
import type { Structure } from '../../runtime/frame/frame';
import type { SoftShadow } from '../background/soft-shadow';
import type { ThemeColors } from '../background/theme-colors';
import type { SceneBounds } from '../bounds/scene-bounds';
import { type ColorMap, NO_COLOR_MAP } from '../particles/color-map';
import type { ParticleStore } from '../particles/particle-store';
import { clothFragment, clothVertex, SHADOW_FRAGMENT, SHADOW_VERTEX } from './cloth-shader';
import { createTriangleRings, type TriangleRings } from './normals';
import { createWeave } from './weave';
import { restCoordinates } from './weave-coordinates';

/**
 * Triangles of more than this area, in that at rest, are not drawn: in a blow-up they would fill the window, and take software
 * rendering a second per frame. A cloth with the softest springs hangs down to 20 times its length, and stays below this.
 */
const LARGEST_RATIO = 150;

/** Uniforms for `SHAPE_AT`; ghosts of the same scene share them. */
export interface ClothShape {
  [name: string]: { value: unknown };
  rings: TriangleRings['uniform'];
  /** m²; see `SHAPE_AT`. */
  largest: { value: number };
}

export interface ClothSurface {
  readonly mesh: Mesh;
  readonly shape: ClothShape;
  /** The particles are new ones. */
  rebuild(structure: Structure, bounds: SceneBounds): void;
  /** The triangles have changed. */
  update(structure: Structure): void;
  /** Switches to the material for the shadow map, or back. */
  useShadowMaterial(on: boolean): void;
  setColors(colors: ThemeColors): void;
  setColorMap(colorMap: ColorMap): void;
  dispose(): void;
}

export function createClothSurface(store: ParticleStore, shadow: SoftShadow, anisotropy: number): ClothSurface {
  const weave = createWeave(anisotropy);
  const rings = createTriangleRings();
  const shape: ClothShape = { rings: rings.uniform, largest: { value: 0 } };
  const uniforms = {
    ...shape,
    particles: store.uniform,
    weave: { value: weave },
    shadowMatrix: shadow.matrix,
    shadowDepth: shadow.depth,
    toLight: shadow.toLight,
    thickness: { value: 0 },
    bendScale: { value: 0 },
    cloth: { value: [0, 0, 0] },
    check: { value: [0, 0, 0] },
    key: { value: [0, 0, 0] },
    sky: { value: [0, 0, 0] },
    bounce: { value: [0, 0, 0] },
    rim: { value: [0, 0, 0] },
  };
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms,
    vertexShader: clothVertex(NO_COLOR_MAP),
    fragmentShader: clothFragment(NO_COLOR_MAP),
  });
  const shadowMaterial = new RawShaderMaterial({
    glslVersion: GLSL3,
    side: DoubleSide,
    uniforms: { ...shape, particles: store.uniform },
    vertexShader: SHADOW_VERTEX,
    fragmentShader: SHADOW_FRAGMENT,
  });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  let triangles = new Uint32Array(0);

  function update(structure: Structure): void {
    const { geometry } = mesh;
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
    rebuild(structure, bounds) {
      mesh.geometry.dispose();
      const geometry = new BufferGeometry();
      geometry.setAttribute('rest', new BufferAttribute(restCoordinates(structure, store.positions), 2));
      mesh.geometry = geometry;
      shape.largest.value = LARGEST_RATIO * 6 * bounds.spacing * bounds.spacing;
      uniforms.thickness.value = 0.25 * bounds.spacing;
      uniforms.bendScale.value = bounds.size / (12 * bounds.spacing * bounds.spacing);
      update(structure);
    },
    update,
    useShadowMaterial(on) {
      mesh.material = on ? shadowMaterial : material;
    },
    setColors(colors) {
      for (const name of ['cloth', 'check', 'key', 'sky', 'bounce', 'rim'] as const)
        uniforms[name].value = [...colors[name]];
    },
    setColorMap(colorMap) {
      Object.assign(uniforms, colorMap.uniforms);
      material.vertexShader = clothVertex(colorMap);
      material.fragmentShader = clothFragment(colorMap);
      material.needsUpdate = true;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      shadowMaterial.dispose();
      weave.dispose();
      rings.dispose();
    },
  };
}
