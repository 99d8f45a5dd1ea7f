import type { Lab } from '../lab/lab';

/** s; the step for a material, where the method was explicit. */
const STEP = 1 / 120;

/**
 * Makes the surface of a material. Real cloth is so stiff that an explicit method would need steps of some hundredths of a
 * millisecond: implicit Euler takes its place.
 * @param id null: as the scene was loaded
 */
export async function chooseMaterial(lab: Lab, id: string | null): Promise<void> {
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
    text: `${label} is too stiff for an explicit method at this dt. The method is implicit Euler now; Undo goes back.`,
  });
}
