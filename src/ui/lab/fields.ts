/** Which fields the present scene has. */
import type { Frame, Structure } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog-types';

type Field = Catalog['fields'][number];
type SceneParts = Pick<Frame, 'structure'> & { status: Pick<Frame['status'], 'params'> };

/** Parameters of the membrane's material: it exerts no force while all are 0. */
const MEMBRANE_MATERIAL = ['membraneLambda', 'membraneMu', 'membranePhi', 'membranePsi'];

function hasSprings({ absent }: Structure): boolean {
  return absent.includes(0);
}

/** True if the scene has what the field is about: springs, or a membrane. */
export function isAvailable({ membrane, springs }: Field, { structure, status }: SceneParts): boolean {
  if (springs) return hasSprings(structure);
  return !membrane || (structure.membrane && MEMBRANE_MATERIAL.some((key) => status.params[key] > 0));
}

/**
 * Id of the field that shows how far the cloth is stretched: of its springs, or of the membrane that takes the place of the
 * structural ones; null: it has neither.
 */
export function strainField(fields: readonly Field[], scene: SceneParts): string | null {
  const { kinds, absent } = scene.structure;
  const structural = kinds.some((kind, j) => kind === 0 && absent[j] === 0);
  const ids = structural ? ['spring-strain'] : ['membrane-strain', 'spring-strain'];
  return ids.find((id) => fields.some((field) => field.id === id && isAvailable(field, scene))) ?? null;
}
