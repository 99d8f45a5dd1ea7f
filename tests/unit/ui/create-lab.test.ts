import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlowUp, Command } from '../../../src/physics';
import type { Frame } from '../../../src/runtime/frame/frame';
import type { Host } from '../../../src/runtime/host/host';
import { createLab } from '../../../src/ui/lab/create-lab';
import { createNullView } from '../../../src/ui/page/failures';
import { catalog, SCENE_PINS } from '../../fixtures/catalog-for-tests';

/** A fake host: `set`, the methods, `pins` and `scene` show in its frames. */
function fakeHost() {
  const sent: Command[] = [];
  const acts: (number | undefined)[] = [];
  const { integrator, params } = catalog.scenes[0].defaults;
  const pinned = SCENE_PINS[catalog.scenes[0].id];
  let frame = {
    structure: { generation: 1 },
    bodies: [],
    companions: [],
    status: {
      scene: 'cloth',
      builtIn: true,
      integrator,
      precision: 'single',
      requestedPreconditioner: 'auto',
      params,
      pinned,
      held: null,
      loadNumber: 0,
      history: { undo: null, redo: null },
      blowUp: null,
    },
  } as unknown as Frame;
  const tell = (status: Partial<Frame['status']>) => {
    frame = { ...frame, status: { ...frame.status, ...status } };
  };
  const host = {
    ready: Promise.resolve(),
    catalog,
    async send(command: Command, act?: number) {
      await null;
      acts.push(act);
      if (command.type === 'set' && !(command.value >= 0)) throw new RangeError(`${command.key}: ${command.value}`);
      sent.push(command);
      if (command.type === 'set') tell({ params: { ...frame.status.params, [command.key]: command.value } });
      if (command.type === 'integrator') tell({ integrator: command.id });
      if (command.type === 'preconditioner') tell({ requestedPreconditioner: command.id });
      if (command.type === 'pins') tell({ pinned: command.particles });
      if (command.type === 'scene') tell({ loadNumber: frame.status.loadNumber + 1 });
      if (command.type === 'scene' && typeof command.scene === 'object') {
        tell({ scene: 'a file', builtIn: false, params: { ...params, dt: 0.5 } });
      }
    },
    advance() {},
    latest: () => frame,
    session: {
      endSteps: async () => {},
      step: async () => ({ ok: true, converged: true, iterations: 0, residual: 0 }),
    },
    onFailure() {},
    dispose() {},
  } as unknown as Host;
  const lab = createLab(host, createNullView({} as HTMLCanvasElement));
  return { lab, sent, acts, tell };
}

beforeEach(() => {
  vi.stubGlobal('document', { hidden: true });
  return () => vi.unstubAllGlobals();
});

