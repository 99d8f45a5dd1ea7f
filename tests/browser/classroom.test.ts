import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkLesson, csvCell, tableOfAnswers } from '../../src/ui/lessons/classroom/lesson-file';
import { contentOf, type LabPage, openLab, until } from '../fixtures/lab-page';
import { misplaced } from '../fixtures/reading-order';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

const NAMES = ['limit', 'oscillator', 'strain-limit'];
const fileOf = (name: string) => readFileSync(`public/examples/lessons/${name}.json`, 'utf8');

test.each(NAMES)('the example %s is valid', (name) => {
  expect(checkLesson(JSON.parse(fileOf(name))).steps.length).toBeGreaterThan(3);
});

test.each<[object, string]>([
  [{ hookeLesson: 2 }, 'hookeLesson must be format 1, got 2'],
  [{ steps: [] }, 'steps must have from 1 to 50 steps, got 0'],
  [{ steps: [{ title: 'a', questions: 1 }] }, 'steps[0]: unknown key "questions"'],
  [
    { steps: [{ title: 'a', question: { question: 'b', options: ['c'], right: 2 } }] },
    'steps[0].question.right must be from 1 to 1, got 2',
  ],
  [
    { steps: [{ title: 'a', check: { task: 'b', bounds: { time: 1 } } }] },
    'steps[0].check.bounds.time must be [least, most]',
  ],
])('a lesson with %o is refused', (change, message) => {
  const file = { hookeLesson: 1, title: 'x', steps: [{ title: 'a' }], ...change };
  expect(() => checkLesson(file)).toThrow(message);
});

test('the table has a row for each file, with the number of right answers', () => {
  const answers = [{ question: 'q', answer: '2', right: true }, null, { question: 't', answer: true, right: true }];
  const file = (list: typeof answers) => ({ hookeAnswers: 1, lesson: 'x', answers: list }) as const;
  const rows = tableOfAnswers([
    { name: 'ann.json', file: file(answers) },
    { name: 'bob.json', file: file([{ question: 'q', answer: '3', right: false }, null, null]) },
  ]);
  expect(rows).toEqual([
    ['file', 'right', '1. q', '2.', '3. t'],
    ['ann', '2 of 3', '✓ 2', '–', '✓ reached'],
    ['bob', '0 of 3', '✗ 3', '–', '–'],
  ]);
});

