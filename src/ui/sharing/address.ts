import type { LabInternals } from '../lab/create-lab';
import type { Message } from '../lab/message-list';
import { decode, encode } from './permalink';

/** How long a setup must last before it gets into the address, ms: browsers don't like it to change often. */
const REST = 300;

export interface Address {
  /** Sets up what the address holds. */
  follow(): Promise<void>;
  /** Once a frame: keeps the address up to date. */
  update(now: number): void;
}

/** Keeps the hash of the page's address and the setup of the lab the same. */
export function createAddress(lab: LabInternals): Address {
  let written = encode(lab.frame.status, lab.catalog);
  let newest = written;
  let following = false;
  let since = 0;
  let complaint: Message | null = null;

  const address: Address = {
    async follow() {
      following = true;
      const bad = await setUp(lab, location.hash);
      following = false;
      written = newest = encode(lab.frame.status, lab.catalog);
      if (bad.length === 0) return;
      complaint = { kind: 'error', text: `The link is only followed in part: ${bad.join('; ')}.` };
      lab.messages.show(complaint);
    },
    update(now) {
      if (now - since < REST || following) return;
      since = now;
      const text = encode(lab.frame.status, lab.catalog);
      const rests = text === newest;
      newest = text;
      if (!rests || text === written) return;
      written = text;
      history.replaceState(null, '', `${location.pathname}${location.search}${text && `#${text}`}`);
      if (complaint && lab.messages.list.includes(complaint)) lab.messages.hide('error');
    },
  };
  window.addEventListener('hashchange', () => {
    void address.follow();
  });
  return address;
}

/** Sets up what a hash holds, and names what is wrong with it. */
export async function setUp(lab: LabInternals, hash: string): Promise<string[]> {
  const { setup, bad } = decode(hash, lab.catalog);
  const { scene, params, pins, integrator, precision, preconditioner = 'auto' } = setup;
  const attempt = (deed: Promise<void>) => deed.catch((error: Error) => void bad.push(error.message));
  try {
    await lab.send({
      type: 'scene',
      scene,
      params,
      ...(integrator && { integrator }),
      ...(precision && { precision }),
      preconditioner,
    });
  } catch {
    // Each value has a meaning, but they don't go together: those that do are found one by one.
    await attempt(lab.set('scene', scene));
    if (integrator) await attempt(lab.set('integrator', integrator));
    if (precision) await attempt(lab.set('precision', precision));
    for (const [key, value] of Object.entries(params)) await attempt(lab.set(key, value));
    await attempt(lab.set('preconditioner', preconditioner));
  }
  if (pins) {
    const { particleCount } = lab.frame.status;
    const there = pins.filter((particle) => particle < particleCount);
    for (const particle of pins) {
      if (particle >= particleCount) bad.push(`pins: ${particle} is not a particle (0–${particleCount - 1})`);
    }
    await lab.engine.submitFromPointer({ type: 'pins', particles: there });
  }
  return bad;
}
