import type { Frame, Structure } from '../../runtime/frame/frame';
import { prefixed } from '../controls/number-format';
import type { Message } from '../lab/message-list';

/**
 * Says that a ball fits between the particles of a net: only they touch obstacles. In the middle of a square cell with sides d, it
 * touches no particle if its radius is below d/√2.
 */
export function smallSphere(): (frame: Frame) => (() => Message) | null {
  let structure: Structure | null = null;
  /** m; the longest side of a cell at rest; 0 if the scene is no net. */
  let side = 0;
  return (frame) => {
    const { spheres } = frame.status.environment;
    // Most scenes have none: then the sides need not be known.
    if (spheres.length === 0) return null;
    if (frame.structure !== structure) {
      structure = frame.structure;
      side = longestSide(structure);
    }
    const radius = Math.min(...spheres.map((sphere) => sphere.radius));
    if (radius >= side / Math.SQRT2) return null;
    return () => ({
      kind: 'notice',
      text: `A ball of radius ${prefixed(radius, 'm')} fits through this net, whose particles are up to ${prefixed(side, 'm')} apart: only particles touch obstacles.`,
      reason: 'Springs and triangles pass through obstacles. Use a finer net or a larger ball.',
    });
  };
}

/** Kind 0 is along rows and columns. */
function longestSide({ grid, kinds, absent, restLengths }: Structure): number {
  if (!grid) return 0;
  return restLengths.reduce((most, length, j) => (kinds[j] === 0 && !absent[j] ? Math.max(most, length) : most), 0);
}
