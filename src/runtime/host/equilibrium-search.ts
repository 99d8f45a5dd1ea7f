import type { findEquilibrium } from '../../physics/statics/equilibrium/equilibrium';

/** null until it is loaded: by the first command that needs it. */
let loaded: typeof findEquilibrium | null = null;

/** Loads the search for equilibrium. */
export async function loadEquilibriumSearch(): Promise<void> {
  loaded = (await import('../../physics/statics/equilibrium/equilibrium')).findEquilibrium;
}

/** True for a command that must wait for the search to be loaded. @param command any value: it has not been checked */
export function waitsForSearch(command: { readonly type?: unknown } | null | undefined): boolean {
  return command?.type === 'equilibrium' && loaded === null;
}

/** @throws RangeError if it could not be loaded */
export function equilibriumSearch(): typeof findEquilibrium {
  if (!loaded) throw new RangeError('the search for an equilibrium could not be loaded');
  return loaded;
}
