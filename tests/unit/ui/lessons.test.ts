import katex from 'katex';
import { describe, expect, test, vi } from 'vitest';
import { createSimulation, INTEGRATORS, PARAMS, SCENES, type Simulation } from '../../../src/physics';
import { VIEW_OPTIONS } from '../../../src/render/view';
import { createDescription, describeStructure } from '../../../src/runtime/frame/describe';
import type { Frame } from '../../../src/runtime/frame/frame';
import { catalog } from '../../../src/runtime/host/catalog';
import type { Lab } from '../../../src/ui/lab/lab';
import type { Deed, Lesson, NumberQuiz, Part, Try } from '../../../src/ui/lessons/lesson';
import { sendCommands } from '../../../src/ui/lessons/send-commands';
import { LESSONS } from '../../../src/ui/lessons/texts';

// The real ones need a page. Tests of their own find the equilibrium of large scenes, which takes long.
vi.mock('../../../src/ui/actions/lazy-actions', () => ({
  findEquilibrium: async (lab: Lab) => {
    if (lab.frame.structure.particleCount < 100) await lab.send({ type: 'equilibrium' });
  },
  toggleWind: async () => {},
}));

const all = await Promise.all(Object.entries(LESSONS).map(async ([id, load]) => ({ id, lesson: await load() })));
const there = new Set(SCENES.map(({ id }) => id));
const known = catalog();

const partsOf = ({ sections }: Lesson): Part[] => sections.flatMap(({ parts }) => parts);
const triesOf = (lesson: Lesson): Try[] =>
  partsOf(lesson).flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'tries' in part ? part.tries : 'guide' in part ? part.guide : [];
  });
const quizzesOf = (lesson: Lesson): NumberQuiz[] =>
  partsOf(lesson).flatMap((part) => (typeof part === 'object' && 'number' in part ? [part.number] : []));

/** Every text of a lesson, wherever it stands in it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** A lab with an engine right behind it: enough of one for deeds. */
function labOf(simulation: Simulation) {
  const description = createDescription(() => 0);
  let shown = 0;
  const lab = {
    catalog: known,
    paused: false,
    get frame(): Frame {
      const structure = describeStructure(simulation, shown++);
      const { positions, velocities } = simulation.state;
      const status = description(simulation, structure, { stepTime: 0, realTimeFactor: 1 }, null);
      const texels = Float32Array.from(positions);
      return { structure, status, positions, velocities, texels, showsState: true, field: null, companions: [] };
    },
    play() {
      lab.paused = false;
    },
    pause() {
      lab.paused = true;
    },
    step: async (count: number) => void simulation.step(count),
    send: async (command: Parameters<Lab['send']>[0]) => simulation.apply(command),
    reset: async () => simulation.apply({ type: 'reset' }),
    restore: async () => {},
    show: (option: string) => expect(Object.keys(VIEW_OPTIONS)).toContain(option),
    colourBy: (field: string | null) => expect([null, ...known.fields.map(({ id }) => id)]).toContain(field),
  };
  return lab as typeof lab & Lab;
}

/** A run of the lesson's scene after some deeds. */
async function runAfter(scene: string, deeds: readonly Deed[]): Promise<Simulation> {
  const simulation = createSimulation({ scene });
  await sendCommands(labOf(simulation), deeds);
  return simulation;
}

function stepOf(id: string, label: string): Try {
  const found = all.find((one) => one.id === id)?.lesson;
  const one = found && triesOf(found).find((candidate) => candidate.label === label);
  if (!one) throw new Error(`${id} has nothing to try that is called ${label}`);
  return one;
}

