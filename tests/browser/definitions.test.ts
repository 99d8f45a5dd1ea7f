import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { MIDPOINT, MIDPOINT_LINES, TETHER } from '../fixtures/definitions-from-source';
import { hostileDefinitions } from '../fixtures/hostile-definitions';
import { boxesOf, openInstrument } from '../fixtures/instruments-page';
import { drawn, type LabPage, openLab, until } from '../fixtures/lab-page';
import { LONG } from '../fixtures/run-length';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** Of the hostile definitions, the first that the default run takes. */
const SAMPLE = 2;

const PARAMS = { rows: 8, columns: 8, dt: 2e-4 };

async function smallCloth(page: LabPage): Promise<void> {
  await page.hooke('pause');
  await page.hooke('send', { type: 'scene', scene: 'cloth', params: PARAMS });
}

async function hashAfter(page: LabPage, integrator: string): Promise<unknown> {
  await page.hooke('set', 'integrator', integrator);
  await page.hooke('reset');
  await page.hooke('step', 100);
  return page.hooke('hash');
}

const methods = (page: LabPage) =>
  page
    .locator('#panel select')
    .first()
    .evaluate((list) => [...(list as HTMLSelectElement).options].map((one) => one.text));

describeBrowser('a definition from source', () => {
  let page: LabPage;
  beforeAll(async () => {
    page = await openLab({ viewport: { width: 1280, height: 800 }, keep: true });
  });

  test('joins the methods with the bits of the one it repeats, in file and link', { tags: ['long'] }, async () => {
    await smallCloth(page);
    await page.hooke('step', 20);
    const before = await page.hooke('hash');
    expect(await page.hooke('define', MIDPOINT)).toEqual({ kind: 'integrator', id: 'my-midpoint' });
    expect([await page.hooke('hash'), (await page.state()).stepCount]).toEqual([before, 20]);
    expect(await page.messages()).toContain('“my-midpoint” is defined: it is one of the methods now.');
    await drawn(page);
    expect(await methods(page)).toContain('My midpoint');
    const own = await hashAfter(page, 'my-midpoint');
    expect(await hashAfter(page, 'midpoint')).toBe(own);

    const grades = (await page.hooke('grade', 'my-midpoint')) as { law: string; holds: boolean; says: string }[];
    expect(grades.filter(({ holds }) => !holds)).toEqual([]);
    expect(Math.abs(Number(/order ([\d.]+)/.exec(grades[0].says)?.[1]) - 2)).toBeLessThan(0.1);

    await page.hooke('set', 'integrator', 'my-midpoint');
    const file = (await page.hooke('save')) as { definitions: string[]; integrator: string };
    expect([file.definitions, file.integrator]).toEqual([[MIDPOINT], 'my-midpoint']);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#z=/);
    const link = new URL(page.url()).hash;

    // Another page asks before it runs the code of the link.
    const other = await openPageWith(link);
    await other.locator('#run-definitions').waitFor();
    expect(await other.locator('#run-definitions pre').textContent()).toBe(MIDPOINT);
    await other.getByRole('button', { name: 'Run it' }).click();
    await until(other, 'the linked method', ({ integrator }) => integrator === 'my-midpoint');
    await other.hooke('set', 'integrator', 'midpoint');
    // The code is known: the file opens without a question.
    await other.hooke('load', file);
    await until(other, 'the method of the file', ({ integrator }) => integrator === 'my-midpoint');
  });

  test('is written in the editor, with errors at their line and keys of its own', { tags: ['long'] }, async () => {
    await smallCloth(page);
    await openInstrument(page, 'Write your own', 'cloth');
    await smallCloth(page);
    const now = page.locator('#instruments .write-your-own .now');
    const editor = page.getByRole('textbox', { name: 'Source of the definition' });
    const lines = () => editor.locator('.cm-line').allTextContents();
    await page.getByRole('combobox', { name: 'Begin with' }).selectOption({ label: 'Explicit midpoint' });
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('#instruments .write-your-own li').first().waitFor();

    // The stub is explicit Euler.
    await editor.press('Control+Enter');
    await expect.poll(() => now.textContent()).toBe('“my-midpoint” is the method now. It breaks 1 of 7 laws.');
    expect(await page.locator('#instruments tr.broken').textContent()).toMatch(/order 1\.0\d .*you claim 2/);

    // Its last three lines become those of the midpoint method.
    const at = (await lines()).findIndex((line) => line.includes('// Explicit Euler'));
    for (let i = 0; i < 3; i++) {
      await editor.press('Control+Home');
      for (let j = 0; j < at; j++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Control+Shift+k');
    }
    await editor.press('Control+Home');
    for (let j = 0; j < at; j++) await page.keyboard.press('ArrowDown');
    await page.keyboard.insertText(MIDPOINT_LINES);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => now.textContent()).toMatch(/obeys all laws. The exercise is solved.$/);
    // It is seen, and the laws stand beside an editor in which eighty letters have room.
    await expect
      .poll(() => page.locator('.conclusion p').textContent())
      .toBe('The exercise is solved: “my-midpoint” obeys all 7 laws.');
    const [dock, line, code, laws] = await boxesOf(page, '#instruments', '.conclusion p', '.code', '.grades');
    expect(line.y).toBeGreaterThan(dock.y);
    expect(line.y + line.height).toBeLessThan(dock.y + dock.height);
    expect(code.width).toBeGreaterThan(660);
    expect(laws.x).toBeGreaterThan(code.x + code.width);
    expect(await page.locator('#instruments tbody tr').first().textContent()).toMatch(/order 2\.0\d /);
    expect((await page.state()).integrator).toBe('my-midpoint');
    const own = await hashAfter(page, 'my-midpoint');
    expect(await hashAfter(page, 'midpoint')).toBe(own);

    // Other text in place of all of it: the browser's own way would need a style attribute, which is a problem of the page.
    await editor.press('Control+a');
    await page.keyboard.insertText(MIDPOINT);
    expect((await lines())[0]).toBe('/** Explicit midpoint. */');

    // Letters are text: R does not reset, P does not pin.
    const { stepCount, pinned } = await page.state();
    await editor.press('Control+Home');
    await page.keyboard.type('rp(');
    await page.locator('.cm-lint-marker-error').waitFor();
    expect((await lines())[0]).toMatch(/^rp\(/);
    expect(await page.state()).toMatchObject({ stepCount, pinned, integrator: 'midpoint' });
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => now.textContent()).toMatch(/^line \d+: /);
    expect(await page.locator('#instruments tbody tr').first().isVisible()).toBe(false);
    await page.locator('.cm-lint-marker-error').waitFor();
    expect(await violations(page, '#instruments')).toEqual([]);
  });

  test('is asked for by the exercise of a teacher, which a file or a link opens', { tags: ['long'] }, async () => {
    const exercise = {
      hookeExercise: 1,
      title: 'My course: <b>midpoint</b>',
      statement: 'Of order 2, please.',
      stub: MIDPOINT,
      laws: ['order'],
    };
    await smallCloth(page);
    await openInstrument(page, 'Write your own', 'cloth');
    await smallCloth(page);
    const pane = page.locator('#instruments .write-your-own');
    const now = pane.locator('.now');
    const openFile = async (value: unknown) => {
      const open = pane.getByRole('button', { name: 'Open exercise…' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open.click()]);
      const buffer = Buffer.from(JSON.stringify(value));
      await chooser.setFiles({ name: 'exercise.json', mimeType: 'application/json', buffer });
    };
    await openFile({ ...exercise, laws: 'order' });
    await expect.poll(() => now.textContent()).toBe('exercise.json: laws must be a list of texts, got "order"');
    await openFile(exercise);
    await pane.getByRole('heading', { name: exercise.title }).waitFor();
    await page.getByRole('textbox', { name: 'Source of the definition' }).press('Control+Enter');
    await expect.poll(() => now.textContent()).toMatch(/The exercise is solved\.$/);
    await openFile({ ...exercise, laws: ['oder'] });
    await page.getByRole('textbox', { name: 'Source of the definition' }).press('Control+Enter');
    await expect
      .poll(() => now.textContent())
      .toMatch(/Still missing: the exercise asks for the law “oder”; there are order, /);

    await expect.poll(() => page.evaluate(() => location.hash)).toContain('z=');
    await openFile(exercise);
    await page.getByRole('combobox', { name: 'Begin with' }).selectOption({ label: 'Explicit midpoint' });
    await pane.getByRole('heading', { name: 'Explicit midpoint' }).waitFor();
    const link = `#exercise=${encodeURIComponent(JSON.stringify(exercise))}`;
    const other = await openLab({ viewport: { width: 1280, height: 800 }, hash: link });
    await other.locator('#instruments .write-your-own').getByRole('heading', { name: exercise.title }).waitFor();
    expect(await other.locator('#instruments .write-your-own .statement').textContent()).toBe(exercise.statement);
    // It travels on in the link of the page.
    await expect.poll(() => other.evaluate(() => location.hash)).toContain('z=');
    const before = await other.evaluate(() => location.hash);
    await other.hooke('set', 'scene', 'chain');
    await expect.poll(() => other.evaluate(() => location.hash)).not.toBe(before);
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      await other.evaluate(() => location.hash),
    );
    await pane.getByRole('heading', { name: exercise.title }).waitFor();
    await until(page, 'the scene of the link', ({ scene }) => scene === 'chain');
  });

  // An open port holds all that its worker was asked, such as the scene of a job.
  test('leaves open the two ports of its engine, and none of what has ended', { tags: ['long'] }, async () => {
    const page = await openLab();
    await page.evaluate(() => {
      const open = new Set<MessagePort>();
      const { close } = MessagePort.prototype;
      MessagePort.prototype.close = function () {
        open.delete(this);
        close.call(this);
      };
      window.MessageChannel = class extends MessageChannel {
        constructor() {
          super();
          open.add(this.port1);
        }
      };
      Object.assign(window, { open });
    });
    const count = () => page.evaluate(() => (window as unknown as { open: Set<MessagePort> }).open.size);
    await smallCloth(page);
    await page.hooke('define', MIDPOINT);
    expect(await count()).toBe(2);
    await page.hooke('grade', 'my-midpoint');
    await page.hooke('define', TETHER);
    expect(await count()).toBe(2);
  });

  test('is a force with its own parameter, and a wrong sign breaks f = −∇E', { tags: ['long'] }, async () => {
    // A page of its own: a force is part of every file from then on.
    const page = await openLab();
    await smallCloth(page);
    expect(await page.hooke('define', TETHER.replace('f[i] -=', 'f[i] +='))).toEqual({ kind: 'force', id: 'tether' });
    await page.hooke('set', 'tether', 0.01);
    expect((await page.state()).params.tether).toBe(0.01);
    const grades = (await page.hooke('grade', 'tether')) as { law: string; holds: boolean; says: string }[];
    expect(grades.filter(({ holds }) => !holds)).toEqual([
      { law: 'f = −∇E', holds: false, says: expect.stringMatching(/the sign is wrong$/) },
    ]);
  });

  test('that is hostile or broken changes nothing, reaches nothing, and leaves the page alive', {
    tags: ['sampled'],
  }, async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('export default 1');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const all = hostileDefinitions(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    try {
      const page = await openLab({ expectProblems: true });
      for (const { name, source, joins, says } of LONG ? all.slice(SAMPLE) : all.slice(0, SAMPLE)) {
        await smallCloth(page);
        await page.hooke('set', 'integrator', 'rk3');
        await page.hooke('step', 5);
        const before = await page.hooke('hash');
        const defining = page.hooke('define', source).then(
          () => null,
          (error: Error) => error.message,
        );
        // It draws meanwhile.
        await drawn(page);
        const message = await defining;
        if (joins) {
          expect(message, name).toBeNull();
          await page.hooke('set', 'integrator', 'hostile').catch(() => {});
          await page.hooke('step', 200).catch(() => {});
          await until(page, `the end of ${name}`, ({ integrator }) => integrator === 'rk3');
          // The failed steps say it first, alone.
          await expect
            .poll(() => page.messages(), { message: name })
            .toMatch(
              RegExp(`stopped: .*(${says.source}).*back at its last good state, with Runge–Kutta 3\\.`, says.flags),
            );
          expect((await page.state()).stepCount, name).toBeGreaterThanOrEqual(5);
          expect(await page.messages()).toMatch(/The run goes on from step ([5-9]|\d{2,})\./);
        } else {
          expect(message, name).toMatch(says);
          const said = message?.split('\n')[0].replace(/^page\.evaluate: \w*Error: /, '');
          await expect.poll(() => page.messages(), { message: name }).toContain(said);
          expect(await page.hooke('hash'), name).toBe(before);
        }
        expect((await page.state()).integrator, name).toBe('rk3');
        await page.hooke('step', 1);
        expect(await page.hooke('hash'), name).not.toBe(before);
      }
      expect(requests).toEqual([]);
    } finally {
      server.close();
    }
  });
});

/** A page that asks: the scripts' promise waits for the answer. */
async function openPageWith(hash: string): Promise<LabPage> {
  const { openPage } = await import('../setup/browser');
  const page = await openPage({ hash });
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(
      ([method, values]) =>
        window.hooke.ready.then(() =>
          (window.hooke as unknown as Record<string, (...all: unknown[]) => unknown>)[method as string](
            ...(values as unknown[]),
          ),
        ),
      [name, args] as const,
    );
  return Object.assign(page, { state: () => call('state'), hooke: call }) as unknown as LabPage;
}
