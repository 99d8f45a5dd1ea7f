import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { connect, inThread, type WorkerPort } from '../../../src/runtime/connect';
import { connectEngine } from '../../../src/runtime/host/host';
import { serveEngine } from '../../../src/runtime/host/serve-engine';
import { serve } from '../../../src/runtime/serve';
import { engineInNode } from '../../fixtures/engine-in-node';

test('an engine that was closed rejects what was asked before, and what is asked later', async () => {
  const port: WorkerPort = { postMessage() {}, terminate() {}, onmessage: null, onerror: null };
  const host = connectEngine(port);
  host.ready.catch(() => {});
  const before = host.session.step(0);
  host.dispose();
  await expect(before).rejects.toThrow('the engine has been closed');
  await expect(host.session.step(0)).rejects.toThrow('the engine has been closed');
  await expect(host.send({ type: 'reset' })).rejects.toThrow('the engine has been closed');
});

describe('an object behind a port', () => {
  const object = {
    *count(to: number) {
      for (let i = 0; i < to; i++) yield i;
      return 'counted';
    },
    *endless() {
      for (;;) yield null;
    },
    add: (a: number, b: number) => a + b,
    refuse(name: string) {
      throw Object.assign(name === 'RangeError' ? new RangeError('no') : new Error('no'), { name });
    },
    reject: (_value: unknown) => {},
  };
  const open = () => connect<typeof object>(inThread((port) => serve(port, object, { beside: ['endless'] })));

  test('gives values, and the progress of generators, in the order of the calls', async () => {
    const { remote, call, close } = open();
    const seen: unknown[] = [];
    const counted = call('count', [3], { onProgress: (i) => void seen.push(i) }).then((end) => seen.push(end));
    const added = remote.add(3, 4).then((sum) => seen.push(sum));
    await Promise.all([counted, added]);
    expect(seen).toEqual([0, 1, 2, 'counted', 7]);
    close(null);
  });

  test('ends a generator for its signal, with the reason, while other calls continue', async () => {
    const { remote, call, close } = open();
    const cancel = new AbortController();
    const running = call('endless', [], { signal: cancel.signal });
    expect(await remote.add(1, 1)).toBe(2);
    cancel.abort('enough');
    await expect(running).rejects.toBe('enough');
    await expect(call('count', [1], { signal: cancel.signal })).rejects.toBe('enough');
    close(null);
  });

  test('keeps the class and the name of errors', async () => {
    const { remote, close } = open();
    for (const name of ['RangeError', 'SceneError', 'AbortError']) {
      const error = await remote.refuse(name).catch((rejected) => rejected);
      expect([error.name, error instanceof RangeError]).toEqual([name, name === 'RangeError']);
    }
    await expect(remote.reject(() => {})).rejects.toThrow('must be plain data');
    close(null);
  });
});

test('an engine on the page’s thread takes each buffer that it has transferred back, and writes it again', async () => {
  const host = connectEngine(inThread((port) => serveEngine(port, 'page', 'js')));
  await host.ready;
  const { texels, velocities } = host.latest();
  await host.send({ type: 'set', key: 'stiffness', value: 30 });
  const simulation = createSimulation({ kernel: 'js', params: { stiffness: 30 } });
  expect(host.latest().texels).not.toBe(texels);
  expect(await host.session.hash()).toBe(simulation.hash());
  // The first call takes the arrays that were replaced, the second sends them.
  for (let i = 0; i < 3; i++) {
    host.advance(0, false);
    await host.session.step(0);
  }
  expect([texels.byteLength, velocities.byteLength]).toEqual([0, 0]);
  host.dispose();
});

test('side by side and questions wait for the scene before them, on the page’s thread too', async () => {
  const host = engineInNode();
  const scene = host.send({ type: 'scene', scene: 'chain' });
  const beside = host.session.sideBySide([{ label: 'half', params: { dt: 1e-4 } }]);
  const spring = host.session.ask('spring', { spring: 0 });
  await Promise.all([scene, beside]);
  expect(host.latest().companions).toHaveLength(1);
  expect((await spring).ends).toEqual([0, 1]);
});
