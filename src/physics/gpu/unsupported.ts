import { implicitEuler } from '../integrators/implicit-euler';
import type { Params } from '../model/params';
import { forces, methodOf } from '../registry';
import type { Run } from '../run/run';
import { stagesOf } from './explicit-stages';
import { netOf } from './gpu-net';
import {
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
  /** A sentence if a run needs it; null if it does not. */
  reason(run: Run): string | null;
}

/** A row for parameters of which one is not 0. */
function parameters(what: string, ...keys: string[]): Unsupported {
  return { what, reason: ({ settings }) => (keys.some((key) => isSet(settings.params, key)) ? lacks(what) : null) };
}

const isSet = (params: Params, key: string) => params[key] !== 0;
const lacks = (what: string) => `The GPU does not have ${what}.`;

/** Everything that the GPU does not have. A run that needs one of these stays on the CPU. */
export const UNSUPPORTED: readonly Unsupported[] = [
  {
    what: 'double precision',
    reason: ({ settings }) => (settings.precision === 'double' ? lacks('double precision') : null),
  },
  {
    what: 'networks, and nets with slits',
    reason: ({ model }) => (netOf(model) ? null : 'The GPU runs rectangular nets without slits only.'),
  },
  {
    what: 'other methods than the explicit ones and implicit Euler',
    reason({ settings: { integrator, definitions } }) {
      const method = methodOf(integrator, definitions);
      return stagesOf(method) || method === implicitEuler ? null : lacks(`the method “${method.label}”`);
    },
  },
  parameters('the membrane', 'membraneLambda', 'membraneMu', 'membranePhi', 'membranePsi'),
  parameters('self-collision', 'selfCollision'),
  parameters('tearing', 'tearStrain'),
  parameters('the strain limit', 'strainLimit'),
  parameters('the damping of bending', 'bendingDamping'),
  {
    what: 'bending of a net whose cells differ',
    reason: (run) =>
      run.settings.params.bending > 0 && !netBendingOf(run) ? lacks('bending of a net whose cells differ') : null,
  },
  {
    what: `more than ${MAX_OBSTACLES} obstacles`,
    reason: (run) => (obstaclesOf(run).length > MAX_OBSTACLES ? lacks('so many obstacles') : null),
  },
  {
    what: 'bodies of triangles as obstacles',
    reason: ({ settings }) =>
      (settings.environment.bodies ?? []).length > 0 ? lacks('bodies of triangles as obstacles') : null,
  },
  {
    what: 'the listed forces attraction, spring and volume',
    reason({ settings: { environment } }) {
      const other = environment.forces.find(({ type }) => !LISTED.has(type ?? ''));
      return other ? lacks(`the listed force “${other.type}”`) : null;
    },
  },
  {
    what: `more than ${MAX_WINDS} winds or ${MAX_LISTED} other listed forces`,
    reason: (run) =>
      windsOf(run).length > MAX_WINDS || listedOf(run).length > MAX_LISTED ? lacks('so many listed forces') : null,
  },
  {
    what: 'wind on a surface that does not have two triangles in each cell, split as in the scenes',
    reason: (run) =>
      windsOf(run).length > 0 && !trianglePlaces(run.model) ? lacks('wind on a surface of other triangles') : null,
  },
  {
    what: 'forces that are added by hand',
    reason({ world: { forceDefinitions } }) {
      const added = forceDefinitions.find((one) => !forces.includes(one));
      return added ? lacks(`the force “${added.label}”`) : null;
    },
  },
  {
    what: 'the energy ledger',
    reason: ({ ledger }) => (ledger ? lacks('the energy ledger, which measures the forces of every step') : null),
  },
];

/** Why the GPU cannot run a scene as it is set, in one sentence; null if it can. */
export function unsupportedReason(run: Run): string | null {
  for (const row of UNSUPPORTED) {
    const sentence = row.reason(run);
    if (sentence !== null) return sentence;
  }
  return null;
}
