import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { singleFilePolicy } from '../content-policy.ts';
import { pack } from './pack.ts';

/** KaTeX's fonts that the lessons use: tests/browser/single-file.test.ts checks it. */
const FONTS = /KaTeX_(?:Main-(?:Regular|Bold)|Math-(?:Bold)?Italic|Size[123]-Regular)\.woff2/;
/** The same fonts for browsers that are too old for the file. */
const OLDER_FONTS = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g;

/** Before the styles are unpacked: nothing is shown on the page's background. */
const FIRST_STYLE =
  'html{background:light-dark(#e6e0d6,#151a23);color-scheme:light dark}.starting body{visibility:hidden}';

const TOO_OLD = `<p>Hooke could not be started, because this browser cannot unpack its program. It runs in Chrome and Edge from version 123,
  Firefox from 120 and Safari from 17.5.</p>`;

/** Writes the site as one file, `hooke.html`, which needs no server: docs/hosting.md. */
export function singleFile(): Plugin {
  let root = '';
  return {
    name: 'single-file',
    enforce: 'pre',
    apply: (_, { mode }) => mode === 'single',
    configResolved(config) {
      root = config.root;
    },
    resolveId(source, importer) {
      const worker = /\/([\w-]+)\?worker&url$/.exec(source);
      if (worker) return `\0${worker[1]}`;
      if (source === './code-editor' && importer?.endsWith('/write-your-own.ts'))
        return join(root, '.build/single-file/plain-editor.ts');
      return null;
    },
    load: {
      filter: { id: [/^\0(?:job-)?worker$/, /\/runtime\/definitions\/sandbox-address\.ts$/] },
      handler(id) {
        if (id.startsWith('\0')) return `export default self.hookeProgram + '#${id.slice(1)}'`;
        const frame = JSON.stringify(dataAddress('text/html', read(root, 'public/sandbox.html')));
        return `export const SANDBOX_FRAME = ${frame};\nexport const SANDBOX_PROGRAM = self.hookeProgram;`;
      },
    },
    transform: {
      filter: { id: /\/katex(\.min)?\.css$/ },
      handler: (code) =>
        code.replace(/@font-face\s*\{[^}]*\}/g, (face) => (FONTS.test(face) ? face.replace(OLDER_FONTS, '') : '')),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const outputs = Object.values(bundle);
        for (const { fileName } of outputs) delete bundle[fileName];
        this.emitFile({ type: 'asset', fileName: 'hooke.html', source: page(root, outputs) });
      },
    },
  };
}

/** The file: UTF-16 with its mark, which counts more than what a server says. */
function page(root: string, outputs: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Buffer {
  const part = (pattern: RegExp): string => {
    const found = outputs.filter(({ fileName }) => pattern.test(fileName));
    if (found.length !== 1) throw new Error(`the single file has ${found.length} parts ${pattern}, and must have one`);
    return found[0].type === 'chunk' ? found[0].code : Buffer.from(found[0].source).toString();
  };
  const [start, unpack] = [read(root, 'public/start.js'), read(root, '.build/single-file/unpack.js')];
  const [, sandbox] = /<script>([\s\S]*?)<\/script>/.exec(read(root, 'public/sandbox.html')) ?? [];
  const policy = singleFilePolicy([start, unpack, sandbox].map(hash), hash(FIRST_STYLE));
  const notices = `${part(/^LICENSE$/)}\n${part(/notices/)}`.replaceAll('--', '- -');
  const changes: [string | RegExp, string][] = [
    ['<meta charset="utf-8" />', `<meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    ['/favicon.svg', dataAddress('image/svg+xml', read(root, 'public/favicon.svg'))],
    [/\n.*rel="apple-touch-icon".*/, ''],
    [/\n.*rel="manifest".*/, ''],
    ['<script src="/start.js"></script>', `<script>${start}</script>`],
    [/<link rel="stylesheet".*/, `<style id="first-style">${FIRST_STYLE}</style>`],
    [/\n.*<script type="module".*/, ''],
    [/(<div id="unstarted" role="alert">)[\s\S]*?(?=<\/div>)/, `$1${TOO_OLD}`],
    ['</body>', `${pack('styles', part(/\.css$/))}${pack('program', part(/\.js$/))}<script>${unpack}</script></body>`],
    [/$/, `<!--\n${notices}\n-->\n`],
  ];
  let html = read(root, 'index.html');
  for (const [from, to] of changes) {
    const changed = html.replace(from, (_, kept = '') => to.replace('$1', kept));
    if (changed === html) throw new Error(`index.html has changed: it has no ${from}`);
    html = changed;
  }
  return Buffer.from(`\ufeff${html}`, 'utf16le');
}

const read = (root: string, name: string) => readFileSync(join(root, name), 'utf8');
const dataAddress = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString('base64')}`;
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
