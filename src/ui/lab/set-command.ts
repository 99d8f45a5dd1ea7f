import type { Command, Precision } from '../../physics';
import type { Status } from '../../runtime/frame/frame';
import type { SceneDefaults } from '../../runtime/host/protocol';

/** What `set` and `restore` send. @param key of PARAMS, or 'scene', 'integrator', 'precision' or 'preconditioner' */
export function setCommand(key: string, value: number | string): Command {
  if (key === 'scene') return { type: 'scene', scene: value as string };
  if (key === 'integrator') return { type: 'integrator', id: value as string };
  if (key === 'precision') return { type: 'precision', id: value as Precision };
  if (key === 'preconditioner') return { type: 'preconditioner', id: value as string };
  return { type: 'set', key, value: value as number };
}

/** What puts every parameter, the method and the preconditioner back to what the scene starts with. */
export function restoreCommands(status: Status, { integrator, params }: SceneDefaults): Command[] {
  const differs = (key: string) => params[key] !== status.params[key];
  // A new resolution takes the particles' mass with it: it comes first, and the mass after it.
  const sizes = ['rows', 'columns'].filter(differs);
  const others = Object.keys(params).filter(
    (key) => !sizes.includes(key) && (differs(key) || (sizes[0] && key === 'mass')),
  );
  const commands = [...sizes, ...others].map((key) => setCommand(key, params[key]));
  if (status.integrator !== integrator) commands.push(setCommand('integrator', integrator));
  if (status.preconditionerWish !== 'auto') commands.push(setCommand('preconditioner', 'auto'));
  return commands;
}
