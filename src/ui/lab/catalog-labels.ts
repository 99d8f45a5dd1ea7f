import type { Catalog } from '../../runtime/host/catalog-types';

/** The label of an integrator, as the panel shows it. */
export function methodLabel({ integrators }: Catalog, id: string): string {
  return integrators.find((method) => method.id === id)?.label ?? id;
}

/** Choices for a list of preconditioners, id by label. */
export function preconditionerChoices({ preconditioners }: Catalog): Record<string, string> {
  return Object.fromEntries([['automatic', 'auto'], ...preconditioners.map(({ id, label }) => [label, id])]);
}
