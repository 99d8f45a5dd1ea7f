/** The letters of all lessons and chapters: h, k, m, ω, λ and c have one meaning each. */
import { describe, expect, test } from 'vitest';
import { COURSE } from '../../../src/ui/lessons/course';
import { SYMBOLS } from '../../../src/ui/lessons/course/chapter';
import { LESSONS } from '../../../src/ui/lessons/texts';

const lessons = await Promise.all(
  Object.entries(LESSONS).map(async ([id, load]) => [id, (await load()) as unknown] as const),
);
const chapters = COURSE.map((chapter, i) => [`chapter ${i + 1}`, chapter as unknown] as const);
const texts: readonly (readonly [string, unknown])[] = [...lessons, ...chapters, ['symbols', SYMBOLS]];

/** All strings in a value, of which those under `tex`, and in lessons `$$…$$`, are TeX as a whole. */
function strings(value: unknown, key = ''): { text: string; isTex: boolean }[] {
  if (typeof value === 'string')
    return [{ text: value.replaceAll('$$', ''), isTex: key === 'tex' || value.startsWith('$$') }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => strings(part, name));
}

/** The equations, without words on the line. */
function equationsOf(value: unknown): string[] {
  const all = strings(value).flatMap(({ text, isTex }) =>
    isTex ? [text] : text.split('$').filter((_, i) => i % 2 === 1),
  );
  return all.map((tex) => tex.replace(/(?<!_\{?)\\(text|mathrm)\{[^}]*\}/g, ' '));
}

/** What a subscript may add to the letter: which spring, step or mode. */
const SUBSCRIPTS: Record<string, RegExp> = {
  h: /^\\max$/,
  k: /^(\\perp|\\text\{(structural|shear|bend)\})$/,
  m: /^[ijpq]$/,
  c: /^$/,
  '\\omega': /^\\max$/,
  '\\lambda': /^\\text\{L\}$/,
};

/** Other letters or marks for what the symbols name. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/'|\\prime/, 'a dot is the derivative'],
  [/\\Delta t|(?<!\{)\bdt\b/, 'h is the time step'],
  [/\(t \+ h\)|\^\{?t\s*\+\s*1/, 'n + 1 is the next step'],
  [/\bl_0|\br_0|\bd_0/, 'L₀ is the rest length'],
  [/\\mathbf (c|k|h|m)(?![a-z])/, 'a vector has another letter'],
  [/\bk_[sdr]\b|\bK_s\b|\bb_d\b/, 'k is the stiffness of a spring, c its damping'],
];

describe.each(texts)('the equations of %s', (_, content) => {
  const equations = equationsOf(content);

  test('write the step, its number, derivatives and rest lengths in one way', () => {
    for (const tex of equations) {
      for (const [pattern, meaning] of OTHERS) expect(tex, `${meaning}: ${tex}`).not.toMatch(pattern);
    }
  });

  test('give no second meaning to h, k, m, ω, λ and c by a subscript', () => {
    for (const tex of equations) {
      const found = tex.matchAll(/(?<![a-zA-Z\\])([hkmc]|\\omega|\\lambda)_\{?(\\text\{[^}]*\}|\\?[a-z0-9]+)/gi);
      for (const [, letter, subscript] of found) expect(subscript, `${letter} in ${tex}`).toMatch(SUBSCRIPTS[letter]);
    }
  });
});

test('the words beside the six letters are those of the table of symbols', () => {
  const others =
    /(height|thickness|restitution|bending length|drag coefficient|wave number|speed of sound) \$(h|k|m|c|\\omega|\\lambda)\b/;
  for (const [id, content] of texts) {
    for (const { text } of strings(content)) expect(text, id).not.toMatch(others);
  }
  expect(Object.keys(SYMBOLS)).toEqual(expect.arrayContaining(['h', 'k', 'm', 'c', '\\omega', '\\lambda']));
});

test('lessons make no remarks on their sources', () => {
  for (const [id, content] of texts) {
    for (const { text } of strings(content)) expect(text, id).not.toMatch(/[Mm]isprint|[Tt]he (slides|author)\b/);
  }
});

test('sources have an author and a title, and addresses are valid', () => {
  for (const [id, content] of lessons) {
    const { sources } = content as { sources: { author: string; title: string; href?: string }[] };
    expect(sources.length, id).toBeGreaterThan(0);
    for (const { author, title, href } of sources) {
      expect(author.length * title.length, id).toBeGreaterThan(0);
      if (href) expect(new URL(href).protocol).toBe('https:');
    }
  }
});
