import { show } from '../params';
import { SceneError } from './scene-error';

/** A token of JSON: a mark, a string, or a number or word. */
const MARK = '([[\\]{}:,])';
const STRING = '("(?:[ !#-[\\]-\\uffff]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*")';
const OTHER = '(?:-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)(?![\\w.+-])';
const TOKEN = new RegExp(`${MARK}|${STRING}|${OTHER}`, 'y');

/**
 * The value of a JSON text.
 * @throws SceneError with line and column, which the engines' own messages give in different ways or not at all
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { at, wanted } = findFault(text);
    const before = text.slice(0, at).split('\n');
    const line = before.length;
    const column = before[line - 1].length + 1;
    const found = at < text.length ? show(text.slice(at, at + 20)) : 'the end of the text';
    throw new SceneError(`line ${line}, column ${column}`, `not JSON, ${found} where ${wanted} should stand`, {
      cause: error,
    });
  }
}

/** Where a text that is no JSON stops being one. */
function findFault(text: string): { at: number; wanted: string } {
  /** Brackets that are open: what closes each. */
  const open: string[] = [];
  let wanted = 'a value';
  let at = 0;
  for (;;) {
    while (at < text.length && ' \t\n\r'.includes(text[at])) at++;
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return { at, wanted };
    const next = follow(wanted, match, open);
    if (next === null) return { at, wanted };
    wanted = next;
    at = TOKEN.lastIndex;
  }
}

/** What should stand after a token, or null where the token itself should not stand there. */
function follow(wanted: string, [, mark, string]: RegExpExecArray, open: string[]): string | null {
  const close = open[open.length - 1];
  if (wanted.startsWith('a value')) {
    if (mark === '{') {
      open.push('}');
      return 'a key or }';
    }
    if (mark === '[') {
      open.push(']');
      return 'a value or ]';
    }
    if (mark !== undefined && !(mark === ']' && wanted === 'a value or ]')) return null;
    if (mark === ']') open.pop();
  } else if (wanted.startsWith('a key')) {
    if (string !== undefined) return ':';
    if (mark !== '}' || wanted !== 'a key or }') return null;
    open.pop();
  } else if (wanted === ':') {
    return mark === ':' ? 'a value' : null;
  } else if (mark === ',' && close !== undefined) {
    return close === '}' ? 'a key' : 'a value';
  } else if (mark === undefined || mark !== close) {
    return null;
  } else {
    open.pop();
  }
  return open.length > 0 ? `, or ${open[open.length - 1]}` : 'the end of the text';
}
