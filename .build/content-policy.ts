import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

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

/** Puts the policy into the built page, for hosts that send none. The development server's page needs scripts in the HTML. */
export const contentPolicy: Plugin = {
  name: 'content-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

/** In the preview the page's policy must not be sent with the frame for definitions: the document has a policy of its own. */
export const sandboxPolicy: Plugin = {
  name: 'sandbox-policy',
  configurePreviewServer: ({ middlewares, config }) => {
    middlewares.use((request, response, next) => {
      if (!request.url?.split('?')[0].endsWith('/sandbox.html')) return next();
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(readFileSync(resolve(config.root, config.build.outDir, 'sandbox.html')));
    });
  },
};
