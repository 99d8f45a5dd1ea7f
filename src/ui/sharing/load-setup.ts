/** Loads the setup in a link. */
import type { Command, SceneFile } from '../../physics';
import type { LabInternals } from '../lab/create-lab';
import { setCommand } from '../lab/engine-client';
import { expand } from './compressed-link';
import { fileOf, loadExtras, takeDefinitions } from './link-extras';
import { decode } from './parse-link';

/** Names of the errors of what the engine does not accept; it has stopped after any other. */
const REFUSED = ['RangeError', 'SceneError'];

/** A link to load. */
export interface LinkOptions {
  /** True: loading it is an act, which can be undone. */
  isAct: boolean;
  /** Ids of all instruments; absent: the link opens none. */
  instruments?: readonly string[];
  onScene?(): void;
}

/** Loads the setup in a hash. Returns what is wrong with it. */
export async function loadSetup(lab: LabInternals, hash: string, options: LinkOptions): Promise<string[]> {
  const { isAct, instruments, onScene } = options;
  const send = isAct ? lab.send : (command: Command) => lab.engine.submit(command);
  const apply = (command: Command) => send(command).catch((error: Error) => void bad.push(error.message));
  const set = (key: string, value: number | string) => apply(setCommand(key, value));

  const { text, damage } = await expandIfNeeded(hash);
  const { rest, problems } = /(^|&)definitions=/.test(text)
    ? await adoptDefinitions(lab, text, onScene)
    : { rest: text, problems: [] };
  const { setup, bad } = decode(rest, lab.catalog);
  bad.push(...damage, ...problems);
  const { params, pins, material, integrator, precision, preconditioner = 'auto', extras } = setup;
  let scene: string | SceneFile = setup.scene;
  try {
    scene = (extras && fileOf(extras)) ?? scene;
  } catch (error) {
    bad.push((error as Error).message);
  }
  /** The resolution comes first: another one changes the mass. */
  const setAll = async () => {
    if (material) await set('material', material);
    if (integrator) await set('integrator', integrator);
    const { rows, columns, ...others } = params;
    for (const [key, value] of Object.entries({ rows, columns, ...others })) {
      if (value !== undefined) await set(key, value);
    }
  };
  // What a file starts with is its own: the link's values are changes, so that the next link has them too.
  const isFile = typeof scene !== 'string';
  const start = !isFile && { params, ...(material && { material }), ...(integrator && { integrator }) };
  const sending = send({ type: 'scene', scene, ...start, ...(precision && { precision }), preconditioner });
  onScene?.();
  try {
    await sending;
    if (isFile) await setAll();
  } catch (error) {
    if (!REFUSED.includes((error as Error).name)) throw error;
    // Each value is valid, but not all of them together: apply them one by one.
    await apply({ type: 'scene', scene, ...(precision && { precision }) });
    await setAll();
    await set('preconditioner', preconditioner);
  }
  if (pins) {
    const { particleCount } = lab.frame.status;
    const present = pins.filter((particle) => particle < particleCount);
    for (const particle of pins) {
      if (particle >= particleCount) bad.push(`pins: ${particle} is not a particle (0–${particleCount - 1})`);
    }
    await apply({ type: 'pins', particles: present });
  }
  if (extras) bad.push(...(await loadExtras(lab, extras, send, instruments ?? [])));
  return bad;
}

/** Lets the definitions of a link join, if the user agrees. Returns the rest of the link. */
async function adoptDefinitions(lab: LabInternals, text: string, onScene = () => {}) {
  // The page has to draw meanwhile: the engine is replaced.
  onScene();
  try {
    const { rest, sources } = takeDefinitions(text);
    const agreed = await (await lab.definitions()).adopt(sources, 'The link');
    return { rest, problems: agreed ? [] : ['its code was not run'] };
  } catch (error) {
    return { rest: text.replace(/(^|&)definitions=[^&]*/, ''), problems: [(error as Error).message] };
  }
}

/** The text of a hash, which may be compressed. */
async function expandIfNeeded(hash: string): Promise<{ text: string; damage: string[] }> {
  const text = hash.replace(/^#/, '');
  if (!/^z=/.test(text)) return { text, damage: [] };
  try {
    return { text: await expand(text), damage: [] };
  } catch (error) {
    return { text: '', damage: [(error as Error).message] };
  }
}