describe('the lab', () => {
  test('stays paused after the reset of a scene whose dt is above its limit, and only then', async () => {
    const params = { ...catalog.scenes[0].defaults.params, dt: 2e-3 };
    const at = { step: 16, time: 0.032, spring: 1, particle: 1 };
    const blowUp = { ...at, cause: 'energy', integrator: 'symplectic-euler', params } as BlowUp;
    for (const [limit, waits] of [
      [5e-4, true],
      [5e-3, false],
    ] as const) {
      const { lab, tell } = fakeHost();
      tell({ blowUp, params });
      tell({
        stability: {
          dt: limit,
          isBound: false,
          omegaMax: 3600,
          decayMax: 250,
          fraction: 2e-3 / limit,
          sought: false,
          grows: false,
          refinable: false,
        },
      });
      await lab.reset();
      expect(lab.paused).toBe(waits);
    }
  });

  test('shows an error and rejects with it, until a command is accepted', async () => {
    const { lab } = fakeHost();
    await expect(lab.set('dt', -1)).rejects.toThrow('dt: -1');
    expect(lab.messages.list.map(({ text }) => text)).toEqual(['dt: -1']);
    await lab.set('dt', 1);
    expect(lab.messages.list).toEqual([]);
  });

  test('keeps other messages when a command is accepted', async () => {
    const { lab } = fakeHost();
    lab.messages.show({ kind: 'error', text: 'of the link' });
    await lab.set('dt', 1);
    expect(lab.messages.list).toHaveLength(1);
  });

  test('shows one message of a kind, the newest', () => {
    const { lab } = fakeHost();
    lab.messages.show({ kind: 'notice', text: 'old' });
    lab.messages.show({ kind: 'error', text: 'wrong' });
    lab.messages.show({ kind: 'notice', text: 'new' });
    expect(lab.messages.list.map(({ text }) => text)).toEqual(['wrong', 'new']);
    lab.messages.hide('notice');
    expect(lab.messages.list.map(({ text }) => text)).toEqual(['wrong']);
  });

  test('restores the scene’s own values, the resolution before the mass', async () => {
    const { lab, sent } = fakeHost();
    await lab.set('mass', 1);
    await lab.set('stiffness', 7);
    await lab.set('rows', 64);
    await lab.set('integrator', 'rk4');
    await lab.set('preconditioner', 'none');
    sent.length = 0;
    await lab.restore();
    expect(sent.map((command) => (command.type === 'set' ? command.key : command.type))).toEqual([
      'rows',
      'stiffness',
      'mass',
      'integrator',
      'preconditioner',
    ]);
    expect(lab.frame.status.requestedPreconditioner).toBe('auto');
    expect(lab.frame.status.params).toEqual(catalog.scenes[0].defaults.params);
  });

  test('restores the mass if only the resolution differs, since it follows', async () => {
    const { lab, sent } = fakeHost();
    await lab.set('columns', 64);
    sent.length = 0;
    await lab.restore();
    expect(sent.map((command) => command.type === 'set' && command.key)).toEqual(['columns', 'mass']);
  });

  test('knows the defaults of a loaded file', async () => {
    const { lab } = fakeHost();
    await lab.load({ hooke: 1 });
    await lab.set('dt', 2);
    expect(lab.defaultOf('dt')).toBe(0.5);
    await lab.restore('dt');
    expect(lab.frame.status.params.dt).toBe(0.5);
  });

  test('asks the engine to undo and redo only if there is an act', async () => {
    const { lab, sent, tell } = fakeHost();
    await lab.undo();
    await lab.redo();
    expect(sent).toEqual([]);
    tell({ history: { undo: 'dt', redo: 'motion' } });
    expect([lab.undoable, lab.redoable]).toEqual([catalog.params.dt.label, 'moving pins']);
    await lab.undo();
    await lab.redo();
    expect(sent).toEqual([{ type: 'undo' }, { type: 'redo' }]);
  });

  test('makes one act of all that it restores, and acts of their own otherwise', async () => {
    const { lab, acts } = fakeHost();
    await lab.set('mass', 1);
    await lab.set('stiffness', 7);
    expect(acts.splice(0)).toEqual([0, 0]);
    await lab.restore();
    expect(acts.splice(0)).toEqual([1, 1]);
    await lab.engine.set('dt', 1e-3);
    expect(acts).toEqual([undefined]);
  });

  test('rejects commands once its engine has stopped', async () => {
    const { lab } = fakeHost();
    lab.replaceHost(null);
    await expect(lab.set('dt', 1)).rejects.toThrow('stopped');
    await expect(lab.step(1)).rejects.toThrow('stopped');
    await lab.engine.submitFromPointer({ type: 'release' });
  });

  test.each([Number.NaN, -1, 1.5, '3'])('runs no %s steps', async (count) => {
    const { lab } = fakeHost();
    await expect(lab.step(count as number)).rejects.toThrow(String(count));
  });

  test.each([null, 'cloth', 7, undefined])('loads no %s', async (file) => {
    const { lab } = fakeHost();
    await expect(lab.load(file)).rejects.toThrow(String(file));
  });

  test('knows the lists of the environment that are not the scene’s own', async () => {
    const { lab, tell } = fakeHost();
    const floor = { planes: [{ point: [0, 0, 0], normal: [0, 1, 0] }], spheres: [], forces: [], motion: [] };
    expect(lab.changedLists).toEqual([]);
    tell({ environment: floor as unknown as Frame['status']['environment'] });
    expect(lab.changedLists).toEqual(['planes']);
    await lab.set('scene', 'cloth');
    expect(lab.changedLists).toEqual([]);
  });

  test('selects the push tool with the Taichi demo, and keeps every other tool', async () => {
    const { lab, tell } = fakeHost();
    tell({ scene: 'taichi-grid' });
    await lab.set('scene', 'taichi-grid');
    expect(lab.page.tool).toBe('push');
    tell({ scene: 'cloth' });
    await lab.set('scene', 'cloth');
    expect(lab.page.tool).toBe('grab');
    lab.page.tool = 'pin';
    await lab.set('scene', 'cloth');
    expect(lab.page.tool).toBe('pin');
  });

  test('keeps the selection in ascending order', () => {
    const { lab } = fakeHost();
    lab.selection.select([5, 10, 1]);
    expect(lab.selection.particles).toEqual([1, 5, 10]);
  });
});
