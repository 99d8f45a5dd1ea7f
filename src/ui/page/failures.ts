import type { Command, SceneFile } from '../../physics';
import type { View } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import type { LabInternals } from '../lab/create-lab';
import { encode } from '../sharing/permalink';
import type { OpenHost } from './open-host';

/** Creates the view. If that fails, the view draws nothing and `blind` is the reason. */
export async function openView(canvas: HTMLCanvasElement, create: (canvas: HTMLCanvasElement) => View) {
  try {
    return { view: create(canvas), blind: null };
  } catch (error) {
    const { createBlindView } = await import('./blind-view');
    return { view: createBlindView(canvas), blind: messageOf(error) };
  }
}

/** Reports missing WebGL, a lost graphics context and a stopped engine, with buttons to recover. */
export function watchFailures(
  lab: LabInternals,
  first: OpenHost,
  blind: string | null,
  open: () => Promise<OpenHost>,
): void {
  if (first.fallbackReason) lab.messages.show({ kind: 'notice', text: first.fallbackReason });
  if (blind)
    lab.messages.show({
      kind: 'failure',
      text: `Nothing can be drawn. ${blind}`,
      reason: 'The engine still runs.',
    });

  lab.view.onContextChange = (available) => {
    if (available) return lab.messages.hide('failure');
    lab.messages.show({
      kind: 'failure',
      text: 'The browser has withdrawn the graphics context. The view is frozen until it is restored.',
      reason: 'The simulation continues.',
      actions: [{ label: 'Reload', help: 'Load the page again with this setup', act: () => location.reload() }],
    });
  };

  function watch({ host }: OpenHost) {
    host.onFailure = (message) => {
      const { frame: last, paused } = lab;
      lab.replaceHost(null);
      const action = {
        label: 'Restart',
        help: 'Start a new engine with the same scene, parameters and pins',
        act: () => void restart(last, paused),
      };
      lab.messages.show({ kind: 'failure', text: `The engine has stopped: ${message}`, actions: [action] });
    };
  }

  async function restart(last: Frame, paused: boolean) {
    try {
      const next = await open();
      const { file } = lab;
      watch(next);
      lab.replaceHost(next.host);
      lab.messages.hide('failure');
      const { loadSetup } = await import('../sharing/load-setup');
      if (last.status.builtIn || !file) await loadSetup(lab, encode(withoutSlits(last), lab.catalog), { isAct: false });
      else await reload(lab, file, last);
      await restoreState(lab, last);
      if (!paused) lab.play();
    } catch (error) {
      // Errors of commands are shown already; only this one is not.
      lab.messages.show({
        kind: 'failure',
        text: `The engine could not be restarted: ${messageOf(error)}`,
      });
    }
  }

  watch(first);
}

/** A new engine starts with a whole cloth: without the particles that cuts have added. */
function withoutSlits({ status, structure: { particleCount, origins } }: Frame): Frame['status'] {
  return { ...status, pinned: status.pinned.filter((i) => i < particleCount - origins.length) };
}

/** Loads the scene file again, with the changes made since it was loaded. */
async function reload(lab: LabInternals, file: SceneFile, { status }: Frame): Promise<void> {
  const { engine } = lab;
  await engine.submit({ type: 'scene', scene: file });
  const { material } = status;
  if (material && lab.frame.status.material?.id !== material.id) await engine.set('material', material.id);
  const { params, integrator, precision } = lab.frame.status;
  for (const [key, value] of Object.entries(status.params)) {
    if (params[key] !== value) await engine.set(key, value);
  }
  if (integrator !== status.integrator) await engine.set('integrator', status.integrator);
  if (precision !== status.precision) await engine.set('precision', status.precision);
  if (status.requestedPreconditioner !== 'auto') await engine.set('preconditioner', status.requestedPreconditioner);
  await engine.submitFromPointer({
    type: 'pins',
    particles: status.pinned.filter((i) => i < lab.frame.status.particleCount),
  });
}

/** Restores the motion and the cut springs from the last frame. */
async function restoreState(lab: LabInternals, { structure, status, positions, velocities }: Frame): Promise<void> {
  if (lab.frame.structure.springs.length !== structure.springs.length) return;
  const cut = [...structure.cut.keys()].filter((j) => structure.cut[j] === 1);
  if (cut.length > 0) await lab.engine.submitFromPointer({ type: 'cut', spring: cut });
  for (const [list, items] of Object.entries(status.environment)) {
    await lab.engine.submitFromPointer({ type: list, [list]: items } as unknown as Command);
  }
  await lab.engine.submitFromPointer({ type: 'place', positions, velocities, time: status.time });
}
