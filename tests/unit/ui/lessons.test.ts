import katex from 'katex';
import { describe, expect, test, vi } from 'vitest';
import { createSimulation, INTEGRATORS, PARAMS, SCENES, type Simulation } from '../../../src/physics';
import { VIEW_OPTIONS } from '../../../src/render/view';
import { createDescription, describeStructure } from '../../../src/runtime/frame/describe';
import type { Frame } from '../../../src/runtime/frame/frame';
import { createSampleLog } from '../../../src/runtime/frame/samples';
import { catalog } from '../../../src/runtime/host/catalog';
import type { Lab } from '../../../src/ui/lab/lab';
import { COURSE } from '../../../src/ui/lessons/course';
import { sendCommands } from '../../../src/ui/lessons/experiments';
import type { Experiment, Lesson, LessonCommand, NumberQuiz } from '../../../src/ui/lessons/lesson';
import { LESSON_PATH, LESSONS } from '../../../src/ui/lessons/texts';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

// The real ones need a page. Tests of their own find the equilibrium of large scenes, which takes long.
vi.mock('../../../src/ui/actions/equilibrium', () => ({
  findEquilibrium: async (lab: Lab) => {
    if (lab.frame.structure.particleCount < 100) await lab.send({ type: 'equilibrium' });
  },
}));
vi.mock('../../../src/ui/actions/environment-items', () => ({ toggleWind: async () => {} }));

const all = await Promise.all(Object.entries(LESSONS).map(async ([id, load]) => ({ id, lesson: await load() })));
const sceneIds = new Set(SCENES.map(({ id }) => id));
const known = catalog();

const experimentsOf = (lesson: Lesson): Experiment[] =>
  lesson.parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'experiments' in part ? part.experiments : 'guidedRun' in part ? part.guidedRun : [];
  });
const quizzesOf = (lesson: Lesson): NumberQuiz[] =>
  lesson.parts.flatMap((part) => (typeof part === 'object' && 'number' in part ? [part.number] : []));

