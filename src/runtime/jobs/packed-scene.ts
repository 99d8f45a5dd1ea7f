/** A scene that was read from a file and checked in another thread, as it goes from thread to thread: without copies. */
import type { Command, SceneFile } from '../../physics';
import { inPlaceOfFile } from '../../physics/scenes/file/checked-scene';
import type { ParsedScene } from '../../physics/scenes/file/parse-scene-file';

/** Threads pass a blob on as a reference. The page has it again when a new engine, or a step back in the history, needs it. */
export interface PackedScene {
  /** A `ParsedScene` with the place of each array instead of the array. */
  scene: Tree;
  /** The arrays. */
  blob: Blob;
}

type Tree = { [key: string]: unknown };

/** Where an array is in the blob. */
interface Place {
  kind: number;
  /** Bytes before it. */
  bytesAt: number;
  length: number;
}

const KINDS = [Float64Array, Uint32Array, Uint8Array] as const;

/** @param parsed a result of `parseSceneFile` */
export function pack(parsed: ParsedScene): PackedScene {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const scene = mapLeaves({ ...parsed }, (value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as Float64Array<ArrayBuffer>;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const kind = KINDS.findIndex((kind) => value instanceof kind);
    const place: Place = { kind, bytesAt: size, length: array.length };
    // Each array begins at a whole number of eight bytes.
    parts.push(bytes, new Uint8Array(-bytes.length & 7));
    size += (bytes.length + 7) & ~7;
    return place;
  });
  return { scene, blob: new Blob(parts) };
}

/** The scene in place of its file. @throws RangeError if there is no memory for the arrays */
export async function unpack({ scene, blob }: PackedScene): Promise<SceneFile> {
  const buffer = await blob.arrayBuffer().catch((error: Error) => {
    throw new RangeError(error.message);
  });
  const parsed = mapLeaves(scene, (value) => {
    const { kind, bytesAt, length } = (value ?? {}) as Place;
    return bytesAt === undefined ? value : new KINDS[kind](buffer, bytesAt, length);
  });
  return inPlaceOfFile(parsed);
}

/** @param command `scene`, with a packed scene */
export async function unpackCommand(command: Command): Promise<Extract<Command, { type: 'scene' }>> {
  const { scene, ...rest } = command as Extract<Command, { type: 'scene' }>;
  return { ...rest, scene: await unpack(scene as object as PackedScene) };
}

/** A copy in which `change` has replaced what is not an object of further entries. */
function mapLeaves(tree: Tree, change: (value: unknown) => unknown): Tree {
  const entries = Object.entries(tree).map(([key, value]) => {
    const changed = change(value);
    const isTree = changed === value && Object.getPrototypeOf(value ?? 0) === Object.prototype;
    return [key, isTree ? mapLeaves(value as Tree, change) : changed];
  });
  return Object.fromEntries(entries);
}
