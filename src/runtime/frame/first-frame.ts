/** The first frame of the opening scene, from its definition alone: the page draws it while the engine starts. */
import { STRIDE } from '../../physics/model/model';
import type { Params } from '../../physics/model/params';
import { cloth } from '../../physics/scenes/catalog/cloth';
import { FLOOR } from '../../physics/scenes/scene';
import { type DrawableFrame, texelLength } from './frame';
import { createSampleLog } from './samples';

export function firstFrame(): DrawableFrame {
  // Those that the scene's creation and the view read: the page need not load the table of all parameters.
  const params = { gravity: 9.81, ...cloth.params } as Params;
  const scene = cloth.create(params);
  const particleCount = scene.masses.length;
  const pinned = new Uint8Array(particleCount);
  for (const i of scene.pinned) pinned[i] = 1;
  const texels = new Float32Array(texelLength(particleCount));
  for (let i = 0; i < particleCount; i++) {
    texels.set(scene.positions.subarray(3 * i, 3 * i + 3), STRIDE * i);
  }
  const uncut = new Uint8Array(scene.kinds.length);
  return {
    structure: {
      particleCount,
      masses: scene.masses,
      pinned,
      springs: scene.springs,
      kinds: scene.kinds,
      restLengths: Float32Array.from(scene.restLengths),
      cut: uncut,
      absent: uncut,
      surface: scene.surface,
      membrane: false,
      grid: scene.grid,
      origins: new Uint32Array(0),
      generation: 0,
      sceneNumber: 0,
    },
    status: {
      scene: cloth.id,
      params,
      material: null,
      environment: { meshes: [], planes: [FLOOR], spheres: [], bodies: [], forces: [], motion: [] },
      strain: 0,
      stepCount: 0,
      held: null,
      replay: null,
    },
    positions: texels.subarray(0, STRIDE * particleCount),
    texels,
    velocities: new Float32Array(STRIDE * particleCount),
    showsState: true,
    field: null,
    samples: createSampleLog(),
    bodies: [],
    moved: null,
    companions: [],
  };
}