/** All strings in a lesson. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** A lab with a simulation: enough of one for the commands of lessons. */
function labOf(simulation: Simulation) {
  const description = createDescription(() => 0);
  let shown = 0;
  const lab = {
    catalog: known,
    paused: false,
    get frame(): Frame {
      const structure = describeStructure(simulation, shown++);
      const { positions, velocities } = simulation.state;
      const described = description(simulation, structure, { stepTime: 0, realTimeFactor: 1 }, null);
      const status = { ...described, processor: 'cpu', gain: null } as const;
      const texels = Float32Array.from(positions);
      return {
        structure,
        status,
        positions,
        velocities,
        texels,
        showsState: true,
        field: null,
        samples: createSampleLog(),
        bodies: [],
        moved: null,
        companions: [],
      };
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
    together: <T>(action: () => Promise<T>) => action(),
    show: (option: string) => expect(Object.keys(VIEW_OPTIONS)).toContain(option),
    colorBy: (field: string | null) => expect([null, ...known.fields.map(({ id }) => id)]).toContain(field),
  };
  return lab as typeof lab & Lab;
}

/** A simulation of the lesson's scene after some commands. */
async function runAfter(scene: string, commands: readonly LessonCommand[]): Promise<Simulation> {
  const simulation = createSimulation({ scene });
  await sendCommands(labOf(simulation), commands);
  return simulation;
}

function experimentOf(id: string, label: string): Experiment {
  const found = all.find((one) => one.id === id)?.lesson;
  const one = found && experimentsOf(found).find((candidate) => candidate.label === label);
  if (!one) throw new Error(`${id} has no experiment ${label}`);
  return one;
}

describe('lessons', () => {
  test('each is about a scene', () => {
    expect(Object.keys(LESSONS).filter((id) => !sceneIds.has(id))).toEqual([]);
  });

  test('every equation is valid, and dollar signs come in pairs', () => {
    const options = { strict: 'error', throwOnError: true } as const;
    const inline = all.flatMap(({ id, lesson }) => textsOf(lesson).map((text) => ({ id, parts: text.split('$') })));
    for (const { id, parts } of inline) {
      expect(parts.length % 2, `${id}: ${parts.join('$')}`).toBe(1);
      for (let i = 1; i < parts.length; i += 2) katex.renderToString(parts[i], options);
    }
    const lines = all.flatMap(({ lesson }) =>
      lesson.parts.filter((part) => typeof part === 'string').filter((part) => part.startsWith('$$')),
    );
    expect(lines.length).toBeGreaterThan(40);
    for (const line of lines) katex.renderToString(line.slice(2, -2), { ...options, displayMode: true });
  });

  test('an invalid equation throws', () => {
    expect(() => katex.renderToString('\\frac{1', { strict: 'error', throwOnError: true })).toThrow();
  });

  test('parameters, integrators and scenes in commands exist', () => {
    for (const { id, lesson } of all) {
      for (const { label, commands } of experimentsOf(lesson)) {
        const at = `${id}: ${label}`;
        expect(commands.length, at).toBeGreaterThan(0);
        for (const command of commands) {
          if (command.type === 'set') expect(PARAMS, at).toHaveProperty(command.key);
          if (command.type === 'integrator')
            expect(
              INTEGRATORS.map((one) => one.id),
              at,
            ).toContain(command.id);
          if (command.type !== 'scene') continue;
          expect(LESSONS, at).toHaveProperty(command.scene as string);
          for (const key of Object.keys(command.params ?? {})) expect(PARAMS, at).toHaveProperty(key);
        }
      }
    }
  });

  for (const { id, lesson } of all.filter((one) => sceneIds.has(one.id))) {
    const scene = SCENES.find((one) => one.id === id) as (typeof SCENES)[number];
    test(`the experiments of ${id} run, and its live values are numbers`, optionsOfScene(scene, 4), async () => {
      for (const { label, commands } of experimentsOf(lesson)) {
        if (commands.some((command) => command.type === 'scene' && !sceneIds.has(command.scene as string))) continue;
        const simulation = await runAfter(id, commands);
        simulation.step(3);
        expect(simulation.blowUp, label).toBeNull();
      }
      const { frame } = labOf(createSimulation({ scene: id }));
      for (const part of lesson.parts) {
        if (typeof part === 'string' || !('live' in part)) continue;
        for (const { label, value } of part.live) expect(value(frame), label).not.toMatch(/NaN|undefined|^$/);
      }
    });

    for (const quiz of quizzesOf(lesson)) {
      test(`the answer of the quiz in ${id} is the result of the run: ${quiz.question}`, async () => {
        const lab = labOf(createSimulation({ scene: id }));
        await sendCommands(lab, quiz.prepare);
        const right = quiz.answer(lab.frame);
        await sendCommands(lab, quiz.run);
        expect(Math.abs(quiz.measure(lab.frame) - right)).toBeLessThan(1e-9);
      });
    }
  }
});

describe('guided runs', () => {
  test('Bender’s cloth at rest is stable at 5.356 ms and blows up at 5.364 ms after some seconds', {
    tags: ['long'],
  }, async () => {
    const stable = await runAfter('bender-cloth', experimentOf('bender-cloth', 'At rest, 5.356 ms').commands);
    expect(stable.params.gravity).toBe(0);
    expect(stable.energy().kinetic).toBeGreaterThan(0);
    expect(stable.step(2000).ok).toBe(true);
    const unstable = await runAfter('bender-cloth', experimentOf('bender-cloth', 'At rest, 5.364 ms').commands);
    expect(unstable.step(1000).ok).toBe(true);
    expect(unstable.step(1000).ok).toBe(false);
    expect(unstable.blowUp?.time).toBeGreaterThan(6);
    expect(unstable.blowUp?.time).toBeLessThan(11);
  });

  test('Bender’s cloth, hanging, is stable at 5 ms and blows up at 5.355 ms within ten seconds', async () => {
    const stable = await runAfter('bender-cloth', experimentOf('bender-cloth', 'Hanging, 5 ms').commands);
    expect(stable.step(1000).ok).toBe(true);
    const unstable = await runAfter('bender-cloth', experimentOf('bender-cloth', 'Hanging, 5.355 ms').commands);
    expect(unstable.step(2000).ok).toBe(false);
    expect(unstable.blowUp?.time).toBeLessThan(10);
  });

  test('the Taichi grid comes to rest or overflows as the lesson says', { tags: ['long'] }, async () => {
    for (const label of ['k = 1000', 'k = 70,000', 'k = 150,000 with dt = 0.5 ms']) {
      const simulation = await runAfter('taichi-grid', experimentOf('taichi-grid', label).commands);
      expect(simulation.step(20_000).ok, label).toBe(true);
      expect(simulation.energy().kinetic, label).toBeLessThan(1e-3);
    }
    const far = await runAfter('taichi-grid', experimentOf('taichi-grid', 'k = 150,000, 21 steps').commands);
    expect(far.stepCount).toBe(21);
    expect(far.state.positions.some((x) => Math.abs(x) > 100)).toBe(true);
    expect(far.step(2000).ok).toBe(false);
    const jitters = await runAfter('taichi-grid', experimentOf('taichi-grid', 'k = 105,000').commands);
    expect(jitters.step(10_000).ok).toBe(true);
    expect(jitters.energy().kinetic).toBeGreaterThan(1000);
  });
});

test('the way through the lessons has each of them once, and chapters that exist', () => {
  const ids = LESSON_PATH.map(([id]) => id);
  expect([...ids].sort()).toEqual(all.map(({ id }) => id).sort());
  for (const [, , chapters] of LESSON_PATH) {
    expect(chapters.length).toBeGreaterThan(0);
    for (const chapter of chapters) expect(COURSE[chapter - 1]).toBeDefined();
  }
});
