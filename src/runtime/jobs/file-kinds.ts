/** Says what a file is: by its first bytes, or else by its name. */

/** What one can do with a file that Hooke does not read. */
type Advice = 'mesh' | 'picture' | 'archive' | 'written' | 'experiment' | 'exercise' | 'none';

interface FileKind {
  /** With its article, as in "a PNG picture". */
  readonly name: string;
  /** The endings of such files. */
  readonly endings: string;
  /** How they begin, each byte as one character; of a control character its picture, as in `␀`. */
  readonly begins?: RegExp;
  /** True if `begins` are words, which another text may have too: a name that Hooke reads counts more. */
  readonly isText?: true;
  readonly advice: Advice;
}

/** Those of more exact content come before containers such as ZIP. */
const KINDS: readonly FileKind[] = [
  { name: 'an experiment', endings: '', begins: /^\s*\{.*"hookeExperiment"\s*:/s, advice: 'experiment' },
  { name: 'an exercise', endings: '', begins: /^\s*\{.*"hookeExercise"\s*:/s, advice: 'exercise' },
  { name: 'a USD scene', endings: 'usda', begins: /^#usda/, isText: true, advice: 'written' },
  { name: 'a USD scene', endings: 'usdc usd', begins: /^PXR-USDC/, advice: 'mesh' },
  { name: 'a USD scene', endings: 'usdz', advice: 'mesh' },
  { name: 'an FBX model', endings: 'fbx', begins: /^(Kaydara FBX Binary|; FBX )/, advice: 'mesh' },
  { name: 'a COLLADA model', endings: 'dae', begins: /<COLLADA\b/, isText: true, advice: 'mesh' },
  { name: 'an Alembic scene', endings: 'abc', begins: /^(Ogawa|\x89HDF)/, advice: 'mesh' },
  { name: 'a Blender file', endings: 'blend', begins: /^BLENDER/, advice: 'mesh' },
  { name: 'an OFF mesh', endings: 'off', begins: /^(N?C?4?n?)OFF\b/, isText: true, advice: 'mesh' },
  { name: 'a 3MF model', endings: '3mf', advice: 'mesh' },
  { name: 'a 3ds Max file', endings: '3ds max', advice: 'mesh' },
  { name: 'a Maya file', endings: 'ma mb', begins: /^(\/\/Maya ASCII|FOR4)/, advice: 'mesh' },
  { name: 'a Cinema 4D file', endings: 'c4d', begins: /^QC4DC4D6/, advice: 'mesh' },
  { name: 'a SketchUp or Rhino file', endings: 'skp 3dm', advice: 'mesh' },
  { name: 'a CAD file', endings: 'step stp iges igs dxf dwg', begins: /^(ISO-10303-21|AC10)/, advice: 'mesh' },
  { name: 'a VRML or X3D scene', endings: 'wrl x3d', begins: /^#VRML|<X3D\b/, isText: true, advice: 'mesh' },
  { name: 'the material file of an OBJ mesh', endings: 'mtl', begins: /^newmtl /m, isText: true, advice: 'none' },
  { name: 'a PNG picture', endings: 'png', begins: /^\x89PNG/, advice: 'picture' },
  { name: 'a JPEG picture', endings: 'jpg jpeg', begins: /^\xff\xd8\xff/, advice: 'picture' },
  { name: 'a GIF picture', endings: 'gif', begins: /^GIF8/, advice: 'picture' },
  { name: 'a WebP picture', endings: 'webp', begins: /^RIFF.{4}WEBP/s, advice: 'picture' },
  { name: 'an AVIF or HEIC picture', endings: 'avif heic', begins: /^.{4}ftyp(avif|hei|mif)/s, advice: 'picture' },
  { name: 'a TIFF picture', endings: 'tif tiff', begins: /^(II\*␀|MM␀\*)/, advice: 'picture' },
  { name: 'a BMP picture', endings: 'bmp', begins: /^BM.{4}␀␀␀␀/s, advice: 'picture' },
  { name: 'an HDR or EXR picture', endings: 'exr hdr', begins: /^(v\/1␁|#\?RADIANCE)/, advice: 'picture' },
  { name: 'an SVG picture', endings: 'svg', begins: /<svg\b/, isText: true, advice: 'written' },
  { name: 'a film', endings: 'mp4 mov m4v', begins: /^.{4}ftyp/s, advice: 'written' },
  { name: 'a film', endings: 'webm mkv', begins: /^␚E\xdf\xa3/, advice: 'written' },
  { name: 'a PDF document', endings: 'pdf', begins: /^%PDF/, advice: 'none' },
  { name: 'a web page', endings: 'html htm', begins: /^\s*<(!doctype html|html\b)/i, isText: true, advice: 'written' },
  { name: 'a table', endings: 'csv tsv xlsx ods', advice: 'written' },
  { name: 'a ZIP archive', endings: 'zip', begins: /^PK␃␄/, advice: 'archive' },
  {
    name: 'a compressed archive',
    endings: 'gz tgz bz2 xz 7z rar zst',
    begins: /^(␟\x8b|BZh|\xfd7zXZ|7z\xbc\xaf|Rar!|\x28\xb5\x2f\xfd)/,
    advice: 'archive',
  },
];

const MESHES = 'OBJ, glTF (GLB), PLY, STL';

const ADVICE: Record<Advice, string> = {
  mesh: `Hooke reads meshes as ${MESHES}: export it as one of these from the program that made it.`,
  picture: `A picture has no mesh. Hooke reads scene files (JSON) and meshes (${MESHES}).`,
  archive: `Unpack it first. Hooke reads scene files (JSON) and meshes (${MESHES}).`,
  written: `Hooke writes such files and does not read them. It reads scene files (JSON) and meshes (${MESHES}).`,
  experiment: 'Open it in the instrument Experiment.',
  exercise: 'Open it in the instrument Write your own, by Open exercise….',
  none: `Hooke reads scene files (JSON) and meshes (${MESHES}).`,
};

/** Names of mesh files. */
export const MESH = /\.(obj|glb|gltf|ply|stl)$/i;
/** What Hooke reads. */
const READABLE = /\.(json|obj|glb|gltf|ply|stl)$/i;
/** Bytes of the beginning of a file by which it is recognized. */
const HEAD = 4096;
/** Bytes of a binary STL before its triangles, and of each of them. */
const STL = { head: 84, triangle: 50 };

/** A file of another kind: the message goes on after its name. */
export class OtherKind extends RangeError {
  /** What can be read instead. */
  readonly advice: string;

  constructor(what: string, advice: string) {
    super(what);
    this.advice = advice;
  }
}

/** Resolves for what may be a scene file or a mesh. Rejects with an OtherKind. */
export async function refuseOtherKinds(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const head = utf16Of(bytes) ? textOf(bytes) : Array.from(bytes, characterOf).join('');
  const ending = /\.([^.]+)$/.exec(file.name)?.[1].toLowerCase() ?? '';
  const isNamed = ({ endings }: FileKind) => ending !== '' && endings.split(' ').includes(ending);
  const isReadable = READABLE.test(file.name);
  const found = KINDS.filter(({ begins, isText }) => begins?.test(head) && !(isText && isReadable));
  // A container is what its name says.
  const isContainer = found.some(({ advice }) => advice === 'archive');
  const kind = (isContainer && KINDS.find(isNamed)) || found[0] || (isReadable ? undefined : KINDS.find(isNamed));
  if (kind) throw new OtherKind(`is ${kind.name}, not a scene.`, ADVICE[kind.advice]);
  if (isReadable || isJson(head) || isObj(bytes) || formatOf(bytes, file.size)) return;
  const unknown = `is a ${head.includes('␀') ? 'file' : 'text'} of a kind that Hooke does not know.`;
  throw new OtherKind(head === '' ? 'is empty.' : unknown, ADVICE.none);
}

function characterOf(byte: number): string {
  const isText = byte >= 32 || [9, 10, 13].includes(byte);
  return String.fromCharCode(isText ? byte : 0x2400 + byte);
}

/** A text of UTF-8; or of UTF-16, which Windows programs write, if it begins with a byte order mark. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes);
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** True for an OBJ mesh, which has a line with a vertex: what is in a file counts, whatever its name. */
export function isObj(bytes: Uint8Array): boolean {
  return !isJson(textOf(bytes.subarray(0, HEAD))) && /^v\s+[-+.\d]/m.test(textOf(bytes));
}

/** Formats of meshes beside OBJ. */
export type MeshFormat = 'gltf' | 'ply' | 'stl';

const BEGINNINGS: Record<MeshFormat, RegExp> = {
  gltf: /^glTF|^\s*\{.*"asset"\s*:\s*\{/s,
  ply: /^ply\r?\n/,
  stl: /^\s*solid\b.*\bfacet\b/s,
};

/** The format of a mesh by what is in its file, whatever its name; null: another. @param size bytes of the whole file */
export function formatOf(bytes: Uint8Array, size = bytes.length): MeshFormat | null {
  const head = Array.from(bytes.subarray(0, HEAD), characterOf).join('');
  const found = Object.entries(BEGINNINGS).find(([, begins]) => begins.test(head));
  if (found) return found[0] as MeshFormat;
  return isBinaryStl(bytes, size) ? 'stl' : null;
}

function isBinaryStl(bytes: Uint8Array, size: number): boolean {
  if (size < STL.head) return false;
  const triangles = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
  return triangles > 0 && size === STL.head + STL.triangle * triangles;
}
