import type { Catalog } from '../../runtime/host/protocol';

/** What can be asked for, id by label. The engine says which of them can't serve, and why. */
export function preconditionerChoices({ preconditioners }: Catalog): Record<string, string> {
  return Object.fromEntries([['automatic', 'auto'], ...preconditioners.map(({ id, label }) => [label, id])]);
}
