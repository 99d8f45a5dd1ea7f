import type { SceneFile } from '../../physics';

/**
 * The same scene with its velocity decay as the ODE that it stands for: v ← v·e^(−h·r) ahead of a step is the flow of
 * v̇ = −r v, that is a drag of r m on every particle. The operator is of order 1 beside any method, the drag is of its own.
 */
export function withoutDecay(scene: SceneFile): SceneFile {
  const rate = scene.params?.decay ?? 0;
  if (rate === 0) return scene;
  const { masses, positions } = scene.particles;
  const massOf = (i: number) => (typeof masses === 'number' ? masses : masses[i]);
  const groups = new Map<number, number[]>();
  positions.forEach((_, i) => {
    const alike = groups.get(massOf(i));
    if (alike) alike.push(i);
    else groups.set(massOf(i), [i]);
  });
  const drags = Array.from(groups, ([mass, particles]) => ({ type: 'drag', coefficient: rate * mass, particles }));
  return {
    ...scene,
    forces: [...(scene.forces ?? []), ...drags] as SceneFile['forces'],
    params: { ...scene.params, decay: 0 },
  };
}
