/** Gives a new engine the scene of one that has stopped, as far as the last frame has it. */
import { t } from '../../language/translate';
import type { SceneFile } from '../../physics';
import type { Frame } from '../../runtime/frame/frame';
import type { LabInternals } from '../lab/create-lab';
import { loadSetup } from './load-setup';
import { encode, requestsPreconditioner } from './permalink';

/** @param file the scene file that the last frame began with, or one with its slits; null: none */
export async function restore(lab: LabInternals, last: Frame, file: SceneFile | null): Promise<void> {
  const { builtIn } = last.status;
  const bad =
    file && (!builtIn || file.slits)
      ? await reload(lab, file, last)
      : await loadSetup(lab, encode(withoutSlits(last), lab.catalog), { isAct: false });
  const isSame = await restoreState(lab, last);
  if (bad.length > 0)
    lab.messages.show({ kind: 'error', text: t`Not everything could be restored: ${bad.join('; ')}.` });
  if (isSame && !(builtIn && file?.slits)) return;
  const text = isSame
    ? 'The scene has become a file, which begins where its last slit was opened: Reset returns there.'
    : 'The cloth is whole again and starts from its beginning: a new engine cannot open the same slits.';
  lab.messages.show({ kind: 'notice', text });
}

/** A new engine starts with a whole cloth: without the particles that cuts have added. */
function withoutSlits({ status, structure: { particleCount, origins } }: Frame): Frame['status'] {
  return { ...status, pinned: status.pinned.filter((i) => i < particleCount - origins.length) };
}

/** Loads the scene file again, with the changes made since it was loaded. Returns what was rejected. */
async function reload(lab: LabInternals, file: SceneFile, { status }: Frame): Promise<string[]> {
  const { engine } = lab;
  const bad: string[] = [];
  const set = (key: string, value: number | string) => engine.set(key, value).catch(({ message }) => bad.push(message));
  await engine.submit({ type: 'scene', scene: file });
  const { material } = status;
  if (material && lab.frame.status.material?.id !== material.id) await set('material', material.id);
  const { params, integrator, precision } = lab.frame.status;
  for (const [key, value] of Object.entries(status.params)) {
    if (params[key] !== value) await set(key, value);
  }
  if (integrator !== status.integrator) await set('integrator', status.integrator);
  if (precision !== status.precision) await set('precision', status.precision);
  if (requestsPreconditioner(status)) await set('preconditioner', status.requestedPreconditioner);
  await engine.submitFromPointer({
    type: 'pins',
    particles: status.pinned.filter((i) => i < lab.frame.status.particleCount),
  });
  return bad;
}

/** Restores masses, cut springs, environment, push and motion from the last frame. False if the new engine has other springs. */
async function restoreState({ engine, frame }: LabInternals, last: Frame): Promise<boolean> {
  const { structure, status, positions, velocities } = last;
  const springs = numbersInLast(frame.structure.springs, structure);
  if (!springs) return false;
  const { masses } = frame.structure;
  // All are sent before the first answer.
  await Promise.all(
    Array.from(structure.masses, (mass, particle) =>
      mass === masses[particle] ? null : engine.submitFromPointer({ type: 'particle', particle, mass }),
    ),
  );
  const cut = springs.flatMap((number, spring) => (structure.cut[number] === 1 ? [spring] : []));
  if (cut.length > 0) await engine.submitFromPointer({ type: 'cut', spring: cut });
  for (const [list, items] of Object.entries(status.environment)) {
    await engine.submitFromPointer({ type: 'environment', list, items });
  }
  await engine.submitFromPointer({ type: 'place', positions, velocities, time: status.time, step: status.stepCount });
  const force = engine.missedPush ?? status.push;
  if (force.some((component) => component !== 0)) await engine.submitFromPointer({ type: 'push', force });
  return true;
}

/** The number that each spring of the new engine had in the last frame: a file has no cut springs. Null if they are others. */
function numbersInLast(springs: Uint32Array, last: Frame['structure']): number[] | null {
  const numbers: number[] = [];
  for (const [j, cut] of last.cut.entries()) {
    const i = 2 * numbers.length;
    if (springs[i] === last.springs[2 * j] && springs[i + 1] === last.springs[2 * j + 1]) numbers.push(j);
    else if (cut === 0) return null;
  }
  return 2 * numbers.length === springs.length ? numbers : null;
}
