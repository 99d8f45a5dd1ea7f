import { motionOf } from '../constraints/obstacles/motion';
import type { MotionValues } from '../constraints/obstacles/surface-fields';
import { implicitEuler } from '../integrators/implicit-euler';
import type { Params } from '../model/params';
import { forces, methodOf } from '../registry';
import type { Run } from '../run/run';
import { stagesOf } from './explicit-method';
import { netOf } from './gpu-net';
import {
  bends,
  listedOf,
  MAX_LISTED,
  MAX_OBSTACLES,
  MAX_WINDS,
  netBendingOf,
  obstaclesOf,
  trianglePlaces,
  windsOf,
} from './surroundings';

/** The listed forces that kernels have. */
const LISTED = new Set(['gravity', 'drag', 'push', 'anchor', 'wind']);

/** Something that the GPU does not have. */
interface Unsupported {
  /** What, for documentation. */
  readonly what: string;
  /** True if a run needs it; or what the run needs of it, in other words. */
  lack(run: Run): boolean | string;
}

/** A row for parameters of which one is not 0. */
function parameters(what: string, ...keys: string[]): Unsupported {
  return { what, lack: ({ settings }) => keys.some((key) => settings.params[key as keyof Params] !== 0) };
}

/** Everything that the GPU does not have. A run that needs one of these stays on the CPU. */
export const UNSUPPORTED: readonly Unsupported[] = [
  { what: 'double precision', lack: ({ settings }) => settings.precision === 'double' },
  { what: 'networks, and nets with slits', lack: ({ model }) => !netOf(model) && 'networks and nets with slits' },
  {
    what: 'other methods than the explicit ones and implicit Euler',
    lack({ settings: { integrator, definitions } }) {
      const method = methodOf(integrator, definitions);
      return !stagesOf(method) && method !== implicitEuler && `the method “${method.label}”`;
    },
  },
  parameters('the membrane', 'membraneLambda', 'membraneMu', 'membranePhi', 'membranePsi'),
  parameters('self-collision', 'selfCollision'),
  parameters('tearing', 'tearStrain'),
  parameters('the strain limit', 'strainLimit'),
  {
    what: 'bending of a net whose cells differ',
    lack: (run) => netOf(run.model) !== null && bends(run.settings.params) && !netBendingOf(run),
  },
  {
    what: `more than ${MAX_OBSTACLES} obstacles`,
    lack: (run) => obstaclesOf(run).length > MAX_OBSTACLES && 'so many obstacles',
  },
  { what: 'bodies of triangles as obstacles', lack: ({ settings }) => (settings.environment.bodies ?? []).length > 0 },
  { what: 'obstacles that move', lack: (run) => obstaclesOf(run).some((item) => motionOf(item as MotionValues)) },
  {
    what: 'the listed forces attraction, spring and volume',
    lack({ settings: { environment } }) {
      const other = environment.forces.find(({ type }) => !LISTED.has(type ?? ''));
      return other !== undefined && `the listed force “${other.type}”`;
    },
  },
  {
    what: `more than ${MAX_WINDS} winds or ${MAX_LISTED} other listed forces`,
    lack: (run) => (windsOf(run).length > MAX_WINDS || listedOf(run).length > MAX_LISTED) && 'so many listed forces',
  },
  {
    what: 'wind on a surface that does not have two triangles in each cell, split as in the scenes',
    lack: (run) =>
      netOf(run.model) !== null &&
      windsOf(run).length > 0 &&
      !trianglePlaces(run.model) &&
      'wind on a surface of other triangles',
  },
  {
    what: 'forces that are added by hand',
    lack({ world: { forceDefinitions } }) {
      const added = forceDefinitions.find((one) => !forces.includes(one));
      return added !== undefined && `the force “${added.label}”`;
    },
  },
  {
    what: 'the energy ledger',
    lack: ({ ledger }) => ledger !== null && 'the energy ledger, which measures the forces of every step',
  },
];

/** Why the GPU cannot run a scene as it is set, in one sentence that names all it lacks for that; null if it can. */
export function unsupportedReason(run: Run): string | null {
  const lacking = UNSUPPORTED.map(({ what, lack }) => {
    const needed = lack(run);
    return needed === true ? what : needed;
  }).filter((needed) => needed !== false);
  if (lacking.length === 0) return null;
  const last = lacking.pop();
  return `The GPU does not have ${lacking.length > 0 ? `${lacking.join(', ')} and ${last}` : last}.`;
}
