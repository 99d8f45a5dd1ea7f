import { describe, expect, test } from 'vitest';
import type { Lab } from '../../../src/ui/lab/lab';
import type { Message } from '../../../src/ui/lab/message-list';
import { readFiles } from '../../../src/ui/sharing/files';

/** The messages after files of these texts were dropped, and what was loaded. */
async function drop(...texts: string[]): Promise<{ said: Message[]; loaded: unknown[] }> {
  const [said, loaded]: [Message[], unknown[]] = [[], []];
  const lab = {
    load: async (scene: unknown) => void loaded.push(scene),
    messages: { show: (message: Message) => void said.push(message), hide: () => {} },
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
