/** A scene file that can't be one. The message begins with the path of what is wrong in it. */
export class SceneError extends Error {
  override name = 'SceneError';

  /** @param path in the file, as in `springs.pairs[12][1]`; empty for the file as a whole */
  constructor(path: string, message: string) {
    super(`${path === '' ? 'scene file' : path}: ${message}`);
  }
}

/** `springs.pairs[12][1]` from its steps; what is no identifier stands in brackets and quotes. */
export function pathOf(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (/^[A-Za-z_]\w*$/.test(step)) path += path === '' ? step : `.${step}`;
    else path += `[${JSON.stringify(step)}]`;
  }
  return path;
}
