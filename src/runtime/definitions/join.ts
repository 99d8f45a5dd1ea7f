/** Imports compiled definitions, tries each on a small cloth, and lets them join the registry. */
import { createSimulation, type ForceDefinition, type IntegratorDefinition } from '../../physics';
import { joinRegistry } from '../../physics/registry';
import { type Adopted, adopt } from './adopt';
import { DefinitionError } from './compile';
import { guarded, lineOf, setGuard, textOf } from './guard';
import type { SandboxReply } from './sandbox-messages';

/** Steps of the trial. */
const STEPS = 3;
const TRIAL = { rows: 4, columns: 4 };

/**
 * Of two definitions with the same id the later one joins.
 * @param clock ms
 */
export async function joinAll(codes: readonly string[], clock: () => number): Promise<SandboxReply> {
  const { enter } = setGuard(clock);
  const adopted = new Map<string, Adopted>();
  let index = 0;
  try {
    for (; index < codes.length; index++) {
      const one = await imported(codes[index], enter);
      adopted.delete(one.id);
      adopted.set(one.id, one);
    }
    const all = [...adopted.values()];
    index = codes.length - 1;
    for (const one of all) joinRegistry(listsOf(one));
    for (const one of all.slice(-1)) tryOut(one);
    return { type: 'joined', definitions: all.map(({ kind, id }) => ({ kind, id })) };
  } catch (error) {
    return { type: 'refused', index, message: textOf(error) };
  }
}

async function imported(code: string, enter: () => void): Promise<Adopted> {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  enter();
  let module: { default: unknown };
  try {
    module = await import(/* @vite-ignore */ address);
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    throw new DefinitionError(textOf(error), lineOf(error, address));
  }
  return adopt(module.default, (id) => guarded(id, address, enter));
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
