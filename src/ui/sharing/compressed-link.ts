/** The form of a long link: `z=` and the text in deflate and base64url. */
import { READABLE } from './permalink';

/** Most characters of a link: longer ones are cut off by some programs that pass them on. */
export const LONGEST = 8192;
/** Most characters of the text in a link: a damaged or hostile link must not fill the memory. */
const LONGEST_TEXT = 2 ** 22;

/** The text itself if it is short, else its compressed form; it may be longer than LONGEST. */
export async function compress(text: string): Promise<string> {
  if (text.length <= READABLE || typeof CompressionStream === 'undefined') return text;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const compressed = `z=${base64url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
  return compressed.length < text.length ? compressed : text;
}

/** The text of a link that `compress` has made. @throws Error if it is damaged */
export async function expand(link: string): Promise<string> {
  const [, data] = /^z=([\w-]*)$/.exec(link) ?? [];
  if (data === undefined) throw new Error('the compressed link is damaged');
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot read compressed links');
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
      if (text.length > LONGEST_TEXT) break;
    }
  } catch {
    throw new Error('the compressed link is damaged');
  }
  if (text.length > LONGEST_TEXT) throw new Error('the compressed link is too long');
  return text;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
