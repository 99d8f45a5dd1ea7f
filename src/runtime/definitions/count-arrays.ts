/** Counts the arrays that code creates: the constructors of this thread are replaced meanwhile. */

const ARRAYS = [
  ...['Float64Array', 'Float32Array', 'Int32Array', 'Uint32Array', 'Int16Array', 'Uint16Array', 'Int8Array'],
  ...['Uint8Array', 'ArrayBuffer', 'Array', 'Map', 'Set'],
] as const;

/** Bytes of an entry where an object does not say its own. */
const ENTRY = 8;

/** Bytes of the arrays that `work` creates with `new`. */
export function bytesOfArrays(work: () => void): number {
  const scope = globalThis as unknown as Record<string, new (...args: unknown[]) => object>;
  const own = ARRAYS.map((name) => scope[name]);
  let bytes = 0;
  ARRAYS.forEach((name, i) => {
    scope[name] = new Proxy(own[i], {
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget) as { byteLength?: number; length?: number };
        bytes += made.byteLength ?? ENTRY * (1 + (made.length ?? 0));
        return made;
      },
    });
  });
  try {
    work();
  } finally {
    ARRAYS.forEach((name, i) => {
      scope[name] = own[i];
    });
  }
  return bytes;
}
