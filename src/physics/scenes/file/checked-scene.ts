/** Scenes that another thread has read from a file and checked: a large file is not checked twice. */
import type { SceneFile } from './check-scene-file';

/** Only these stand for a file without a check: what else is sent as a file is checked, whatever it looks like. */
const checked = new WeakSet<object>();

/** A scene in place of its file, for the command `scene`. @param scene a result of `parseSceneFile`, or one on its way to the engine */
export function inPlaceOfFile(scene: object): SceneFile {
  checked.add(scene);
  return scene as SceneFile;
}

/** True for a result of `inPlaceOfFile`. @param file any value */
export function isChecked(file: unknown): boolean {
  return checked.has(file as object);
}
