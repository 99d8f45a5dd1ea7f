// @module-tag long
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dock, openInstrument } from '../fixtures/instruments-page';
import { contentOf, type LabPage, openLab } from '../fixtures/lab-page';
import { describeBrowser } from '../setup/browser';

const run = promisify(execFile);
const hasFfmpeg = await run('ffprobe', ['-version']).then(
  () => true,
  () => false,
);
/** 1/3 s at 30 pictures per second. */
const FILM = { from: 0.2, to: 0.2 + 1 / 3, fps: 30, width: 480, height: 270 };
const PICTURES = 10;
/** s; the step of the run. */
const DT = 5e-4;
/** The last step of the recording. */
const END = 1600;
/** With the least SSIM of a picture. */
const FORMATS = [
  ['mp4', 'h264', 0.98],
  ['webm', 'vp9', 0.98],
  ['av1', 'av1', 0.98],
  ['gif', 'gif', 0.9],
] as const;

describeBrowser('a film of the recording', () => {
  let page: LabPage;
  let folder = '';

  beforeAll(async () => {
    page = await openLab({ keep: true, picture: true, viewport: { width: 900, height: 700 } });
    folder = await mkdtemp(join(tmpdir(), 'hooke-film-'));
    await openInstrument(page, 'Export', 'cloth');
    await page.hooke('set', 'dt', DT);
    await page.hooke('reset');
    await page.hooke('step', END);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The bytes of a blob that the page makes. */
  async function bytesOf(name: 'film' | 'export', ...args: unknown[]): Promise<Buffer> {
    const text = await page.evaluate(
      async ([method, values]) => {
        const blob = await (window.hooke[method as 'film'] as (...all: unknown[]) => Promise<Blob>)(...values);
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return Array.from({ length: Math.ceil(bytes.length / 3000) }, (_, k) =>
          btoa(String.fromCharCode(...bytes.subarray(3000 * k, 3000 * (k + 1)))),
        ).join('');
      },
      [name, args] as const,
    );
    return Buffer.from(text, 'base64');
  }

  async function write(name: string, content: Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  /** The picture of the page itself at a recorded step. */
  async function pictureAt(step: number): Promise<string> {
    await page.hooke('send', { type: 'rewind', step });
    const { width, height } = FILM;
    return write(`step-${step}.png`, await bytesOf('export', 'png', { width, height }));
  }

  describe.skipIf(!hasFfmpeg && !process.env.REQUIRE_BROWSER)('that ffprobe reads', () => {
    test.each(FORMATS)(
      'as %s has all its pictures, which look as on the page, and leaves the run as it was',
      async (format, codec, least) => {
        const hash = await page.hooke('hash');
        const film = await write('film', await bytesOf('film', { ...FILM, format }));
        expect(await page.hooke('hash')).toBe(hash);
        const { stdout } = await run('ffprobe', [
          ...['-v', 'error', '-count_frames', '-show_streams', '-show_frames', '-show_format', '-of', 'json', film],
        ]);
        const { streams, frames, format: file } = JSON.parse(stdout);
        expect(streams).toHaveLength(1);
        const { width, height } = FILM;
        expect(streams[0]).toMatchObject({ codec_name: codec, width, height, nb_read_frames: `${PICTURES}` });
        expect(Number(file.duration)).toBeCloseTo(1 / 3, 2);
        // WebM counts in ms.
        frames.forEach(({ pts_time }: { pts_time: string }, i: number) => {
          expect(Number(pts_time)).toBeCloseTo(i / 30, 2);
        });
        const last = PICTURES - 1;
        const stepOf = (index: number) => Math.round((FILM.from + index / FILM.fps) / DT);
        for (const index of [0, last]) {
          expect(await similarity(film, index, await pictureAt(stepOf(index))), `picture ${index}`).toBeGreaterThan(
            least,
          );
        }
        // The cloth moves more than the encoder changes it.
        expect(await similarity(film, last, await pictureAt(stepOf(0)))).toBeLessThan(least);
        await page.hooke('send', { type: 'rewind', step: END });
      },
    );
  });

  test.each([
    ['steps', 2e-3],
    ['times between two steps', 2e-4],
  ])('as PNG pictures of %s in slow motion has none double and none missing', async (_, spacing) => {
    const slow = {
      from: 0.2,
      to: 0.2 + 5 * spacing,
      speed: 10 * spacing,
      fps: 10,
      width: 320,
      height: 180,
      format: 'zip',
    };
    const files = unzipSync(await bytesOf('film', slow));
    const names = Array.from({ length: 5 }, (__, i) => `picture-${i + 1}.png`);
    expect(Object.keys(files)).toEqual(names);
    const contents = Object.values(files).map((file) => createHash('sha256').update(file).digest('hex'));
    expect(new Set(contents).size).toBe(5);
    expect((await page.state()).stepCount).toBe(END);
  });

  test.each([
    [{ from: 7 }, `film: from must be in the recorded 0 to 0.8 s, got 7`],
    [{ from: 0.5, to: 0.2 }, 'film: to must not be before from, 0.5 s, got 0.2'],
    [{ width: 641 }, 'film: width must be even, got 641'],
    [{ format: 'avi' }, 'film: format must be one of mp4, webm, av1, gif, zip, got "avi"'],
    [{ format: 'gif' }, 'film: fps must be at most 50 for format gif, got 60'],
    [
      { size: 3 },
      'film: there is no option "size"; there are from, to, fps, width, height, format, speed, camera, caption',
    ],
    [{ speed: 1e-4, fps: 240 }, 'film: 1920000 pictures, at most 36000'],
  ])('is refused with the name of what is wrong: %o', async (options, message) => {
    await expect(page.hooke('film', options)).rejects.toThrow(message);
    expect((await page.state()).stepCount).toBe(END);
  });

  test('is made by the instrument Export, can be cancelled, and gives the page back', async () => {
    const field = (name: string) => dock(page).getByLabel(name);
    const status = () => dock(page).locator('.job > [role=status]').textContent();
    await field('From / s').fill('0.2');
    await field('to / s').fill('0.25');
    await field('File').selectOption('zip');
    await field('Rate').selectOption('24');
    await expect.poll(() => dock(page).locator('.export .plan').textContent()).toMatch(/^2 pictures, 0\.0833 s\.$/);
    const make = dock(page).getByRole('button', { name: 'Make the film' });
    const [file] = await Promise.all([page.waitForEvent('download'), make.click()]);
    expect(file.suggestedFilename()).toBe('cloth.zip');
    expect(Object.keys(unzipSync(await contentOf(file)))).toHaveLength(2);
    await expect.poll(status).toMatch(/^Done: /);
    await field('to / s').fill('0.8');
    await make.click();
    await dock(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(status, { timeout: 30_000 }).toBe('Cancelled.');
    await expect.poll(async () => (await page.state()).stepCount).toBe(END);
  });
});

/** SSIM of the brightness, 0–1, as ffmpeg measures it. */
async function similarity(film: string, index: number, picture: string): Promise<number> {
  const filter = `[0]select=eq(n\\,${index}),format=yuv444p[a];[1]scale=out_color_matrix=bt709:out_range=tv,format=yuv444p[b];[a][b]ssim`;
  const { stderr } = await run('ffmpeg', [
    ...['-hide_banner', '-i', film, '-i', picture, '-filter_complex', filter, '-f', 'null', '-'],
  ]);
  return Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1]);
}
