/** Time before a failed load is tried again, ms. */
const RETRY = 3000;

/** Returns a function that starts loading at its first call, and returns null until the value is loaded. */
export function lazyValue<T>(load: () => Promise<T>): () => T | null {
  let value: T | null = null;
  let started = false;
  return () => {
    if (!started) {
      started = true;
      load().then(
        (loaded) => {
          value = loaded;
        },
        () => {
          setTimeout(() => {
            started = false;
          }, RETRY);
        },
      );
    }
    return value;
  };
}
