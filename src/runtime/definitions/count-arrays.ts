/** Counts the arrays that code creates: the constructors of this thread are replaced meanwhile. */

const ARRAYS = [
  ...['Float64Array', 'Float32Array', 'Int32Array', 'Uint32Array', 'Int16Array', 'Uint16Array', 'Int8Array'],
  ...['Uint8Array', 'ArrayBuffer', 'Array', 'Map', 'Set'],
] as const;

/** Bytes of an entry where an object does not say its own. */
const ENTRY = 8;

/** Bytes of the arrays that `work` creates with `new`. */
export function bytesOfArrays(work: () => void): number {
  const own = Object.fromEntries(ARRAYS.map((name) => [name, globalThis[name]]));
  let bytes = 0;
  for (const name of ARRAYS) {
    const counting = new Proxy(globalThis[name], {
      construct(target, args, newTarget) {
        const made: { byteLength?: number; length?: number } = Reflect.construct(target, args, newTarget);
        bytes += made.byteLength ?? ENTRY * (1 + (made.length ?? 0));
        return made;
      },
    });
    Object.assign(globalThis, { [name]: counting });
  }
  try {
    work();
  } finally {
    Object.assign(globalThis, own);
  }
  return bytes;
}
