// @module-tag divided
// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, SCENES } from '../../../src/physics';
import { GROWS as ENGINE_GROWS } from '../../../src/physics/analysis/stability/growth';
import { limitLine } from '../../../src/physics/analysis/studies/stability-map';
import { createDescription, describeStructure } from '../../../src/runtime/frame/describe';
import type { Frame, Status } from '../../../src/runtime/frame/frame';
import { catalog as engineCatalog } from '../../../src/runtime/host/catalog';
import { QUERIES } from '../../../src/runtime/queries';
import { OBSERVABLES } from '../../../src/ui/instruments/plot-record';
import {
  compareWithLimit,
  describeLimit,
  exceedsLimit,
  GROWS,
  lackOf,
  limitSentence,
  nearLimit,
  safeStep,
} from '../../../src/ui/lab/limit';
import { hOmega } from '../../../src/ui/lessons/lesson';
import { limitSetting } from '../../../src/ui/sharing/export/report';
import { everyNth } from '../../fixtures/run-length';
import { isByDefault, optionsOfScene } from '../../fixtures/scenes-in-turn';

const catalog = engineCatalog();
/** dt over the limit of the scene as it is. */
const SHARES = [0.5, 0.9, 1.1, 2];
/** A limit has three digits, and its share in words two: 1.1 is one up to 1.15. */
const [ROUNDED, COARSE] = [0.006, 0.051];
/** The meter's estimate is at most so much short; of dampers that differ 20 %. */
const [SHORT, MIXED] = [0.011, 0.21];

/** The status of a frame in which the search for the limit has ended. */
function statusOf(scene: string, integrator: string, dt?: number) {
  const simulation = createSimulation({ scene, integrator, precision: 'double', params: dt ? { dt } : {} });
  const structure = describeStructure(simulation, 0);
  const status = createDescription(() => 0)(simulation, structure, { stepTime: 0, realTimeFactor: 1 }, null) as Status;
  return { simulation, status, frame: { status, structure } as Frame };
}

/** `94 %`, `1.4 ×` as a number; with `at most`, and without. */
const shareIn = (text: string) => {
  const [, percent, times] = /([\d.,]+) %|([\d.,e]+) ×/.exec(text) ?? [];
  return percent ? Number(percent) / 100 : Number(times?.replace(/,/g, ''));
};
/** The limit in such a text, s. */
const limitIn = (text: string) => {
  const [, number, unit] = /([\d.e+-]+) (µs|ms|s)[^\d]*$/.exec(text) ?? [];
  return Number(number) * { µs: 1e-6, ms: 1e-3, s: 1 }[unit as 's'];
};

const isNear = (value: number, expected: number, what: string, tolerance = ROUNDED) =>
  expect(Math.abs(value / expected - 1), `${what}: ${value}, not ${expected}`).toBeLessThan(tolerance);

/** Each place of the page that prints the limit, or acts by it, against the status of the frame. */
function compare({ simulation, status, frame }: ReturnType<typeof statusOf>): void {
  const { stability, params, integrator } = status;
  const { dt: limit, isBound } = stability;
  const lack = lackOf(stability);
  const texts = {
    meter: describeLimit(catalog, status),
    instruments: limitSentence(catalog, status),
    messages: compareWithLimit(params.dt, stability, integrator),
    lesson: hOmega.value(frame),
    report: limitSetting(status, catalog)[1],
  };
  const plotted = OBSERVABLES.find(({ id }) => id === 'limit')?.read({ status: { ...status, stepTime: 0 } } as never);
  expect(status.stability.sought).toBe(false);
  expect(exceedsLimit(status)).toBe(params.dt > limit);
  if (lack) {
    const words = { none: /no limit/, unknown: /unknown|not known|no known/, never: /at every dt/, sought: /…/ }[lack];
    for (const [place, text] of Object.entries(texts)) {
      if (place === 'lesson' && stability.omegaMax === 0) continue;
      expect(text, place).toMatch(words);
    }
    expect([nearLimit(stability), plotted]).toEqual([0, lack === 'none' ? 0 : Number.NaN]);
    return;
  }
  const share = params.dt / limit;
  isNear(Number(plotted) / 100, share, 'plots', 1e-12);
  for (const [place, text] of [texts.meter, texts.instruments, texts.messages].entries()) {
    isNear(shareIn(text), share, `share in text ${place}: ${text}`, COARSE);
    expect(/≤|at most/.test(text), text).toBe(isBound);
  }
  // A very short one has two digits in the meter: `8.1e-5 ms`.
  isNear(limitIn(texts.meter), limit, texts.meter, texts.meter.includes('e-') ? COARSE : ROUNDED);
  isNear(limitIn(texts.messages), limit, texts.messages);
  isNear(Number(String(texts.report).replace('at least ', '')), limit, 'report');
  if (share > 1) expect(texts.instruments).toMatch(isBound ? /may grow\.$/ : /: small motion grows\.$/);
  else expect(texts.instruments).toMatch(/small motion stays small\.$/);
  if (stability.omegaMax > 0) {
    const [present, most] = texts.lesson.replace('≥ ', '').split(', ').map(Number);
    expect(Math.abs(present - params.dt * stability.omegaMax)).toBeLessThan(0.00501);
    expect(Math.abs(most - limit * stability.omegaMax)).toBeLessThan(0.00501);
  }
  for (const step of [nearLimit(stability), safeStep(params.dt, limit)]) expect(step).toBeLessThanOrEqual(0.9 * limit);
  if (isBound) return;
  // What is computed about the same state, and not estimated: by the lesson on Bender's cloth, and by the list of modes.
  const exact = QUERIES.limit(simulation, {});
  if (!exact.isBound) {
    expect(limit / exact.dt).toBeLessThan(1.003);
    expect(limit / exact.dt).toBeGreaterThan(1 - (simulation.params.damping > 0 ? MIXED : SHORT));
  }
}

describe.each(SCENES.map((scene, place) => [scene.id, scene, place] as const))('in %s', (id, scene, place) => {
  const options = optionsOfScene(scene, 8, 1);
  const methods = isByDefault(scene, 8, 1) ? everyNth(15, INTEGRATORS, place) : INTEGRATORS;
  test.each(methods.map((method) => method.id))(
    'all places that print the limit of %s say the same',
    { ...options, tags: [...(options.tags ?? []), 'sampled'] },
    (integrator) => {
      const first = statusOf(id, integrator);
      compare(first);
      const { dt } = first.status.stability;
      if (lackOf(first.status.stability)) return;
      for (const share of SHARES) compare(statusOf(id, integrator, share * dt));
    },
  );
});

test('the line of the k–dt map is at the limit of the meter', () => {
  const { simulation, status } = statusOf('chain', 'symplectic-euler');
  const { stiffness, dt } = status.params;
  const args = { integrator: 'symplectic-euler', precision: 'double', size: 8, steps: 1 } as const;
  const line = limitLine(simulation.save(), { ...args, stiffness: [stiffness, 2 * stiffness], dt: [dt, 2 * dt] });
  for (;;) {
    const { done, value } = line.next();
    if (done) return isNear(value[0].dt, status.stability.dt, 'line', 0.01);
  }
});

test('the page and the engine call the same factor growth', () => expect(GROWS).toBe(ENGINE_GROWS));
