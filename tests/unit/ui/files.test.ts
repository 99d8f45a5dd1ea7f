import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { isChecked } from '../../../src/physics/scenes/file/checked-scene';
import type { Lab } from '../../../src/ui/lab/lab';
import type { Message } from '../../../src/ui/lab/message-list';
import { readFiles } from '../../../src/ui/sharing/files';
import { openLabInNode } from '../../fixtures/lab-in-node';

/** The messages after files of these texts were dropped, and what was loaded. On a busy machine there is progress too: left out. */
async function drop(...texts: string[]): Promise<{ said: Message[]; loaded: unknown[] }> {
  const [said, loaded]: [Message[], unknown[]] = [[], []];
  const show = (message: Message) => void (message.text.startsWith('Reading') || said.push(message));
  const lab = {
    frame: { status: { loadNumber: 0 } },
    load: async (scene: unknown) => void loaded.push(scene),
    messages: { list: said, show, hide: () => {} },
  };
  await readFiles(
    lab as unknown as Lab,
    texts.map((text, i) => new File([text], `net-${i}.json`)),
  );
  return { said, loaded };
}

describe('a file that is dropped', () => {
  test('is loaded as its JSON', async () => {
    expect(await drop('{"hooke": 1}')).toEqual({ said: [], loaded: [{ hooke: 1 }] });
  });

  for (const text of ['', '{', '{"hooke": 1,}', "{'hooke': 1}", '{"hooke": NaN}', '<svg/>', '\u0000\ufffd']) {
    test(`is rejected by its name if it is not JSON: ${JSON.stringify(text)}`, async () => {
      const { said, loaded } = await drop(text);
      expect(loaded).toEqual([]);
      expect(said).toEqual([
        { kind: 'error', text: expect.stringMatching(/^net-0\.json is not a scene file: \S.*JSON/) },
      ]);
    });
  }
});

test('a file of another kind is named, with what can be read instead', async () => {
  const said: Message[] = [];
  const lab = {
    frame: { status: { loadNumber: 0 } },
    messages: { show: (message: Message) => void said.push(message) },
  };
  await readFiles(lab as unknown as Lab, [new File(['BLENDER-v300'], 'bunny.blend')]);
  expect(said).toEqual([
    {
      kind: 'error',
      text: 'bunny.blend is a Blender file, not a scene.',
      reason: expect.stringContaining('as OBJ, glTF (GLB), PLY, STL'),
    },
  ]);
});

/** Too long for a link: it is checked where it is read. */
const LARGE = createSimulation({ scene: 'cloth', params: { rows: 40, columns: 40 } }).save();
/** A mesh of 30 × 30 squares, as long. */
const MESH = [
  ...Array.from({ length: 961 }, (_, i) => `v ${(i % 31) / 30} ${Math.floor(i / 31) / 30} 0`),
  ...Array.from({ length: 900 }, (_, k) => k + Math.floor(k / 30) + 1).map(
    (a) => `f ${a} ${a + 1} ${a + 32} ${a + 31}`,
  ),
].join('\n');

/** What the page says about it. */
const PLATE = 'plate.obj: 1 × 1 × 0 m, 0.2 kg, read in metres.';

