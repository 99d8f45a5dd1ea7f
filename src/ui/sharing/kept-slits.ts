import type { SceneFile } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import type { LabInternals } from '../lab/create-lab';

/** Cloths with more springs are not kept: each file would hold the page for more than a frame. */
const MAX_SPRINGS = 50_000;
/** Least wall time between two files, ms: a cloth may tear in every step. */
const PERIOD = 1000;

/** Keeps a file of the last cloth with slits for a new engine, which cannot open them again: they depend on how the cloth lay. */
export function keepSlits({ engine }: LabInternals) {
  let kept: { file: SceneFile; generation: number } | null = null;
  let next = 0;

  async function keep({ generation }: Frame['structure']): Promise<void> {
    // A stopped engine is reported elsewhere.
    const file = await engine.save().catch(() => null);
    if (file?.slits && engine.frame.structure.generation === generation) kept = { file, generation };
  }

  return {
    /** Call once a frame. */
    update(now: number): void {
      const { structure } = engine.frame;
      if (kept?.generation === structure.generation) return;
      kept = null;
      if (structure.origins.length === 0 || now < next) return;
      next = now + PERIOD;
      if (!engine.stopped && structure.springs.length <= 2 * MAX_SPRINGS) void keep(structure);
    },
    /** A file with the slits of this frame; null if it has none, or none that were kept. */
    fileOf: ({ structure }: Frame) => (kept?.generation === structure.generation ? kept.file : null),
  };
}
