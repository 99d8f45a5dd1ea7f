/**
 * What the page may load and run: its own files, and nothing that is written in the page or made from text. docs/hosting.md has the
 * reason for each line.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self' data:",
  "img-src 'self' blob: data:",
  "worker-src 'self'",
  "frame-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types hooke-worker',
].join('; ');

/**
 * The policy of the single file. Its address is no origin: what it runs is named by hashes, or made by it. It requires no trusted
 * types, because the frame for definitions inherits the policy.
 * @param scripts hashes @param style hash of the style element
 */
export const singleFilePolicy = (scripts: readonly string[], style: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts.join(' ')} blob: 'wasm-unsafe-eval'`,
    `style-src ${style}`,
    'font-src data:',
    'img-src blob: data:',
    'worker-src blob:',
    'frame-src data:',
    'connect-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