describe('lessons', () => {
  test('every scene has one', () => {
    expect([...there].filter((id) => !Object.hasOwn(LESSONS, id))).toEqual([]);
  });

  test('every equation can be set, and every dollar sign has its other one', () => {
    const options = { strict: 'error', throwOnError: true } as const;
    const inline = all.flatMap(({ id, lesson }) => textsOf(lesson).map((text) => ({ id, parts: text.split('$') })));
    for (const { id, parts } of inline) {
      expect(parts.length % 2, `${id}: ${parts.join('$')}`).toBe(1);
      for (let i = 1; i < parts.length; i += 2) katex.renderToString(parts[i], options);
    }
    const lines = all.flatMap(({ lesson }) =>
      partsOf(lesson).flatMap((part) => (typeof part === 'object' && 'equation' in part ? [part.equation] : [])),
    );
    expect(lines.length).toBeGreaterThan(40);
    for (const line of lines) katex.renderToString(line, { ...options, displayMode: true });
  });

  test('an equation that can’t be set would be noticed', () => {
    expect(() => katex.renderToString('\\frac{1', { strict: 'error', throwOnError: true })).toThrow();
  });

  test('whatever is set or chosen exists', () => {
    for (const { id, lesson } of all) {
      for (const { label, does } of triesOf(lesson)) {
        const at = `${id}: ${label}`;
        expect(does.length, at).toBeGreaterThan(0);
        for (const deed of does) {
          if (deed.type === 'set') expect(PARAMS, at).toHaveProperty(deed.key);
          if (deed.type === 'integrator')
            expect(
              INTEGRATORS.map((one) => one.id),
              at,
            ).toContain(deed.id);
          if (deed.type !== 'scene') continue;
          expect(LESSONS, at).toHaveProperty(deed.scene as string);
          for (const key of Object.keys(deed.params ?? {})) expect(PARAMS, at).toHaveProperty(key);
        }
      }
    }
  });

  for (const { id, lesson } of all.filter((one) => there.has(one.id))) {
    test(`all that ${id} offers to try can be done, and its readings can be read`, async () => {
      for (const { label, does } of triesOf(lesson)) {
        if (does.some((deed) => deed.type === 'scene' && !there.has(deed.scene as string))) continue;
        const simulation = await runAfter(id, does);
        simulation.step(3);
        expect(simulation.blowUp, label).toBeNull();
      }
      const { frame } = labOf(createSimulation({ scene: id }));
      for (const part of partsOf(lesson)) {
        if (typeof part === 'string' || !('live' in part)) continue;
        for (const { label, value } of part.live) expect(value(frame), label).not.toMatch(/NaN|undefined|^$/);
      }
    });

    for (const quiz of quizzesOf(lesson)) {
      test(`what ${id} computes is what the run comes to: ${quiz.asks}`, async () => {
        const lab = labOf(createSimulation({ scene: id }));
        await sendCommands(lab, quiz.prepare);
        const right = quiz.answer(lab.frame);
        await sendCommands(lab, quiz.run);
        expect(Math.abs(quiz.measure(lab.frame) - right)).toBeLessThan(1e-9);
      });
    }
  }
});

describe('what guided runs promise', () => {
  test('Bender’s cloth at rest holds 5.356 ms and bursts at 5.364 ms after some seconds', async () => {
    const calm = await runAfter('bender-cloth', stepOf('bender-cloth', 'At rest, 5.356 ms').does);
    expect(calm.params.gravity).toBe(0);
    expect(calm.energy().kinetic).toBeGreaterThan(0);
    expect(calm.step(2000).ok).toBe(true);
    const wild = await runAfter('bender-cloth', stepOf('bender-cloth', 'At rest, 5.364 ms').does);
    expect(wild.step(1000).ok).toBe(true);
    expect(wild.step(1000).ok).toBe(false);
    expect(wild.blowUp?.time).toBeGreaterThan(6);
    expect(wild.blowUp?.time).toBeLessThan(11);
  });

  test('Bender’s cloth, hanging, holds 5 ms and dies at 5.355 ms within ten seconds', async () => {
    const holds = await runAfter('bender-cloth', stepOf('bender-cloth', 'Hanging, 5 ms').does);
    expect(holds.step(1000).ok).toBe(true);
    const dies = await runAfter('bender-cloth', stepOf('bender-cloth', 'Hanging, 5.355 ms').does);
    expect(dies.step(2000).ok).toBe(false);
    expect(dies.blowUp?.time).toBeLessThan(10);
  });

  test('the Taichi net settles or overflows as told', async () => {
    for (const label of ['k = 1000', 'k = 70,000', 'k = 150,000 with dt = 0.5 ms']) {
      const simulation = await runAfter('taichi-grid', stepOf('taichi-grid', label).does);
      expect(simulation.step(20_000).ok, label).toBe(true);
      expect(simulation.energy().kinetic, label).toBeLessThan(1e-3);
    }
    const far = await runAfter('taichi-grid', stepOf('taichi-grid', 'k = 150,000, 21 steps').does);
    expect(far.stepCount).toBe(21);
    expect(far.state.positions.some((x) => Math.abs(x) > 100)).toBe(true);
    expect(far.step(2000).ok).toBe(false);
    const jitters = await runAfter('taichi-grid', stepOf('taichi-grid', 'k = 105,000').does);
    expect(jitters.step(10_000).ok).toBe(true);
    expect(jitters.energy().kinetic).toBeGreaterThan(1000);
  });
});
