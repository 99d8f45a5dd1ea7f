/** Code of the page that is loaded when a click first needs it. */
export interface Lazy<T> {
  /** Loads it once. After a failure, which rejects, the next call tries again. */
  load(): Promise<T>;
  /** For each frame: null until it is loaded. @param needed true: starts to load it */
  now(needed: boolean): T | null;
}

/** @param onError told of a failure by `now` */
export function lazy<T>(open: () => Promise<T>, onError: (error: unknown) => void = () => {}): Lazy<T> {
  let loading: Promise<T> | null = null;
  let value: T | null = null;

  async function start(): Promise<T> {
    try {
      value = await open();
      return value;
    } catch (error) {
      loading = null;
      throw error;
    }
  }
  const load = () => {
    loading ??= start();
    return loading;
  };

  return {
    load,
    now(needed) {
      if (needed && !loading) load().catch(onError);
      return value;
    },
  };
}
