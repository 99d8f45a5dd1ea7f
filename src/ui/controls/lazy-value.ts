/** Time before a failed load is tried again, ms. */
const RETRY = 3000;

/** Returns a function that starts loading at its first call, and returns null until the value is loaded. @param onError called after each failed load */
export function lazyValue<T>(load: () => Promise<T>, onError?: (error: unknown) => void): () => T | null {
  let value: T | null = null;
  let started = false;
  return () => {
    if (!started) {
      started = true;
      load().then(
        (loaded) => {
          value = loaded;
        },
        (error) => {
          onError?.(error);
          setTimeout(() => {
            started = false;
          }, RETRY);
        },
      );
    }
    return value;
  };
}
