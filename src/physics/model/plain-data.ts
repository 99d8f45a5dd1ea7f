/** A copy all the way down: the caller's own arrays may change afterwards. */
export function copyOfPlain<T>(plain: T): T {
  if (Array.isArray(plain)) return plain.map(copyOfPlain) as T;
  if (typeof plain !== 'object' || plain === null) return plain;
  if (ArrayBuffer.isView(plain)) return (plain as unknown as Float64Array).slice() as T;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, copyOfPlain(value)])) as T;
}

/** About what it takes, bytes. */
export function weightOf(plain: unknown): number {
  if (ArrayBuffer.isView(plain)) return 100 + plain.byteLength;
  if (typeof plain !== 'object' || plain === null) return 8;
  return Object.values(plain).reduce<number>((sum, value) => sum + 16 + weightOf(value), 50);
}
