import type { Vec3 } from '../../physics';
import type { ItemSchemas } from '../../runtime/host/catalog-types';
import { type EnvironmentList, type Item, itemOf, type Kind, kindsOf } from '../actions/environment-items';
import { type Extent, extentOf } from '../lab/extent';
import type { Lab } from '../lab/lab';

/** A thing that a button adds. */
export interface Adder {
  label: string;
  help: string;
  list: EnvironmentList;
  /** null: it can't be made here, and the page has said why. */
  make(): Item | null;
}

/** The usual obstacles, where they are of use to the scene as it is. */
const USUAL: Partial<
  Record<EnvironmentList, { label: string; help: string; values(extent: Extent): Item['values'] }[]>
> = {
  planes: [
    {
      label: 'Add floor',
      help: 'A level plane at the height 0, or below the scene where that hangs deeper',
      values: ({ center, min, size }) => ({
        point: [center[0], Math.min(0, min[1] - 0.12 * size), center[2]],
        normal: [0, 1, 0],
      }),
    },
    {
      label: 'Add wall',
      help: 'An upright plane at the right of the scene',
      values: ({ max, center, size }) => ({ point: [max[0] + 0.2 * size, center[1], center[2]], normal: [-1, 0, 0] }),
    },
    {
      label: 'Add slope',
      help: 'A plane below the scene that falls to the right by 20°',
      values: ({ center, min, size }) => ({
        point: [center[0], min[1] - 0.25 * size, center[2]],
        normal: [0.342, 0.94, 0],
      }),
    },
  ],
  spheres: [
    {
      label: 'Add ball',
      help: 'A ball below the scene',
      values: ({ center, min, size }) => ({
        center: [center[0], min[1] - 0.3 * size, center[2]],
        radius: round(0.25 * size),
      }),
    },
  ],
};

/** What can be added to a list: the usual ones where there are some, else one of each kind. */
export function addersOf(list: EnvironmentList, lab: Lab, schemas: ItemSchemas): Adder[] {
  return kindsOf(list, schemas).flatMap((kind): Adder[] => {
    const usual = USUAL[list]?.map(({ label, help, values }) => ({
      label,
      help,
      list,
      make: () => itemOf(kind, null, rounded(values(sceneExtent(lab)))),
    }));
    const help = kind.summary.replace(/\.$/, '');
    return usual ?? [{ label: `Add ${kind.label.toLowerCase()}`, help, list, make: () => make(kind, lab) }];
  });
}

function make(kind: Kind, lab: Lab): Item | null {
  const particles = particlesFor(kind, lab);
  if (particles === undefined) return null;
  // A motion about a point is about the middle of what it moves.
  const about: Record<string, Vec3> =
    'center' in kind.fields && particles ? { center: extentOf(lab.frame.positions, particles).center } : {};
  return itemOf(kind, particles, rounded(about));
}

/** Those that are chosen, where that makes sense; undefined: there are none to take. */
function particlesFor({ particles, label }: Kind, lab: Lab): Item['particles'] | undefined {
  const { frame } = lab;
  const chosen = lab.selection.particles;
  const { particleCount, pinned } = frame.structure;
  if (particles === 'any') return chosen.length > 0 ? chosen : null;
  if (particles === 'none') return null;
  if (particles === 'two') {
    if (chosen.length === 2) return chosen;
    if (particleCount > 1) return [0, particleCount - 1];
    lab.messages.show({ kind: 'notice', text: `${label} needs two particles, and here there is one.` });
    return undefined;
  }
  const pins = chosen.some((i) => pinned[i]) ? chosen.filter((i) => pinned[i]) : frame.status.pinned;
  if (pins.length > 0) return pins;
  lab.messages.show({ kind: 'notice', text: `${label} moves pins, and nothing is pinned: pin a particle first.` });
  return undefined;
}

/** The box round all particles, at least 0.1 m in size: that is the scale of new obstacles. */
function sceneExtent({ frame }: Lab): Extent {
  const extent = extentOf(frame.positions);
  return { ...extent, size: Math.max(0.1, extent.size) };
}

/** To numbers that one can say. */
function rounded(values: Item['values']): Record<string, number | Vec3> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'number' ? round(value) : (value.map(round) as Vec3),
    ]),
  );
}

function round(x: number): number {
  return Math.round(x * 1000) / 1000;
}
