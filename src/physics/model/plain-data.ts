const isTypedArray = (plain: unknown): plain is Float64Array => ArrayBuffer.isView(plain);

/** A deep copy of plain data: the caller may change its own arrays afterwards. */
export function copyOfPlain<T>(plain: T): T {
  if (Array.isArray(plain)) return plain.map(copyOfPlain) as T;
  if (typeof plain !== 'object' || plain === null) return plain;
  if (isTypedArray(plain)) return plain.slice() as T;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, copyOfPlain(value)])) as T;
}

/** Estimated size of plain data in memory, bytes. */
export function sizeOfPlain(plain: unknown): number {
  if (ArrayBuffer.isView(plain)) return 100 + plain.byteLength;
  if (typeof plain !== 'object' || plain === null) return 8;
  return Object.values(plain).reduce<number>((sum, value) => sum + 16 + sizeOfPlain(value), 50);
}
