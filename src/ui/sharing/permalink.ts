import { t } from '../../language/translate';
import type { Status } from '../../runtime/frame/frame';
import type { Catalog } from '../../runtime/host/catalog';

/** A link up to this length is not compressed, characters. */
export const READABLE = 500;

type SetupStatus = Pick<
  Status,
  'scene' | 'builtIn' | 'integrator' | 'precision' | 'requestedPreconditioner' | 'params' | 'pinned' | 'scenePins'
> &
  Partial<Pick<Status, 'material' | 'preconditioner'>>;

/**
 * The setup as the hash of an address, without the #: `scene=cloth&integrator=rk4&pins=0,31&dt=0.0008`. The
 * scene's own pins and parameters are left out. For a loaded file the result is ''.
 */
export function encode(status: SetupStatus, catalog: Catalog): string {
  const defaults = catalog.scenes.find(({ id }) => id === status.scene)?.defaults;
  if (!status.builtIn || !defaults) return '';
  const parts = [`scene=${encodeURIComponent(status.scene)}`, `integrator=${encodeURIComponent(status.integrator)}`];
  if (status.precision !== 'single') parts.push(`precision=${status.precision}`);
  if (requestsPreconditioner(status))
    parts.push(`preconditioner=${encodeURIComponent(status.requestedPreconditioner)}`);
  if (String(status.pinned) !== String(status.scenePins)) parts.push(`pins=${status.pinned}`);
  const { material } = status;
  // The numbers of its card follow from it.
  const isMade = !!material && material.id !== defaults.material;
  if (isMade) parts.push(`material=${material.id}`);
  const before = isMade ? { ...defaults.params, ...material.numbers } : defaults.params;
  const differs = (key: string) => !Object.is(status.params[key], before[key]);
  // A new resolution changes the mass unless the link gives it too.
  const resized = differs('rows') || differs('columns');
  for (const key of Object.keys(catalog.params)) {
    if (differs(key) || (resized && !isMade && key === 'mass'))
      parts.push(`${encodeURIComponent(key)}=${number(status.params[key])}`);
  }
  return parts.join('&');
}

/** True if a preconditioner was chosen that supports the scene: one that was chosen in another scene may not. */
export function requestsPreconditioner({
  requestedPreconditioner: requested,
  preconditioner = requested,
}: Pick<SetupStatus, 'requestedPreconditioner' | 'preconditioner'>): boolean {
  return requested !== 'auto' && preconditioner === requested;
}

/** The shortest text that parses to the same double. */
const number = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

// The form of a long link: `z=` and the text in deflate and base64url.

/** A longer file is not compressed to see whether it fits into a link, characters. */
export const MAX_IN_LINK = 200_000;
/** Most characters of a link: longer ones are cut off by some programs that pass them on. */
export const MAX_LINK = 8192;
/** Most characters of the text in a link: a damaged or hostile link must not fill the memory. */
const MAX_TEXT = 2 ** 22;

/** The text itself if it is short, else its compressed form; it may be longer than MAX_LINK. */
export async function compress(text: string): Promise<string> {
  if (text.length <= READABLE || typeof CompressionStream === 'undefined') return text;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const compressed = `z=${base64url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
  return compressed.length < text.length ? compressed : text;
}

/** The text of a link that `compress` has made. @throws Error if it is damaged */
export async function expand(link: string): Promise<string> {
  const [, data] = /^z=([\w-]*)$/.exec(link) ?? [];
  if (data === undefined) throw new Error(t`the compressed link is damaged`);
  if (typeof DecompressionStream === 'undefined') throw new Error(t`this browser cannot read compressed links`);
  const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > MAX_TEXT) break;
    }
  } catch {
    throw new Error(t`the compressed link is damaged`);
  }
  if (text.length > MAX_TEXT) throw new Error(t`the compressed link is too long`);
  return text;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
