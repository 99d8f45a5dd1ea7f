/** One import, re-export or dynamic import of a source file. */
export interface Import {
  specifier: string;
  /** True if the built code does not contain it. */
  typeOnly: boolean;
}

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const QUOTED = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const TEMPLATE = String.raw`\`(?:\\.|[^\`\\])*\``;

/** The source without comments. Strings stay: they may contain text like a comment. */
export function withoutComments(source: string): string {
  return source.replace(new RegExp(`${QUOTED}|${TEMPLATE}|${COMMENT}`, 'g'), (part) =>
    part.startsWith('//') || part.startsWith('/*') ? ' ' : part,
  );
}

/** The source without comments and strings; code in templates stays. */
export function codeOf(source: string): string {
  return source.replace(new RegExp(`${QUOTED}|${TEMPLATE}|${COMMENT}`, 'g'), (part) => {
    if (part.startsWith('`'))
      return `(${(part.match(/\$\{[^}]*\}/g) ?? []).map((hole) => hole.slice(2, -1)).join(';')})`;
    return part.startsWith('/') ? ' ' : "''";
  });
}

/** The imports of a module by `import`, `export … from`, `import()` and `new URL(…, import.meta.url)`. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  const fromClause = /\b(?:import|export)\s+(type\s+)?(?:[\w$*\s,]|\{[^}]*\})*?from\s*['"]([^'"]+)['"]/g;
  const bare = /\bimport\s*['"]([^'"]+)['"]/g;
  const dynamic = /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g;
  const asset = /\bnew\s+URL\(\s*['"`](\.[^'"`]+)['"`]\s*,\s*import\.meta\.url/g;
  return [
    ...Array.from(code.matchAll(fromClause), ([, type, specifier]) => ({ specifier, typeOnly: type !== undefined })),
    ...[bare, dynamic, asset].flatMap((pattern) =>
      Array.from(code.matchAll(pattern), ([, specifier]) => ({ specifier, typeOnly: false })),
    ),
  ];
}
