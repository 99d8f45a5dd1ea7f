/** Binary glTF 2.0: how a file is packed, and what is checked before it is read. Source: Khronos, glTF 2.0 specification, chapter 4, GLB File Format. */

/** What the file says of itself. */
interface Gltf {
  asset?: { version?: string };
  extensionsRequired?: string[];
  buffers?: { uri?: string; byteLength: number }[];
}

/** The letters `glTF`, `JSON` and `BIN`. */
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Bytes of the head of the file, and of the head of a chunk. */
const HEAD = 12;
const CHUNK_HEAD = 8;

/** Extensions that compress the vertices. */
const COMPRESSION = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression'];

/**
 * The file in its binary form, with all that it needs in itself.
 * @param bytes of a GLB, or of the JSON of a glTF file
 * @throws Error if it cannot be read, or is in several files, or compressed
 */
export async function glbOf(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const view = new DataView(bytes);
  const isBinary = bytes.byteLength >= HEAD + CHUNK_HEAD && view.getUint32(0, true) === MAGIC;
  const json = isBinary ? bytes.slice(HEAD + CHUNK_HEAD, HEAD + CHUNK_HEAD + view.getUint32(HEAD, true)) : bytes;
  const gltf = parsed(new TextDecoder().decode(json));
  const { asset, buffers = [], extensionsRequired = [] } = gltf;
  if (!asset?.version?.startsWith('2.')) throw new Error(`it is glTF ${asset?.version ?? '1'}; Hooke reads glTF 2.0`);
  const compressed = extensionsRequired.find((one) => COMPRESSION.includes(one));
  if (compressed) throw new Error(`its vertices are compressed (${compressed}): export it without compression`);
  const elsewhere = buffers.find(({ uri }) => uri !== undefined && !uri.startsWith('data:'));
  if (elsewhere) throw new Error(`its vertices are in another file, ${elsewhere.uri}: export it as GLB`);
  if (isBinary) return bytes;
  if (buffers.length !== 1) throw new Error(`it has ${buffers.length} buffers: export it as GLB`);
  const [{ uri = '' }] = buffers;
  const text = atob(uri.slice(uri.indexOf(',') + 1));
  const binary = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return packGlb({ ...gltf, buffers: [{ byteLength: binary.length }] }, [binary], binary.length).arrayBuffer();
}

function parsed(json: string): Gltf {
  try {
    return JSON.parse(json) as Gltf;
  } catch (error) {
    throw new Error(`its JSON is damaged, or ends early (${(error as Error).message})`);
  }
}

/**
 * A file of a header and two chunks: the description as JSON, and the arrays. Each chunk has a whole number of four bytes.
 * @param byteLength of the arrays together
 */
export function packGlb(gltf: object, arrays: readonly BlobPart[], byteLength: number): Blob {
  const text = new TextEncoder().encode(JSON.stringify(gltf));
  const json = new Uint8Array((text.length + 3) & ~3).fill(' '.charCodeAt(0));
  json.set(text);
  const filler = new Uint8Array(-byteLength & 3);
  const binaryLength = byteLength + filler.length;
  const all = HEAD + CHUNK_HEAD + json.length + CHUNK_HEAD + binaryLength;
  const header = words(MAGIC, 2, all, json.length, JSON_CHUNK);
  return new Blob([header, json, words(binaryLength, BINARY_CHUNK), ...arrays, filler], { type: 'model/gltf-binary' });
}

function words(...numbers: number[]): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  for (const [i, number] of numbers.entries()) view.setUint32(4 * i, number, true);
  return view;
}
