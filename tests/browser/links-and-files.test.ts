import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MIDPOINT } from '../fixtures/definitions-from-source';
import { contentOf, type LabPage, openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { describeBrowser } from '../setup/browser';

const TWO = {
  hooke: 1,
  name: 'two of them',
  particles: {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
    ],
    masses: [1, 2],
    pinned: [0],
  },
  springs: { pairs: [[0, 1]], restLengths: [0.9], stiffness: 100, damping: 0.1 },
  integrator: 'rk4',
  params: { dt: 0.001, gravity: 0, drag: 0 },
};

describeBrowser('a setup', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ clipboard: true, keep: true });
  });
  beforeEach(async () => {
    await page.hooke('send', { type: 'scene', scene: 'cloth' });
  });

  describe('in a link', () => {
    test('loads', async () => {
      const linked = await openLab({ hash: '#scene=cloth&integrator=rk4&pins=0,5,31&dt=0.0002&rows=16&stiffness=150' });
      const { scene, integrator, pinned, params, particleCount } = await linked.state();
      expect({ scene, integrator, pinned, particleCount }).toEqual({
        scene: 'cloth',
        integrator: 'rk4',
        pinned: [0, 5, 31],
        particleCount: 512,
      });
      expect([params.dt, params.stiffness]).toEqual([0.0002, 150]);
      expect(await linked.messages()).toBe('');
    });

    test('is in the address bar, so that reloading gives the same setup', async () => {
      await page.hooke('set', 'scene', 'chain');
      await page.hooke('set', 'dt', 0.00012345);
      await page.hooke('set', 'integrator', 'midpoint');
      await page.hooke('send', { type: 'pin', particle: 3, pinned: true });
      const before = await page.state();
      await page.waitForFunction(() => location.hash.includes('pins='));
      await page.reload();
      await page.evaluate(() => window.hooke.ready);
      await page.hooke('pause');
      const { scene, integrator, params, pinned } = await page.state();
      expect({ scene, integrator, params, pinned }).toEqual({
        scene: before.scene,
        integrator: before.integrator,
        params: before.params,
        pinned: before.pinned,
      });
    });

    test('with invalid values loads its other values, and a message names each invalid one', async () => {
      const linked = await openLab({ hash: '#scene=cloth&dt=-1&stifness=3&stiffness=150&pins=0,99999,x' });
      const { params, pinned } = await linked.state();
      expect(params.stiffness).toBe(150);
      expect(params.dt).toBeGreaterThan(0);
      expect(pinned).toEqual([0]);
      await expect.poll(() => linked.messages()).toContain('dt');
      const text = await linked.messages();
      for (const part of ['dt', '-1', 'stifness', '3', '99999', '"x"']) expect(text).toContain(part);
    });

    test('pasted into the address bar is loaded', async () => {
      await page.evaluate(() => {
        location.hash = '#scene=two-bodies&dt=0.002';
      });
      await until(page, 'the scene', ({ scene, params }) => scene === 'two-bodies' && params.dt === 0.002);
    });

    test('can be copied', async () => {
      await page.hooke('set', 'stiffness', 77);
      await chooseInFileMenu(page, 'Copy link');
      await page
        .locator('#messages')
        .getByText(/is copied/)
        .waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toContain('stiffness=77');
    });
  });

  describe('in a file', () => {
    const dropped = (files: { name: string; text: string }[]) => {
      const transfer = new DataTransfer();
      for (const { name, text } of files) transfer.items.add(new File([text], name, { type: 'application/json' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    };

    test('is saved, and loads to the same bits', async () => {
      await page.hooke('step', 100);
      const hash = await page.hooke('hash');
      const [download] = await Promise.all([page.waitForEvent('download'), chooseInFileMenu(page, 'Save scene')]);
      expect(download.suggestedFilename()).toBe('cloth.json');
      const text = await (await contentOf(download)).toString();
      await page.hooke('set', 'scene', 'chain');
      await page.evaluate(dropped, [{ name: 'cloth.json', text }]);
      await until(page, 'loaded', ({ particleCount }) => particleCount === 1024);
      expect(await page.hooke('hash')).toBe(hash);
      expect((await page.state()).stepCount).toBe(0);
    });

    test('can be opened with a button', async () => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
      await chooser.setFiles({
        name: 'two.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(TWO)),
      });
      await until(page, 'loaded', ({ scene, integrator }) => scene === 'two of them' && integrator === 'rk4');
    });

    test('is loaded if it is the first of several dropped files', { tags: ['long'] }, async () => {
      await page.evaluate(dropped, [
        { name: 'two.json', text: JSON.stringify(TWO) },
        { name: 'other.json', text: '{}' },
      ]);
      await until(page, 'loaded', ({ scene }) => scene === 'two of them');
      await page.locator('#messages').getByText('two.json').waitFor();
    });

    describe.each(
      everyNth(
        4,
        [
          ['notes.txt', 'Hello', ['notes.txt']],
          ['array.json', '[1, 2]', ['array.json']],
          ['empty.json', '{}', ['hooke']],
          [
            'wrong.json',
            JSON.stringify({ ...TWO, springs: { pairs: [[0, 7]], stiffness: 1 } }),
            ['springs.pairs[0][1]', '7'],
          ],
        ],
        3,
      ),
    )('that is invalid, %s,', { tags: ['sampled'] }, (name, text, named) => {
      test('is rejected with name and value, and the running scene stays', async () => {
        await page.hooke('pause');
        const before = [await page.hooke('hash'), await page.state()];
        await page.evaluate(dropped, [{ name, text }]);
        for (const part of named) await page.locator('#messages').getByText(part).first().waitFor();
        expect([await page.hooke('hash'), await page.state()]).toEqual(before);
      });
    });

    /** A square of two triangles, with indices from the end and a comment. */
    const SQUARE = '# a square\nv 0 1 0\nv 1 1 0\nv 0 2 0\nv 1 2 0\nf -4 -3 -2\nf 2/1 4/2 3/3\n';

    test('with a mesh becomes a cloth, dropped or opened', async () => {
      await page.evaluate(dropped, [{ name: 'square.obj', text: SQUARE }]);
      await until(page, 'loaded', ({ scene, particleCount }) => scene === 'square' && particleCount === 4);
      const { springCount } = await page.state();
      // Five edges, and one bend spring across the diagonal.
      expect(springCount).toBe(6);
      await page.hooke('set', 'scene', 'chain');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
      await chooser.setFiles({ name: 'Square.OBJ', mimeType: 'model/obj', buffer: Buffer.from(SQUARE) });
      await until(page, 'loaded again', ({ particleCount }) => particleCount === 4);
    });

    test('with a mesh that can’t become cloth is rejected with the line, and the running scene stays', {
      tags: ['long'],
    }, async () => {
      await page.hooke('pause');
      const hash = await page.hooke('hash');
      await page.evaluate(dropped, [{ name: 'bad.obj', text: 'v 0 0 0\nv 1 0 0\nf 1 2 9\n' }]);
      await page
        .locator('#messages')
        .getByText(/bad\.obj .*no face and no line .*line 3: /)
        .waitFor();
      expect(await page.hooke('hash')).toBe(hash);
    });

    test('that is large is never in the page’s own thread: it is read in a worker, and goes to the engine by reference', {
      tags: ['long'],
    }, async () => {
      const side = 60;
      const vertices = Array.from({ length: side * side }, (_, i) => `v ${i % side} ${Math.floor(i / side)} 0`);
      const faces = vertices.flatMap((_, i) =>
        i % side < side - 1 && i < side * (side - 1) ? [`f ${i + 1} ${i + 2} ${i + side + 2} ${i + side + 1}`] : [],
      );
      await page.evaluate(() => {
        const seen: string[] = [];
        const undo: (() => void)[] = [];
        /** Notes calls with more than some kilobytes. */
        function watch(holder: object, name: string, sizeOf: (self: unknown, argument: unknown) => number) {
          const methods = holder as Record<string, (...all: unknown[]) => unknown>;
          const before = methods[name];
          methods[name] = function (this: unknown, ...all) {
            if (sizeOf(this, all[0]) > 20_000) seen.push(name);
            return before.apply(this, all);
          };
          undo.push(() => {
            methods[name] = before;
          });
        }
        const entries = (value: unknown): number =>
          typeof value !== 'object' || value === null
            ? 1
            : ArrayBuffer.isView(value)
              ? value.byteLength
              : Object.values(value).reduce((sum, one) => sum + entries(one), 0);
        watch(JSON, 'parse', (_, text) => String(text).length);
        watch(JSON, 'stringify', (_, value) => entries(value));
        watch(TextDecoder.prototype, 'decode', (_, bytes) => (bytes as ArrayBuffer).byteLength);
        watch(Blob.prototype, 'text', (blob) => (blob as Blob).size);
        watch(String.prototype, 'split', (text) => String(text).length);
        watch(Worker.prototype, 'postMessage', (_, message) => {
          const { method, args } = message as { method: string; args: unknown };
          return method === 'send' ? entries(args) : 0;
        });
        Object.assign(window, { seen, unwatch: () => undo.map((act) => act()) });
      });
      const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      await page.evaluate(dropped, [{ name: 'plate.obj', text: [...vertices, ...faces].join('\n') }]);
      await until(page, 'loaded', ({ scene, particleCount }) => scene === 'plate' && particleCount === side * side);
      expect(await seen()).toEqual([]);
      // What is watched is noticed.
      await page.evaluate((text) => JSON.parse(text), `[${'1,'.repeat(20_000)}1]`);
      expect(await seen()).toEqual(['parse']);
      await page.evaluate(() => (window as unknown as { unwatch(): void }).unwatch());
    });

    test('that is large is built in the engine with definitions too', { tags: ['long'] }, async () => {
      const own = await openLab();
      await own.hooke('send', { type: 'scene', scene: 'cloth', params: { rows: 40, columns: 40 } });
      const text = JSON.stringify(await own.hooke('save'));
      await own.hooke('set', 'scene', 'chain');
      await own.hooke('define', MIDPOINT);
      await own.evaluate(dropped, [{ name: 'large.json', text }]);
      await until(own, 'loaded', ({ particleCount }) => particleCount === 1600);
      await own.hooke('set', 'integrator', 'my-midpoint');
      await own.hooke('step', 1);
      expect(await own.messages()).not.toContain('stopped');
    });

    test('can be an image of the view', { tags: ['long'] }, async () => {
      // As many pixels as on an ordinary screen: the test checks the size of the file.
      const drawn = await openLab({ picture: true, reducedMotion: 'reduce' });
      const [download] = await Promise.all([drawn.waitForEvent('download'), chooseInFileMenu(drawn, 'Save picture')]);
      expect(download.suggestedFilename()).toBe('cloth.png');
      const bytes = await contentOf(download);
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(bytes.length).toBeGreaterThan(5_000);
    });
  });
});
