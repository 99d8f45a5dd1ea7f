const PREFIXES: [number, string][] = [
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
  [1e-12, 'p'],
  [1e-15, 'f'],
];

/** A positive number with a prefix of its unit: `12.3 µm`, `1.5 kN/m`, `250`. @param digits at most */
export function prefixed(value: number, unit: string, digits = 3): string {
  // 999.9995 is a thousand.
  const rounded = Number(value.toPrecision(digits));
  const [factor, prefix] = PREFIXES.find(([size]) => rounded >= size) ?? PREFIXES[PREFIXES.length - 1];
  return `${Number((rounded / factor).toPrecision(digits))} ${prefix}${unit}`.trim();
}

/** Powers of ten within the range, and those between that divide it when there are few. */
export function decades([low, high]: readonly [number, number], most = 12): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / most));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += stride) ticks.push(Number(`1e${power}`));
  return ticks;
}
