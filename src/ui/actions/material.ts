import { t } from '../../language/translate';
import type { Lab } from '../lab/lab';
import { ignoreShownError, showingErrors } from '../lab/message-list';

/** The scene that shows what a fabric does: it falls into folds over a round hoop, on a fine net. */
const DRAPE = 'denim-drape';
/** Particles along a side: cells of 12.5 mm, as long as the bending length of jersey and silk, and every fabric still moves fast enough. */
const DRAPE_NET = 33;

/** The button of `showMaterial`. */
export const SHOW_MATERIAL = {
  label: 'Show what it does',
  help: 'Load a square of this material, 40 cm wide, that falls into folds over a hoop, on a net with cells of 12.5 mm; Undo goes back',
};

/** s; the step for a material, where the method was explicit. */
const STEP = 1 / 120;

/**
 * Makes the surface of a material. Real cloth is so stiff that an explicit method would need steps of some hundredths of a
 * millisecond: implicit Euler takes its place.
 * @param id null: as the scene was loaded
 */
export const chooseMaterial = showingErrors(async (lab: Lab, id: string | null) => {
  const { integrators, materials } = lab.catalog;
  const { integrator, params } = lab.frame.status;
  const isExplicit = integrators.some((one) => one.id === integrator && !one.implicit);
  const changes = isExplicit && id !== null;
  const setMethod = async (method: string, dt: number) => {
    await lab.set('integrator', method);
    if (lab.frame.status.params.dt !== dt) await lab.set('dt', dt);
  };
  await lab.together(async () => {
    if (changes) await setMethod('implicit-euler', Math.max(params.dt, STEP));
    try {
      await lab.send({ type: 'material', id });
    } catch (error) {
      if (changes) await setMethod(integrator, params.dt);
      throw error;
    }
  });
  lab.page.look = null;
  if (!changes) return;
  const { label } = materials.find((one) => one.id === id) ?? { label: id };
  lab.messages.show({
    kind: 'notice',
    text: t`${label} is too stiff for an explicit method at this dt. The method is implicit Euler now; Undo goes back.`,
    actions:
      lab.frame.status.scene === DRAPE ? [] : [{ ...SHOW_MATERIAL, act: () => ignoreShownError(showMaterial(lab)) }],
  });
});

/** Lets a square of the present material fall over a hoop, on a fine net. */
export const showMaterial = showingErrors(async (lab: Lab) => {
  const { material } = lab.frame.status;
  if (!material) return;
  const params = { rows: DRAPE_NET, columns: DRAPE_NET };
  await lab.send({ type: 'scene', scene: DRAPE, material: material.id, integrator: 'implicit-euler', params });
  lab.page.look = null;
  lab.play();
});
