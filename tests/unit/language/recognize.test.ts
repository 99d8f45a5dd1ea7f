import { expect, test } from 'vitest';
import { createRecognizer, markOf } from '../../../src/language/recognize';
import { createSimulation } from '../../../src/physics';
import { readMessages } from '../../setup/messages';

const { page, engine } = readMessages();
const plain = new Set([...page, ...engine]);
const recognize = createRecognizer(
  engine.map((english) => [english, english]),
  (text) => plain.has(text),
);

/** Nothing that a message has: letters of another alphabet. */
const VALUES = ['α1', 'β2', 'γ3', 'δ4', 'ε5'];

const fill = (text: string, values: readonly string[]) => text.replace(/\{(\d+)\}/g, (_, i) => values[i]);

test('every message of the engine is found in its sentence, with its values', () => {
  const templates = engine.filter((english) => english.includes('{0}'));
  expect(templates.length).toBeGreaterThan(150);
  for (const english of templates) {
    expect(markOf(english)).not.toBe('');
    const sentence = fill(english, VALUES);
    const found = recognize(sentence);
    expect(found?.text, sentence).toBe(english);
    expect(fill(english, found?.values ?? [])).toBe(sentence);
  }
});

/** A sentence with each message in brackets. */
function translated(sentence: string): string {
  if (plain.has(sentence)) return `[${sentence}]`;
  const message = recognize(sentence);
  if (!message) return sentence;
  return `[${fill(message.text, message.values.map(translated))}]`;
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return translated((error as Error).message);
  }
  throw new Error('nothing was thrown');
}

test('an error of the engine is found through all its parts', () => {
  const simulation = createSimulation();
  expect(messageOf(() => createSimulation({ params: { dt: -1 } }))).toBe(
    '[[dt] [must be [a positive number of at most 1e+60], got -1]]',
  );
  expect(messageOf(() => simulation.particle(5000))).toBe('[5000 is not a particle (0–1023)]');
  expect(messageOf(() => createSimulation({ scene: 'nowhere' }))).toMatch(
    /^\[scene: \[there is no \[?scene\]? "nowhere"; there are .*\]\]$/,
  );
  const particles = {
    positions: [
      [0, 0, 0],
      [1, 0],
    ],
    masses: 1,
  };
  expect(messageOf(() => createSimulation({ scene: { hooke: 1, particles } as never }))).toBe(
    '[particles.positions[1]: [must be [three numbers [x, y, z]], got [1,0]]]',
  );
});

test('a sentence that is none of the engine’s stays', () => {
  expect(recognize('A ball of wool')).toBeNull();
  expect(recognize('Must be mine')).toBeNull();
  expect(recognize('')).toBeNull();
});
