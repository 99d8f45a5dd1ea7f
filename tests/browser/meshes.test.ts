import { expect, test } from 'vitest';
import { readObj } from '../../src/physics/scenes/mesh/obj-file';
import { listOfOmissions, meshInWords, omissionsInWords } from '../../src/runtime/jobs/mesh-words';
import { openLab, until } from '../fixtures/lab-page';
import { chooseInFileMenu } from '../fixtures/panel-page';
import { everyNth } from '../fixtures/run-length';
import { glb, gltf, ply, stl, VERTICES } from '../fixtures/sheet-files';
import { describeBrowser } from '../setup/browser';

/** A net of 6 × 6 vertices in metres, with what is wrong in files of other programs. */
const net = Array.from({ length: 36 }, (_, i) => `v ${(i % 6) / 10} ${1 - Math.floor(i / 6) / 10} 0`);
const faces = Array.from({ length: 25 }, (_, k) => k + Math.floor(k / 5) + 1).map(
  (a) => `f ${a} ${a + 6} ${a + 7} ${a + 1}`,
);
const FAULTS = ['v 0.5 1 0', 'f 6 12 37', 'f 1 2 2', 'f 1 2 3', 'f 1 2 99', 'l 4', 'stitch 1 2', 'vv 3', 'vv 4'];
const TEXT = [...net, ...faces, ...FAULTS].join('\n');

const SQUARE = 'v 0 1 0\nv 1 1 0\nv 0 0 0\nv 1 0 0\n';
const disk = (corners: number) =>
  Array.from({ length: corners }, (_, k) => (2 * Math.PI * k) / corners)
    .map((angle) => `v ${Math.cos(angle)} ${1 + Math.sin(angle)} 0`)
    .join('\n');
/** A file for each kind of fault, and for each kind of statement that becomes cloth. */
const KINDS: readonly (readonly [name: string, text: string])[] = [
  ['lines', `${SQUARE}l 1 2 4 3 1`],
  ['two-corners', `${SQUARE}f 1 3 4 2\nf 1 2`],
  ['corner-twice', `${SQUARE}f 1 3 4 2\nf 1 1 2`],
  ['third-face', `${SQUARE}v 0.5 0.5 1\nv 0.5 0.5 -1\nf 1 3 4\nf 1 4 2\nf 1 4 5`],
  ['other-statement', `${SQUARE}f 1 3 4 2\nny 0 0 1`],
  ['no-area', `${SQUARE}v 0.5 1 0\nf 1 3 4 2\nf 1 5 2`],
  ['concave', 'v 1 1 0\nv 2 1 0\nv 2 0 0\nv 0 0 0\nv 0 2 0\nv 1 2 0\nf 3 2 1 6 5 4'],
  ['unwelded', `${SQUARE}v 1 1 0\nv 1 0 0\nv 2 1 0\nv 2 0 0\nf 1 3 4 2\nf 5 6 8 7`],
  ['comment-that-goes-on', `${SQUARE}f 1 3 4 2\n# of two \\\nlines`],
  ['many-corners', `${disk(80)}\nf ${Array.from({ length: 80 }, (_, k) => k + 1).join(' ')}`],
  ['bow-tie', `${SQUARE}f 1 3 4 2\nf 1 2 3 4`],
  ['vertex-in-words', `${SQUARE}v 0 one 2\nf 1 3 4 2\nf 1 2 5`],
  ['t-junction', `${SQUARE}v 0.5 0 0\nv 0 -1 0\nv 1 -1 0\nv 0.5 -1 0\nf 1 2 4 3\nf 3 5 8 6\nf 5 4 7 8`],
];

const SCREENS = [
  ['on a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

describeBrowser('a mesh from another program', () => {
  test.each(everyNth(2, SCREENS))(
    '%s is loaded without what is wrong in it, and says what that is, as in Node',
    { tags: ['sampled'] },
    async (_, options) => {
      const page = await openLab(options);
      const { file, report } = readObj(TEXT, 'net');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
      await chooser.setFiles({ name: 'net.obj', mimeType: 'model/obj', buffer: Buffer.from(TEXT) });
      await until(page, 'loaded', ({ scene }) => scene === 'net');
      const { particleCount, springCount } = await page.state();
      expect([particleCount, springCount]).toEqual([file.particles.positions.length, file.springs?.pairs.length]);
      const banner = page.locator('#messages .notice');
      await banner.getByText(meshInWords(report).join(' ')).waitFor();
      expect(await banner.textContent()).toContain('4 of 29 faces and 1 of 1 line are left out.');
      await banner.getByRole('button', { name: 'Details…' }).click();
      const dialog = page.getByRole('dialog', { name: 'net.obj' });
      await dialog.waitFor();
      expect(await dialog.locator('li').allTextContents()).toEqual(listOfOmissions(report, 9));
      const box = await dialog.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= options.viewport.width).toBe(true);
      // In another unit, not welded and of another material: again as in Node.
      await dialog.getByLabel('unit').selectOption('cm');
      expect(await dialog.locator('output').textContent()).toBe('0.005 × 0.005 × 0 m');
      await dialog.getByLabel('weld vertices').selectOption('none');
      await dialog.getByLabel('mass').selectOption({ label: 'Silk, 0.06 kg/m²' });
      await dialog.getByRole('button', { name: 'Load again' }).click();
      await dialog.waitFor({ state: 'detached' });
      const again = readObj(TEXT, 'net', { unit: 'cm', weld: null, density: 0.06 });
      await banner.getByText(meshInWords(again.report).join(' ')).waitFor();
      const masses = again.file.particles.masses as number[];
      expect((await page.particle(7)).mass / masses[7]).toBeCloseTo(1, 6);
      await banner.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await page.particle(7)).position[0]).toBeGreaterThan(0.05);
    },
  );

  test.each(SCREENS)(
    '%s each kind of fault is reported with the counts of Node',
    { tags: ['long'] },
    async (_, options) => {
      const page = await openLab(options);
      for (const [name, text] of KINDS) {
        const { file, report } = readObj(text, name);
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
        await chooser.setFiles({ name: `${name}.obj`, mimeType: 'model/obj', buffer: Buffer.from(text) });
        await until(page, name, ({ scene }) => scene === name);
        const { particleCount, springCount } = await page.state();
        const inNode = [file.particles.positions.length, file.springs?.pairs.length];
        expect([name, particleCount, springCount]).toEqual([name, ...inNode]);
        const notice = page.locator('#messages .notice');
        await notice.getByText(`${name}.obj: ${meshInWords(report).join(' ')}`).waitFor();
        for (const sentence of omissionsInWords(report)) expect(await notice.textContent()).toContain(sentence);
      }
    },
  );

  const sheets = [
    ['sheet.glb', glb(gltf())],
    ['sheet.stl', stl()],
    ['sheet.ply', ply()],
  ] as const;
  test.each(sheets)('%s is loaded in the page', { tags: ['long'] }, async (name, bytes) => {
    const page = await openLab();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseInFileMenu(page, 'Open scene…')]);
    await chooser.setFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
    await until(page, 'loaded', ({ scene }) => scene === 'sheet');
    expect((await page.state()).particleCount).toBe(VERTICES.length);
    await page.locator('#messages .notice').getByText('kg, read in metres').waitFor();
  });
});
