import type { Command } from '../../physics';
import type { LabInternals } from '../lab/create-lab';
import type { Message } from '../lab/message-list';
import { setCommand } from '../lab/scene-defaults';
import { decode, encode } from './permalink';

/** A setup must last this long before it is written to the address, ms: browsers limit how often it may change. */
const DELAY = 300;

export interface Address {
  /** Loads the setup in the address. @param isAct true: it can be undone */
  load(isAct?: boolean): Promise<void>;
  /** Call once a frame: keeps the address up to date. */
  update(now: number): void;
}

/** Keeps the hash of the page's address equal to the setup of the lab. */
export function createAddress(lab: LabInternals): Address {
  let written = encode(lab.frame.status, lab.catalog);
  let newest = written;
  let loading = false;
  let since = 0;
  let error: Message | null = null;

  const address: Address = {
    async load(isAct = false) {
      loading = true;
      const bad = await loadSetup(lab, location.hash, isAct);
      loading = false;
      written = newest = encode(lab.frame.status, lab.catalog);
      if (bad.length === 0) return;
      error = { kind: 'error', text: `The link was loaded only in part: ${bad.join('; ')}.` };
      lab.messages.show(error);
    },
    update(now) {
      if (now - since < DELAY || loading) return;
      since = now;
      const text = encode(lab.frame.status, lab.catalog);
      const unchanged = text === newest;
      newest = text;
      if (!unchanged || text === written) return;
      written = text;
      history.replaceState(null, '', `${location.pathname}${location.search}${text && `#${text}`}`);
      if (error && lab.messages.list.includes(error)) lab.messages.hide('error');
    },
  };
  window.addEventListener('hashchange', () => {
    void lab.together(() => address.load(true));
  });
  return address;
}

/** Loads the setup in a hash. Returns what is wrong with it. @param isAct true: it can be undone */
export async function loadSetup(lab: LabInternals, hash: string, isAct: boolean): Promise<string[]> {
  const { setup, bad } = decode(hash, lab.catalog);
  const { scene, params, pins, integrator, precision, preconditioner = 'auto' } = setup;
  const send = isAct ? lab.send : lab.engine.submit;
  const apply = (command: Command) => send(command).catch((error: Error) => void bad.push(error.message));
  const set = (key: string, value: number | string) => apply(setCommand(key, value));
  try {
    await send({
      type: 'scene',
      scene,
      params,
      ...(integrator && { integrator }),
      ...(precision && { precision }),
      preconditioner,
    });
  } catch {
    // Each value is valid, but not all of them together: apply them one by one.
    await set('scene', scene);
    if (integrator) await set('integrator', integrator);
    if (precision) await set('precision', precision);
    for (const [key, value] of Object.entries(params)) await set(key, value);
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
  return bad;
}
