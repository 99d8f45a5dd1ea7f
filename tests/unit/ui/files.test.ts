import { describe, expect, test } from 'vitest';
import type { Lab, Message } from '../../../src/ui/lab/lab';
import { readFiles } from '../../../src/ui/sharing/files';

/** What a person reads after files of these texts were dropped, and what was loaded. */
async function drop(...texts: string[]): Promise<{ said: Message[]; loaded: unknown[] }> {
  const [said, loaded]: [Message[], unknown[]] = [[], []];
  const lab: Pick<Lab, 'load' | 'say' | 'unsay'> = {
    load: async (scene) => void loaded.push(scene),
    say: (message) => void said.push(message),
    unsay: () => {},
  };
  await readFiles(
    lab as Lab,
    texts.map((text, i) => new File([text], `net-${i}.json`)),
  );
  return { said, loaded };
}

describe('a file that is dropped', () => {
  test('is loaded as what its JSON says', async () => {
    expect(await drop('{"hooke": 1}')).toEqual({ said: [], loaded: [{ hooke: 1 }] });
  });

  for (const text of ['', '{', '{"hooke": 1,}', "{'hooke': 1}", '{"hooke": NaN}', '<svg/>', '\u0000\ufffd']) {
    test(`is refused by its name where it is no JSON: ${JSON.stringify(text)}`, async () => {
      const { said, loaded } = await drop(text);
      expect(loaded).toEqual([]);
      expect(said).toEqual([
        { kind: 'error', text: expect.stringMatching(/^net-0\.json is not a scene file: \S.*JSON/) },
      ]);
    });
  }
});
