import { BufferAttribute, BufferGeometry, DoubleSide, GLSL3, Mesh, RawShaderMaterial } from 'three';
import type { Structure } from '../../runtime/frame/frame';
import type { SoftShadow } from '../background/soft-shadow';
import type { ThemeColors } from '../background/theme-colors';
import type { SceneBounds } from '../bounds/scene-bounds';
import type { ParticleStore } from '../particles/particle-store';
import { clothFragment, clothVertex, SHADOW_FRAGMENT, SHADOW_VERTEX } from './cloth-shader';
import { type ColorMap, NO_COLOR_MAP } from './color-map';
import { createTriangleRings, type TriangleRings } from './triangle-rings';
import { createWeave } from './weave';
import { restCoordinates } from './weave-coordinates';

/**
 * Times as large as at rest, triangles are no longer cloth: in a burst they would wall up the window, and take software
 * rendering a second a frame. A cloth on the softest springs hangs 20 times as long as it was, and stays below this.
 */
const BURST = 150;

/** What the shape of the cloth is found from, beside the positions; uniforms that other runs of the same scene share. */
export interface ClothShape {
  [name: string]: { value: unknown };
  rings: TriangleRings['uniform'];
  /** m²; see `SHAPE_AT`. */
  largest: { value: number };
}

export interface ClothSurface {
  readonly mesh: Mesh;
  readonly shape: ClothShape;
  /** New particles: new buffers. */
  rebuild(structure: Structure, stage: SceneBounds): void;
  /** Other triangles of the same particles. */
  update(structure: Structure): void;
  /** Dresses the mesh for the lamp's map, or for the picture. */
  asCaster(on: boolean): void;
  setColors(colors: ThemeColors): void;
  /** Colours it otherwise than by the linen's own colour. */
  setDye(dye: ColorMap): void;
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
    lamp: shadow.lamp,
    thickness: { value: 0 },
    bending: { value: 0 },
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
  const casterMaterial = new RawShaderMaterial({
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
      // More than when the buffers were made: a mended cut. What is on the GPU goes, and comes back larger.
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
    rebuild(structure, stage) {
      mesh.geometry.dispose();
      const geometry = new BufferGeometry();
      geometry.setAttribute('rest', new BufferAttribute(restCoordinates(structure, store.positions), 2));
      mesh.geometry = geometry;
      shape.largest.value = BURST * 6 * stage.spacing * stage.spacing;
      uniforms.thickness.value = 0.25 * stage.spacing;
      uniforms.bending.value = stage.size / (12 * stage.spacing * stage.spacing);
      update(structure);
    },
    update,
    asCaster(on) {
      mesh.material = on ? casterMaterial : material;
    },
    setColors(colors) {
      for (const name of ['cloth', 'check', 'key', 'sky', 'bounce', 'rim'] as const)
        uniforms[name].value = [...colors[name]];
    },
    setDye(dye) {
      Object.assign(uniforms, dye.uniforms);
      material.vertexShader = clothVertex(dye);
      material.fragmentShader = clothFragment(dye);
      material.needsUpdate = true;
    },
    dispose() {
      mesh.geometry.dispose();
      material.dispose();
      casterMaterial.dispose();
      weave.dispose();
      rings.dispose();
    },
  };
}
