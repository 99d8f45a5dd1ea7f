import { afterEach, expect, test, vi } from 'vitest';
import { connectWorker } from '../../../src/runtime/host/worker-host';

/** A worker that never answers. */
class SilentWorker {
  postMessage() {}
  terminate() {}
}

afterEach(() => vi.unstubAllGlobals());

test('an engine that was closed rejects what was asked before, and what is asked later', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  const host = connectWorker('auto');
  host.ready.catch(() => {});
  const before = host.step(0);
  host.dispose();
  await expect(before).rejects.toThrow('the engine has been closed');
  await expect(host.step(0)).rejects.toThrow('the engine has been closed');
  await expect(host.send({ type: 'reset' })).rejects.toThrow('the engine has been closed');
});
