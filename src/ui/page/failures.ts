import type { Command } from '../../physics';
import type { View } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { messageOf } from '../../runtime/host/message-of';
import type { LabInternals } from '../lab/create-lab';
import type { OpenHost } from '../lab/open-host';
import { setUp } from '../sharing/address';
import { encode } from '../sharing/permalink';

/** The picture, or where it can't be drawn, a view without one and the reason. */
export async function openView(canvas: HTMLCanvasElement, create: (canvas: HTMLCanvasElement) => View) {
  try {
    return { view: create(canvas), blind: null };
  } catch (error) {
    const { createBlindView } = await import('./blind-view');
    return { view: createBlindView(canvas), blind: messageOf(error) };
  }
}

/** Says what the machine fails to give, and offers a way on. */
export function watchFailures(
  lab: LabInternals,
  first: OpenHost,
  blind: string | null,
  open: () => Promise<OpenHost>,
): void {
  if (first.excuse) lab.messages.show({ kind: 'notice', text: first.excuse });
  if (blind)
    lab.messages.show({
      kind: 'failure',
      text: `There is no picture. ${blind}`,
      reason: 'The engine runs nevertheless.',
    });

  lab.view.onContext = (there) => {
    if (there) return lab.messages.hide('failure');
    lab.messages.show({
      kind: 'failure',
      text: 'The browser has taken the graphics away: the picture stands still until it gives them back.',
      reason: 'The simulation goes on.',
      actions: [{ label: 'Reload', help: 'Load the page again with this setup', act: () => location.reload() }],
    });
  };

  function watch({ host }: OpenHost) {
    host.onFailure = (message) => {
      const { frame: last, paused } = lab;
      lab.replaceHost(null);
      const again = {
        label: 'Start again',
        help: 'A new engine with the same scene, numbers and pins',
        act: () => void restart(last, paused),
      };
      lab.messages.show({ kind: 'failure', text: `The engine has stopped: ${message}`, actions: [again] });
    };
  }

  async function restart(last: Frame, paused: boolean) {
    try {
      const next = await open();
      const { file } = lab;
      watch(next);
      lab.replaceHost(next.host);
      lab.messages.hide('failure');
      if (last.status.builtIn || !file) await setUp(lab, encode(last.status, lab.catalog));
      else await reload(lab, file, last);
      await goOn(lab, last);
      if (!paused) lab.play();
    } catch (error) {
      // What the new engine refuses stands in the message area already; that there is none must be said here.
      lab.messages.show({
        kind: 'failure',
        text: `There is no new engine: ${messageOf(error)}`,
      });
    }
  }

  watch(first);
}

/** The file that was loaded, with what was changed since. */
async function reload(lab: LabInternals, file: unknown, { status }: Frame): Promise<void> {
  await lab.load(file);
  const { params, integrator, precision } = lab.frame.status;
  for (const [key, value] of Object.entries(status.params)) {
    if (params[key] !== value) await lab.set(key, value);
  }
  if (integrator !== status.integrator) await lab.set('integrator', status.integrator);
  if (precision !== status.precision) await lab.set('precision', status.precision);
  if (status.preconditionerWish !== 'auto') await lab.set('preconditioner', status.preconditionerWish);
  await lab.engine.submitFromPointer({ type: 'pins', particles: status.pinned });
}

/** From the last frame: the motion as it was seen, and what had been cut. */
async function goOn(lab: LabInternals, { structure, status, positions, velocities }: Frame): Promise<void> {
  if (lab.frame.structure.springs.length !== structure.springs.length) return;
  const cut = [...structure.cut.keys()].filter((j) => structure.cut[j] === 1);
  if (cut.length > 0) await lab.engine.submitFromPointer({ type: 'cut', spring: cut });
  for (const list of ['planes', 'spheres', 'forces', 'motion'] as const) {
    await lab.engine.submitFromPointer({ type: list, [list]: status.environment[list] } as unknown as Command);
  }
  await lab.engine.submitFromPointer({ type: 'place', positions, velocities, time: status.time });
}
