/** Time after which a failed load may be tried again, ms. */
const RETRY = 3000;

/** Makes `get()`: null until a part is there that begins to load when it is first asked for. */
export function lazyValue<T>(load: () => Promise<T>): () => T | null {
  let part: T | null = null;
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      load().then(
        (there) => {
          part = there;
        },
        () => {
          setTimeout(() => {
            asked = false;
          }, RETRY);
        },
      );
    }
    return part;
  };
}
