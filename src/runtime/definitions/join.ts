/** Imports definitions, tries the last one on a small cloth, and lets them join the registry. */
import { createSimulation, type ForceDefinition, type IntegratorDefinition } from '../../physics';
import { joinRegistry } from '../../physics/registry';
import { type Adopted, adopt } from './adopt';
import { DefinitionError } from './check-source';
import { callOf, guarded, lineOf, textOf } from './guard';
import type { SandboxReply } from './sandbox-messages';

/** Steps of the trial. */
const STEPS = 3;
const TRIAL = { rows: 4, columns: 4 };

/**
 * Of two definitions with the same id the later one joins.
 * @param tell posts which function is called: one that does not end says nothing more
 */
export async function joinAll(sources: readonly string[], tell: (reply: SandboxReply) => void): Promise<SandboxReply> {
  const adopted = new Map<string, Adopted>();
  // The last one only, and only here: it cannot call itself through this, so that it floods nothing.
  let isTrial = false;
  const calls = (id: string, what: string) => {
    if (isTrial) tell({ type: 'calls', what: callOf(id, what) });
  };
  try {
    for (const [index, source] of sources.entries()) {
      isTrial = index === sources.length - 1;
      const one = await imported(source, isTrial ? calls : () => {});
      adopted.delete(one.id);
      adopted.set(one.id, one);
    }
    const all = [...adopted.values()];
    for (const one of all) joinRegistry(listsOf(one));
    for (const one of all.slice(-1)) tryOut(one);
    return { type: 'joined', definitions: all.map(({ kind, id }) => ({ kind, id })) };
  } catch (error) {
    return { type: 'refused', message: textOf(error) };
  } finally {
    isTrial = false;
  }
}

async function imported(source: string, calls: (id: string, what: string) => void): Promise<Adopted> {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  calls('definition', 'its top level');
  let module: { default?: unknown };
  try {
    module = await import(/* @vite-ignore */ address);
  } catch (error) {
    throw new DefinitionError(textOf(error), lineOf(error, address));
  }
  if (!('default' in module))
    throw new DefinitionError('the module has no default export: begin with `export default {`');
  return adopt(module.default, (id) => guarded(id, address, calls));
}

function listsOf({ kind, definition }: Adopted): { integrators: IntegratorDefinition[]; forces: ForceDefinition[] } {
  return kind === 'integrator' ? { integrators: [definition], forces: [] } : { integrators: [], forces: [definition] };
}

/** A few steps of a small cloth, in the precision of the page and in that of the laws. @throws DefinitionError */
function tryOut({ kind, id }: Adopted): void {
  for (const precision of ['single', 'double'] as const) {
    const simulation = createSimulation({ params: TRIAL, precision, ...(kind === 'integrator' && { integrator: id }) });
    simulation.step(STEPS);
  }
}
