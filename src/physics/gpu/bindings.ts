/** What kernels read and write: declared once, in their text, from which the layouts of bind groups follow. */

/** The elements of arrays by name; those of all others are vec4f. */
const ELEMENTS: Readonly<Record<string, string>> = {
  touches: 'Touch',
  places: 'Place',
  smoothers: 'vec2f',
  blocks: 'vec2f',
  fine: 'vec2f',
  sums: 'f32',
  reports: 'f32',
};

/**
 * Declares bindings of a group in WGSL, in order.
 * @param lists `read a b` and `write c`, which are arrays, or `uniform d: Type`
 */
export function bindings(group: number, first: number, ...lists: readonly string[]): string {
  const declared = lists.flatMap((list) => {
    const [access, ...names] = list.split(' ');
    if (access === 'uniform') return `var<uniform> ${names.join(' ')}`;
    const space = access === 'read' ? 'storage, read' : 'storage, read_write';
    return names.map((name) => `var<${space}> ${name}: array<${ELEMENTS[name] ?? 'vec4f'}>`);
  });
  return declared.map((one, k) => `@group(${group}) @binding(${first + k}) ${one};`).join('\n');
}

const TYPES = { uniform: 'uniform', 'storage, read': 'read-only-storage', 'storage, read_write': 'storage' } as const;

/** The bindings of a group that a text declares, in order. */
export function bindingsIn(text: string, group: number): GPUBufferBindingType[] {
  const found = [...text.matchAll(/@group\((\d+)\) @binding\((\d+)\) var<(.*?)>/g)];
  return found
    .filter(([, of]) => Number(of) === group)
    .sort(([, , a], [, , b]) => Number(a) - Number(b))
    .map(([, , , space]) => TYPES[space as keyof typeof TYPES]);
}
