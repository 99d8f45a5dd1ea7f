import { t } from '../../language/translate';
import type { ParamSpec } from '../../physics';
import { SPRING_KINDS, type SpringKind } from '../../physics/model/model';
import type { Frame, Status, Structure } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';

/** The label of an integrator, as the panel shows it. */
export function methodLabel({ integrators }: Catalog, id: string): string {
  return integrators.find((method) => method.id === id)?.label ?? id;
}

type PresentScene = Pick<Status, 'scene' | 'builtIn'>;

/** The catalog's entry of the present scene; a file has none. */
export function sceneOf({ scenes }: Catalog, { scene, builtIn }: PresentScene): Catalog['scenes'][number] | undefined {
  return scenes.find(({ id }) => builtIn && id === scene);
}

/** The label of the present scene; of a file its name. */
export function sceneLabel(catalog: Catalog, status: PresentScene): string {
  return sceneOf(catalog, status)?.label ?? status.scene;
}

/** Choices for a list of preconditioners, id by label. */
export function preconditionerChoices({ preconditioners }: Catalog): Record<string, string> {
  return Object.fromEntries([[t('automatic'), 'auto'], ...preconditioners.map(({ id, label }) => [label, id])]);
}

/** Acts that are no parameter, by the type of their command; those that are missing are words themselves. */
const ACTS: Record<string, string> = {
  scene: t('scene'),
  reset: t('reset'),
  material: t('material'),
  grab: t('grab'),
  throw: t('throw'),
  push: t('push'),
  integrator: t('method'),
  preconditioner: t('preconditioner'),
  cut: t('cut'),
  planes: t('obstacles'),
  spheres: t('obstacles'),
  bodies: t('obstacles'),
  forces: t('forces'),
  pin: t('pins'),
  mend: t('cut'),
  slit: t('cut'),
  collapse: t('surface'),
  motion: t('moving pins'),
  particle: t('mass or velocity of a particle'),
  place: t('place of the particles'),
  several: t('several changes'),
};

/** An act in words; null for none. @param name the key of a parameter, or the type of a command */
export function actName({ params }: Catalog, name: string | null): string | null {
  return name && (params[name]?.label ?? ACTS[name] ?? name);
}

// What applies to the present scene: which parameters change something in it or in its modes, and which fields it has.

type Test = (frame: Frame, catalog: Catalog) => boolean;

const APPLIES: Readonly<Record<NonNullable<ParamSpec['appliesTo']>, Test>> = {
  springs: ({ structure }) => structure.kinds.length > 0,
  structural: ({ structure }) => hasKind(structure, 'structural'),
  shear: ({ structure }) => hasKind(structure, 'shear'),
  bend: ({ structure }) => hasKind(structure, 'bend'),
  // A surface can be a membrane.
  surface: ({ structure }) => structure.membrane,
  grid: ({ status }, catalog) => sceneOf(catalog, status)?.grid ?? false,
  implicit: (frame, catalog) => methodOf(frame, catalog)?.implicit ?? false,
  newton: (frame, catalog) => methodOf(frame, catalog)?.newton ?? false,
  'line search': (frame, catalog) => methodOf(frame, catalog)?.createsNoEnergy ?? false,
};

/** True if the parameter changes something in the present scene with the present method. */
export function paramApplies(key: string, frame: Frame, catalog: Catalog): boolean {
  const { appliesTo } = catalog.params[key];
  const ofMethods = catalog.integrators.filter(({ params }) => params.includes(key));
  if (ofMethods.length > 0) return ofMethods.some(({ id }) => id === frame.status.integrator);
  return appliesTo === undefined || APPLIES[appliesTo](frame, catalog);
}

/** The parameters that the modes of vibration depend on, with their values. */
export function paramsOfModes({ params }: Frame['status'], catalog: Catalog): [key: string, value: number][] {
  return Object.entries(params).filter(([key]) => catalog.params[key]?.affectsModes !== false);
}

/** The catalog's entry of the present method. */
export function methodOf({ status }: Frame, { integrators }: Catalog): Catalog['integrators'][number] | undefined {
  return integrators.find(({ id }) => id === status.integrator);
}

const kindsIn = new WeakMap<Structure, Set<number>>();

function hasKind(structure: Structure, kind: SpringKind): boolean {
  const kinds = kindsIn.get(structure) ?? new Set(structure.kinds);
  kindsIn.set(structure, kinds);
  return kinds.has(SPRING_KINDS.indexOf(kind));
}

type Field = Catalog['fields'][number];
type SceneParts = Pick<Frame, 'structure'> & { status: Pick<Frame['status'], 'params'> };

/** Parameters of the membrane's material: it exerts no force while all are 0. */
const MEMBRANE_MATERIAL = ['membraneLambda', 'membraneMu', 'membranePhi', 'membranePsi'];

/** True if the scene has what the field is about: springs, or a membrane. */
export function isAvailable({ membrane, springs }: Field, { structure, status }: SceneParts): boolean {
  if (springs) return structure.absent.includes(0);
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
