import { join } from 'node:path';
import { build } from 'vite';

/**
 * Bundles a program into one classic script without imports: not every browser takes a module for a service worker, and none starts a
 * module worker where the origin is opaque.
 * @param entry path of the program from `root`
 * @throws Error if the bundle is not one script
 */
export async function classicScript(root: string, entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      minify: true,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'program', fileName: () => 'program.js' },
      rolldownOptions: { output: { comments: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output.filter(({ type }) => type === 'chunk') : []));
  if (chunks.length !== 1) throw new Error(`${entry} must be bundled into one script, got ${chunks.length}`);
  return (chunks[0] as { code: string }).code;
}
