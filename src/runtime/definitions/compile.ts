/** Reads the text of a definition: its syntax, what it may not contain, and a guard in each of its loops. */
import { type Node, type Program, parse } from 'acorn';

/** What is wrong with a definition, and where. */
export class DefinitionError extends Error {
  override name = 'DefinitionError';
  /** From 1; absent: not known. */
  readonly line?: number;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.line = line;
  }
}

/** Most characters of a text. */
export const LONGEST_SOURCE = 100_000;
/** Passes of loops between two calls of the guard. */
const PASSES = 1000;
/** The guard of this thread, which throws when a call takes too long: `guard.ts`. */
export const GUARD = '__hookeGuard';
const COUNT = '__hookePasses';

const LOOPS = ['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'];

/** Nodes that a definition may not contain, and why. */
const FORBIDDEN: Record<string, string> = {
  ImportDeclaration: 'a definition cannot import: it gets everything from its arguments',
  ImportExpression: 'a definition cannot import: it gets everything from its arguments',
  ExportAllDeclaration: 'a definition cannot import: it gets everything from its arguments',
  MetaProperty: 'a definition cannot use import.meta or new.target',
};

/**
 * The code to run: the same lines, with a guard in each loop. It runs nothing.
 * @throws DefinitionError for a text that is no module, or that has no default export
 */
export function compile(source: string): string {
  if (typeof source !== 'string') throw new DefinitionError('the source must be a string');
  if (source.length > LONGEST_SOURCE)
    throw new DefinitionError(`the source has ${source.length} characters, at most ${LONGEST_SOURCE}`);
  const program = parsed(source);
  const inserted: [at: number, text: string][] = [];
  let exports = 0;
  visit(program, (node) => {
    const line = node.loc?.start.line;
    const reason = FORBIDDEN[node.type];
    if (reason) throw new DefinitionError(reason, line);
    if (node.type === 'ExportNamedDeclaration' && (node as { source?: unknown }).source)
      throw new DefinitionError(FORBIDDEN.ExportAllDeclaration, line);
    if (node.type === 'Identifier' && /^__hooke/.test((node as unknown as { name: string }).name))
      throw new DefinitionError('names that begin with __hooke are reserved', line);
    if (node.type === 'ExportDefaultDeclaration') exports++;
    if (!LOOPS.includes(node.type)) return;
    const { body } = node as unknown as { body: Node };
    const guard = `if(++${COUNT}>${PASSES})${COUNT}=${GUARD}(${line});`;
    if (body.type === 'BlockStatement') inserted.push([body.start + 1, guard]);
    else inserted.push([body.start, `{${guard}`], [body.end, '}']);
  });
  if (exports === 0) throw new DefinitionError('the module has no default export: begin with `export default {`');
  return `let ${COUNT}=0;const ${GUARD}=globalThis.${GUARD};${withInsertions(source, inserted)}`;
}

function parsed(source: string): Program {
  try {
    return parse(source, { ecmaVersion: 2022, sourceType: 'module', locations: true });
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number } };
    throw new DefinitionError(message.replace(/ \(\d+:\d+\)$/, ''), loc?.line);
  }
}

/** The text with others inserted; those for the same place keep their order. */
function withInsertions(source: string, inserted: [number, string][]): string {
  let text = '';
  let from = 0;
  for (const [at, more] of inserted.sort(([a], [b]) => a - b)) {
    text += source.slice(from, at) + more;
    from = at;
  }
  return text + source.slice(from);
}

/** Calls `enter` for each node, the outer ones first. Without recursion: a text may be nested deeply. */
function visit(root: Node, enter: (node: Node) => void): void {
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    enter(node);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child !== null && typeof child === 'object' && typeof child.type === 'string') open.push(child);
      }
    }
  }
}