test.each([
  ['=1+2', `"'=1+2"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['+1-2', `"'+1-2"`],
  ['-2+3', `"'-2+3"`],
  ['-x', `"'-x"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1', `"'＝1"`],
  ['=HYPERLINK("a")', `"'=HYPERLINK(""a"")"`],
  ['-3.12', '"-3.12"'],
  ['-3,12', '"-3,12"'],
  ['+0.5e-3', '"+0.5e-3"'],
  ['✗ =1', '"✗ =1"'],
  ['2', '"2"'],
  ['', '""'],
])('a cell of the table that a spreadsheet could take for a formula is made a text: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

describeBrowser('in a classroom', () => {
  let page: LabPage;
  const lesson = () => page.locator('#lesson');
  const button = (name: string | RegExp) => lesson().getByRole('button', { name });
  const drop = async (text: string) => {
    const data = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'lesson.json', { type: 'application/json' }));
      return transfer;
    }, text);
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  };

  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
    await drop(fileOf('limit'));
    await lesson().getByRole('heading', { name: 'The longest step of a cloth' }).waitFor();
  });

  describe('a lesson that is dropped', () => {
    test('sees the state that a step asks for, and not another one', async () => {
      await button(/^2\. Find the limit/).click();
      await until(page, 'from the start', ({ time }) => time > 0.02);
      const status = () => lesson().locator('.goal').textContent();
      await expect.poll(status).toContain('Not reached yet');
      await page.getByLabel('time step dt, ms', { exact: true }).fill('0.72');
      await page.getByLabel('time step dt, ms', { exact: true }).press('Enter');
      await expect.poll(status, { timeout: 30_000 }).toBe('✓ Reached.');
    });

    test('checks a number and a choice', async () => {
      await button(/^3\. Stiffer/).click();
      const box = lesson().getByRole('textbox', { name: 'Your answer' });
      await box.fill('2');
      await box.press('Enter');
      await lesson().getByText('Not correct. Try again.').waitFor();
      await box.fill('0.5');
      await box.press('Enter');
      await lesson().getByText('✓ Correct.').waitFor();
      await button(/^4\. Which method/).click();
      await lesson().getByRole('radio', { name: 'Implicit Euler' }).check();
      await button(/^Answer$/).click();
      await lesson().getByText('✓ Correct.').waitFor();
      expect(await violations(page)).toEqual([]);
    });

    test('leaves as one file, and several files become a table', async () => {
      const [download] = await Promise.all([page.waitForEvent('download'), button('Save my answers').click()]);
      const text = (await contentOf(download)).toString();
      const { lesson: title, answers } = JSON.parse(text);
      expect([title, answers.map((one: { right: boolean } | null) => one?.right ?? null)]).toEqual([
        'The longest step of a cloth',
        [null, true, true, true],
      ]);
      expect(text).not.toMatch(/name/i);
      await lesson().locator('summary', { hasText: 'Read answers' }).click();
      const files = ['ann', 'bob', 'other'].map((name) => ({
        name: `${name}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(name === 'other' ? '{}' : text),
      }));
      await lesson().getByLabel('Files of answers').setInputFiles(files);
      await lesson()
        .getByText('2 of 3 files are read. other.json: hookeAnswers must be format 1, got undefined')
        .waitFor();
      expect(await lesson().locator('.answers tbody tr').count()).toBe(2);
      expect(await lesson().locator('.answers tbody tr').first().textContent()).toContain('ann3 of 4');
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        lesson().getByRole('button', { name: 'CSV', exact: true }).click(),
      ]);
      expect((await contentOf(csv)).toString()).toContain('"ann","3 of 4","–","✓ reached","✓ 0.5","✓ Implicit Euler"');
    });

    test('is presented: large type, number keys, a blank screen, and back', { tags: ['long'] }, async () => {
      const size = () => lesson().evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
      const before = await size();
      await button('Present').click();
      expect(await size()).toBeGreaterThan(1.25 * before);
      await page.keyboard.press('1');
      await lesson().getByRole('heading', { name: '1. A cloth hangs' }).waitFor();
      await page.keyboard.press('PageDown');
      await lesson().getByRole('heading', { name: '2. Find the limit' }).waitFor();
      // A laser pointer in place of the mouse pointer.
      const spot = page.locator('.laser-spot');
      await page.keyboard.press('l');
      await page.mouse.move(600, 300);
      await spot.waitFor({ state: 'visible' });
      const { x, y, width, height } = (await spot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect([x + width / 2, y + height / 2]).toEqual([600, 300]);
      expect(await page.evaluate(() => getComputedStyle(document.elementFromPoint(600, 300) as Element).cursor)).toBe(
        'none',
      );
      expect(await violations(page)).toEqual([]);
      expect(await misplaced(page, '#lesson')).toEqual([]);
      await button('Laser pointer').press('Enter');
      await spot.waitFor({ state: 'hidden' });
      await page.keyboard.press('b');
      await page.locator('.blank-screen').waitFor({ state: 'visible' });
      await page.keyboard.press('Escape');
      await page.locator('.blank-screen').waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      expect(await size()).toBe(before);
      expect(await button('Laser pointer').isVisible()).toBe(false);
    });

    test('takes code of several lines as an answer', { tags: ['long'] }, async () => {
      await drop(
        '{ "hookeLesson": 1, "title": "Code", "steps": [{ "title": "a", "question": { "question": "A step?" } }] }',
      );
      await lesson().getByRole('heading', { name: 'Code' }).waitFor();
      const box = lesson().getByRole('textbox', { name: 'Your answer' });
      await box.fill('v += h * a;');
      await box.press('Enter');
      await box.pressSequentially('x += h * v;');
      await button(/^Answer$/).click();
      await lesson().getByText('Kept.').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), button('Save my answers').click()]);
      const { answers } = JSON.parse((await contentOf(download)).toString());
      expect(answers).toEqual([{ question: 'A step?', answer: 'v += h * a;\nx += h * v;', right: null }]);
    });

    test('with an error is refused by its path', { tags: ['long'] }, async () => {
      await drop(
        '{ "hookeLesson": 1, "title": "x", "steps": [{ "title": "a", "check": { "task": "b", "bounds": { "size": [1, 2] } } }] }',
      );
      await page
        .locator('#messages')
        .getByText('steps[0].check.bounds: "size" is neither a parameter nor one of time')
        .waitFor();
    });
  });

  test('the presenter’s view leaves the cloth in view on a phone', { tags: ['long'] }, async () => {
    const phone = await openLab({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      query: '?lesson=examples/lessons/limit.json',
    });
    await phone.locator('#lesson').getByRole('button', { name: 'Present', exact: true }).tap();
    await phone.locator('#lesson').getByRole('button', { name: 'Blank', exact: true }).waitFor();
    expect((await phone.locator('#view').boundingBox())?.width).toBe(390);
    expect(await phone.locator('#lesson').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test('a lesson opens by a link', { tags: ['long'] }, async () => {
    const linked = await openLab({ query: '?lesson=examples/lessons/oscillator.json' });
    await linked.locator('#lesson').getByRole('heading', { name: 'One spring, three methods' }).waitFor();
    await until(
      linked,
      'the spring',
      ({ scene, integrator }) => scene === 'damped-oscillator' && integrator === 'explicit-euler',
    );
  });
});
