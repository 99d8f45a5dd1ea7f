import { t } from '../../language/translate';
import type { SceneFile } from '../../physics';
import type { View } from '../../render/view';
import type { Frame } from '../../runtime/frame/frame';
import { type Host, watchSilence } from '../../runtime/host/host';
import { messageOf } from '../../runtime/host/message-of';
import type { LabInternals } from '../lab/create-lab';

/** A started engine. */
export interface OpenHost {
  host: Host;
  /** Why it does not run in a worker, as requested; null if it does. */
  fallbackReason: string | null;
}

/** What a new engine does not have. */
const LOST =
  'A new engine continues from the last picture. The recording, undo, the energy ledger and runs beside this one start again.';

/** Creates the view. If that fails, the view draws nothing and `blind` is the reason. */
export function openView(canvas: HTMLCanvasElement, create: (canvas: HTMLCanvasElement) => View) {
  try {
    return { view: create(canvas), blind: null };
  } catch (error) {
    return { view: createNullView(canvas), blind: messageOf(error) };
  }
}

/**
 * Reports missing WebGL, a lost graphics context and a stopped engine, with buttons to recover.
 * @returns to be called once a frame
 */
export function watchFailures(
  lab: LabInternals,
  first: OpenHost,
  blind: string | null,
  open: () => Promise<OpenHost>,
): (now: number) => void {
  const slits = keepSlits(lab);
  if (first.fallbackReason) lab.messages.show({ kind: 'notice', text: first.fallbackReason });
  if (blind)
    lab.messages.show({ kind: 'failure', text: t`Nothing can be drawn. ${blind}`, reason: 'The engine still runs.' });

  lab.view.onContextChange = (available) => {
    if (available) return lab.messages.hide('failure');
    lab.messages.show({
      kind: 'failure',
      text: 'The browser has withdrawn the graphics context. The view is frozen until it is restored.',
      reason: 'The simulation continues.',
      actions: [{ label: 'Reload', help: 'Load the page again with this setup', act: () => location.reload() }],
    });
  };

  function watch({ host }: OpenHost) {
    const restartAction = (last: Frame, paused: boolean) => ({
      label: 'Restart',
      help: 'Start a new engine with the same scene, motion, parameters and pins',
      act: () => void restart(last, paused),
    });
    const stop = () => {
      const { frame: last, paused } = lab;
      lab.replaceHost(null);
      lab.messages.hide('silence');
      return { last, paused };
    };
    host.onFailure = (message) => {
      const { last, paused } = stop();
      lab.messages.show({
        kind: 'failure',
        text: t`The engine has stopped: ${message}`,
        reason: LOST,
        actions: [restartAction(last, paused)],
      });
    };
    watchSilence(host, (silent) => {
      if (!silent) return lab.messages.hide('silence');
      lab.messages.show({
        kind: 'silence',
        text: 'The engine does not answer. It is busy with a long computation, or has stopped.',
        reason: LOST,
        actions: [
          { label: 'Wait', help: 'Ask again if there is no answer for 10 s', act: () => lab.messages.hide('silence') },
          {
            label: 'Start again',
            help: 'End this engine, and start a new one with the same scene, motion, parameters and pins',
            act() {
              const { last, paused } = stop();
              host.dispose();
              void restart(last, paused);
            },
          },
        ],
      });
    });

    let isRestarting = false;

    async function restart(last: Frame, paused: boolean) {
      // The second click of a double click would close the new engine.
      if (isRestarting) return;
      isRestarting = true;
      try {
        const next = await open();
        watch(next);
        const { restore } = await import('../sharing/load-setup');
        const file = slits.fileOf(last) ?? lab.file;
        lab.replaceHost(next.host);
        lab.messages.hide('failure');
        await restore(lab, last, file);
        if (!paused) lab.play();
      } catch (error) {
        // Errors of commands are shown already; only this one is not.
        lab.messages.show({
          kind: 'failure',
          text: t`The engine could not be restarted: ${messageOf(error)}`,
          actions: [restartAction(last, paused)],
        });
      } finally {
        isRestarting = false;
      }
    }
  }

  watch(first);
  return slits.update;
}

/** Cloths with more springs are not kept: each file would hold the page for more than a frame. */
const MAX_SPRINGS = 50_000;
/** Least wall time between two files, ms: a cloth may tear in every step. */
const PERIOD = 1000;

/** Keeps a file of the last cloth with slits for a new engine, which cannot open them again: they depend on how the cloth lay. */
export function keepSlits({ engine }: LabInternals) {
  let kept: { file: SceneFile; generation: number } | null = null;
  let next = 0;

  async function keep({ generation }: Frame['structure']): Promise<void> {
    // A stopped engine is reported elsewhere.
    const file = await engine.save().catch(() => null);
    if (file?.slits && engine.frame.structure.generation === generation) kept = { file, generation };
  }

  return {
    /** Call once a frame. */
    update(now: number): void {
      const { structure } = engine.frame;
      if (kept?.generation === structure.generation) return;
      kept = null;
      if (structure.origins.length === 0 || now < next) return;
      next = now + PERIOD;
      if (!engine.stopped && structure.springs.length <= 2 * MAX_SPRINGS) void keep(structure);
    },
    /** A file with the slits of this frame; null if it has none, or none that were kept. */
    fileOf: ({ structure }: Frame) => (kept?.generation === structure.generation ? kept.file : null),
  };
}

const NO_PICTURE = 'There is no picture to save: nothing can be drawn.';

/** A view that draws nothing, for browsers without WebGL: the engine, the panel and scripts still work. */
export function createNullView(canvas: HTMLCanvasElement): View {
  return {
    canvas,
    camera: { pose: null, current: [], remember: () => () => {}, setPose() {}, turn() {} },
    draw() {},
    setOptions() {},
    setTheme() {},
    setLook() {},
    looks: [],
    look: '',
    showsSprings: false,
    resize() {},
    screenOf: () => [Number.NaN, Number.NaN],
    particleAt: () => -1,
    springAt: () => -1,
    springsAcross: () => [],
    handleAt: () => null,
    dragHandle: () => null,
    showHandle() {},
    markSpring() {},
    markParticles() {},
    setArrows() {},
    showCompanions() {},
    setFieldScale() {},
    fieldRange: null,
    pointAt: (_x, _y, through) => through,
    orbit() {},
    frameAll() {},
    drawAt() {
      throw new Error(NO_PICTURE);
    },
    toPng: () => Promise.reject(new Error(NO_PICTURE)),
    onContextChange() {},
  };
}