describe('a large file', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** With a real clock. */
  function openLab() {
    const lab = openLabInNode();
    vi.restoreAllMocks();
    const file = (content: unknown, name = 'large.json') =>
      new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
    return { lab, file, messages: () => lab.messages.list.map(({ text }) => text) };
  }

  test('is checked beside the run, and loads to the bits of its JSON', async () => {
    const { lab, file, messages } = openLab();
    await readFiles(lab, [file(LARGE)]);
    expect(isChecked(lab.file)).toBe(true);
    const simulation = createSimulation({ scene: LARGE, kernel: 'js' });
    expect(await lab.host.session.hash()).toBe(simulation.hash());
    expect(await lab.save()).toEqual(simulation.save());
    expect(messages()).toEqual([]);
    await readFiles(lab, [file(MESH, 'plate.OBJ')]);
    expect([lab.frame.status.scene, lab.frame.structure.particleCount]).toEqual(['plate', 961]);
    await lab.undo();
    expect(lab.frame.structure.particleCount).toBe(1600);
  });

  test('is rejected with the place and the value, as a small one is, and the scene stays', async () => {
    const { lab, file, messages } = openLab();
    const hash = await lab.host.session.hash();
    for (const [content, name, text] of [
      [{ ...LARGE, time: 'now' }, 'a.json', /^a\.json can’t be loaded: time: must be a number .*got "now"$/],
      [{ ...LARGE, extra: 1 }, 'b.json', /^b\.json can’t be loaded: extra: unknown key$/],
      ['v 0 0 0\nv 1 0 0\nf 1 2 9', 'c.obj', /^c\.obj can’t be loaded as a cloth: .*line 3: there is no vertex 9/],
    ] as const) {
      await readFiles(lab, [file(content, name)]);
      expect(messages()).toEqual([expect.stringMatching(text)]);
    }
    expect(await lab.host.session.hash()).toBe(hash);
  });

  test('is loaded without what is wrong in it, with the counts, and Undo goes back', async () => {
    const { lab, file, messages } = openLab();
    await readFiles(lab, [file(`${MESH}\nf 1 2 9999\nstitch 1 2`, 'part.obj'), file(LARGE)]);
    expect([lab.frame.status.scene, lab.frame.structure.particleCount]).toEqual(['part', 961]);
    expect(messages()).toEqual([
      'part.obj: 1 × 1 × 0 m, 0.2 kg, read in metres. Only the first of 2 files, part.obj, was loaded.',
    ]);
    expect(lab.messages.list[0].reason).toBe(
      '1 of 901 faces is left out. 1 statement that Hooke does not read is left out: stitch. ' +
        'Line 1862: there is no vertex 9999; there are 961.',
    );
    lab.messages.list[0].actions?.[1].act?.();
    await vi.waitUntil(() => lab.messages.list.length === 0);
    expect(lab.frame.status.scene).toBe('cloth');
  });

  test('ends the reading of the one before it', async () => {
    const { lab, file, messages } = openLab();
    const load = vi.spyOn(lab, 'load');
    const first = readFiles(lab, [file(LARGE)]);
    await readFiles(lab, [file(MESH, 'plate.obj')]);
    await first;
    expect([load.mock.calls.length, lab.frame.status.scene, ...messages()]).toEqual([1, 'plate', PLATE]);
  });

  test('is not shown in place of a scene that was chosen after it', async () => {
    const { lab, file, messages } = openLab();
    const reading = readFiles(lab, [file(LARGE)]);
    await lab.send({ type: 'scene', scene: 'chain' });
    await reading;
    expect(lab.frame.status.scene).toBe('chain');
    expect(messages()).toEqual(['large.json is not shown: another scene was loaded while it was read.']);
  });

  test('is not loaded after Cancel', async () => {
    const { lab, file, messages } = openLab();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const reading = readFiles(lab, [file(LARGE)]);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(messages()).toEqual([expect.stringMatching(/^Reading large\.json … \d+ %\.$/)]);
    lab.messages.list[0].actions?.[0].act?.();
    await reading;
    expect([lab.frame.status.scene, ...messages()]).toEqual(['cloth']);
  });

  test('is not loaded after Cancel while its scene is built, and no further slice is', async () => {
    const { lab, file, messages } = openLab();
    await lab.step(20);
    const before = [await lab.host.session.hash(), await lab.save(), lab.frame.status.timeline];
    const { load } = lab;
    const slices: number[] = [];
    lab.load = (scene, follow) => {
      const onProgress = (done: number) => {
        slices.push(done);
        follow?.onProgress?.(done);
        if (slices.length < 9) return;
        vi.advanceTimersByTime(1000);
        vi.useRealTimers();
        expect(messages()).toEqual([`plate.obj is read. Its scene is built … ${Math.floor(100 * done)} %.`]);
        lab.messages.list[0].actions?.[0].act?.();
      };
      return load(scene, { ...follow, onProgress });
    };
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await readFiles(lab, [file(MESH, 'plate.obj')]);
    expect(slices.length).toBe(9);
    expect([await lab.host.session.hash(), await lab.save(), lab.frame.status.timeline]).toEqual(before);
    expect([lab.frame.status.scene, ...messages()]).toEqual(['cloth']);
    lab.load = load;
    await readFiles(lab, [file(MESH, 'plate.obj')]);
    expect(lab.frame.status.scene).toBe('plate');
  });

  test('says that its scene is built while that takes long', async () => {
    const { lab, file, messages } = openLab();
    let end = () => {};
    vi.spyOn(lab, 'load').mockImplementation(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const reading = readFiles(lab, [file('{}', 'small.json')]);
    await vi.waitUntil(() => vi.mocked(lab.load).mock.calls.length > 0, { timeout: 20_000 });
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(messages()).toEqual(['small.json is read. Its scene is built …']);
    end();
    await reading;
    expect(messages()).toEqual([]);
  });

  test('that cannot be read is named', async () => {
    const { lab, messages } = openLab();
    const gone = Object.assign(new File(['{}'], 'gone.json'), {
      arrayBuffer: () => Promise.reject(new DOMException('A requested file could not be found.', 'NotFoundError')),
    });
    await readFiles(lab, [gone]);
    expect(messages()).toEqual(['gone.json can’t be read: A requested file could not be found.']);
  });
});
