import type { Catalog } from '../../runtime/host/protocol';

/** What the panel calls a method. @param id of it */
export function methodLabel({ integrators }: Catalog, id: string): string {
  return integrators.find((method) => method.id === id)?.label ?? id;
}
