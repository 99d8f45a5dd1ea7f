import { t } from '../../language/translate';
import type { Status } from '../../runtime/frame/frame';
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
  motion: t('moving pins'),
  particle: t('mass or velocity of a particle'),
  place: t('place of the particles'),
  several: t('several changes'),
};

/** An act in words; null for none. @param name the key of a parameter, or the type of a command */
export function actName({ params }: Catalog, name: string | null): string | null {
  return name && (params[name]?.label ?? ACTS[name] ?? name);
}
