/** A scene file that can't be one. The message begins with the path of what is wrong in it. */
export class SceneError extends Error {
  override name = 'SceneError';

  /** @param path in the file, as in `springs.pairs[12][1]`; empty for the file as a whole */
  constructor(path: string, message: string) {
    super(`${path === '' ? 'scene file' : path}: ${message}`);
  }
}
