// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { GESTURES, showSlider } from '../fixtures/drag-slider';
import { type LabPage, openLab, until } from '../fixtures/lab-page';
import { openFolders } from '../fixtures/panel-page';
import { violations } from '../fixtures/violations';
import { describeBrowser } from '../setup/browser';

/** s; each below the limit of 0.77 ms of the cloth, but the last. */
const STEPS = [0.0001, 0.0002, 0.0003, 0.0005, 0.0007];

/** dB; between the harmonics of a tone it is less, in a burst more. */
const NOISE = -95;

/** What the test hears: all that the page sends to the speakers. */
interface Ears {
  contexts: AudioContext[];
  analysers: AnalyserNode[];
}

/** Runs in the page: whatever is connected to the speakers goes to an analyser too. */
function listen(): void {
  const ears: Ears = { contexts: [], analysers: [] };
  Object.assign(window, { ears });
  const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to instanceof AudioDestinationNode) {
      const context = this.context as AudioContext;
      if (!ears.contexts.includes(context)) {
        ears.contexts.push(context);
        ears.analysers.push(new AnalyserNode(context, { fftSize: 16_384, smoothingTimeConstant: 0 }));
      }
      connect.call(this, ears.analysers[ears.contexts.indexOf(context)]);
    }
    return connect.call(this, to);
  } as AudioNode['connect'];
}

/** What the page sends to the speakers now. */
const heard = (page: LabPage) =>
  page.evaluate(() => {
    const { contexts, analysers } = (window as unknown as { ears: Ears }).ears;
    const last = contexts.findIndex(({ state }) => state === 'running');
    if (last < 0) return { contexts: contexts.length, loudest: 0, pitch: 0, noise: 0 };
    const analyser = analysers[last];
    const samples = new Float32Array(2048);
    analyser.getFloatTimeDomainData(samples);
    const levels = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(levels);
    const width = contexts[last].sampleRate / analyser.fftSize;
    /** Of the strongest frequency, Hz. */
    const pitch = levels.indexOf(Math.max(...levels)) * width;
    // Between the harmonics of a tone there is nothing; noise is everywhere.
    const sorted = [...levels.slice(Math.round(300 / width), Math.round(1200 / width))].sort((a, b) => a - b);
    return {
      contexts: contexts.length,
      loudest: Math.max(...samples.map(Math.abs)),
      pitch,
      noise: sorted[sorted.length >> 1],
    };
  });

describeBrowser('the run as sound', () => {
  let page: LabPage;
  const caption = () => page.locator('#sound');
  const says = (text: RegExp) => caption().filter({ hasText: text }).waitFor();
  /** In a long run the tests that do so before are left out. */
  const switchOn = async () => {
    if ((await caption().count()) === 0) await page.keyboard.press('n');
  };
  const hears = (what: string, holds: (now: Awaited<ReturnType<typeof heard>>) => boolean) =>
    expect.poll(async () => holds(await heard(page)), { message: what, timeout: 20_000 }).toBe(true);

  beforeAll(async () => {
    page = await openLab({
      beforeScripts: listen,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
      keep: true,
    });
    await page.hooke('play');
  });

  test('is off at first, and begins by its key', async () => {
    await page.keyboard.press('f');
    await until(page, 'it plays', ({ stepCount }) => stepCount > 30);
    expect((await heard(page)).contexts).toBe(0);
    expect(await caption().count()).toBe(0);
    await page.keyboard.press('n');
    await says(/^♪ Tone, \d+ Hz: \d+ % of limit 0\.\d+ ms$/);
    await hears('a tone', ({ loudest }) => loudest > 0.02);
    await expect.poll(() => page.locator('#live').textContent()).toContain('Sound on.');
    expect(await violations(page, '#dock')).toEqual([]);
  });

  test('has a pitch that rises with dt, as the caption says, and is quiet', async () => {
    await switchOn();
    const pitches: number[] = [];
    for (const dt of STEPS) {
      await page.hooke('set', 'dt', dt);
      const expected = async () => 200 * 4 ** (await page.evaluate(() => window.hooke.limit().fraction));
      await expect
        .poll(async () => Math.abs((await heard(page)).pitch / (await expected()) - 1), { timeout: 20_000 })
        .toBeLessThan(0.05);
      const { pitch, loudest } = await heard(page);
      const [, shown] = /(\d+) Hz/.exec((await caption().textContent()) ?? '') ?? [];
      expect(Number(shown) / pitch).toBeCloseTo(1, 0);
      expect(loudest).toBeLessThan(0.15);
      expect((await heard(page)).noise).toBeLessThan(NOISE);
      pitches.push(pitch);
    }
    expect(pitches).toEqual([...pitches].sort((a, b) => a - b));
    expect(pitches[4] / pitches[0]).toBeGreaterThan(2);
  });

  test('beats above the limit', async () => {
    await switchOn();
    await page.hooke('set', 'scene', 'two-bodies');
    await page.hooke('set', 'integrator', 'midpoint');
    await says(/^♪ Beating tone, 1600 Hz: unstable at every dt$/);
    const loud: number[] = [];
    await hears('two tones, now together and now against each other', ({ loudest, pitch }) => {
      loud.push(loudest);
      return Math.abs(pitch - 1600) < 10 && Math.max(...loud) > 0.08 && Math.min(...loud.slice(-20)) < 0.04;
    });
    await page.hooke('set', 'scene', 'cloth');
  });

  test('is silent while the run is paused', async () => {
    await switchOn();
    await page.hooke('pause');
    await hears('silence', ({ loudest }) => loudest < 1e-4);
    await says(/^♪ Silence$/);
    await page.hooke('play');
    await hears('the tone again', ({ loudest }) => loudest > 0.02);
  });

  test('has a burst where a slider is dragged until the cloth blows up, and silence after it', async () => {
    await switchOn();
    const slider = { label: 'time step dt', end: 'right' } as const;
    await showSlider(page, slider);
    let burst = false;
    await GESTURES['a fast mouse'](page, slider, async () => {
      const { noise } = await heard(page);
      burst ||= noise > NOISE;
      return burst;
    });
    await says(/^♪ Burst: blow-up$/);
    await hears('silence', ({ loudest }) => loudest < 1e-4);
    expect((await page.state()).blowUp).not.toBeNull();
  });

  test('ends by its switch in View, and is remembered while it is on', async () => {
    await switchOn();
    const stored = () => page.evaluate(() => localStorage.getItem('hooke.sound'));
    expect(await stored()).toBe('1');
    await openFolders(page, 'View');
    await page.locator('#panel').getByLabel('sound', { exact: true }).click();
    await caption().waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { ears: Ears }).ears.contexts.map(({ state }) => state)))
      .toEqual(['closed']);
    expect(await stored()).toBeNull();
  });
});
